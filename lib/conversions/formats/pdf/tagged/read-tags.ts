import type { Figure } from '../../../shared/page-layout/figures.ts';
import type { PagePictures } from '../page-pictures.ts';
import type { PdfiumPage } from '../text-runs/text-runs.ts';
import { isContent } from './element-kinds.ts';
import { readTagTree, type TagElement } from './tag-tree.ts';
import { type TaggedPages, taggedPages } from './tagged-pages.ts';

/** Reads the tags of a file. Undefined if it has none, `implausible` if their order contradicts its pages. */
export function readTags(input: Uint8Array): TaggedPages | 'implausible' | undefined {
  const tree = readTagTree(input);
  if (tree === undefined) return undefined;
  return tree === 'damaged' ? 'implausible' : (taggedPages(tree) ?? 'implausible');
}

/** A figure that is drawn, and its element. */
export interface TaggedFigure extends Figure {
  readonly element: TagElement;
}

/** Returns the figures of a page that are drawings: they state where they are, and contain no image. */
export function taggedFigures(
  tags: TaggedPages,
  number: number,
  page: PdfiumPage | (PdfiumPage & PagePictures),
): TaggedFigure[] {
  if (page.isTurned) return [];
  const marks = new Set('pictures' in page ? page.pictures.map(({ mark }) => tags.markIn(number, mark)) : []);
  return (tags.figures.get(number) ?? []).flatMap((element) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = element.box ?? [];
    const hasImage = element.kids.some((kid) => isContent(kid) && marks.has(kid.mark));
    if (hasImage || right - left < 1 || top - bottom < 1) return [];
    const x = Math.max(0, page.origin.x + left);
    const y = Math.max(0, page.origin.y - top);
    const width = Math.min(page.width, page.origin.x + right) - x;
    const height = Math.min(page.height, page.origin.y - bottom) - y;
    return width < 1 || height < 1 ? [] : [{ element, x, y, width, height, turned: [] }];
  });
}
