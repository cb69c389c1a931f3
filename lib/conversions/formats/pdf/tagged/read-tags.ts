import type { PdfiumFile } from '../../../backends/pdfium/pdfium-file.ts';
import { passwordArgument, startQpdf } from '../../../backends/qpdf/qpdf.ts';
import type { Figure } from '../../../shared/page-layout/figures.ts';
import { formulasOfPage } from '../../../shared/page-layout/formulas.ts';
import type { SourcePage, TextRun } from '../../../shared/page-layout/text-run.ts';
import type { PagePictures } from '../page-pictures.ts';
import type { PdfiumPage } from '../text-runs/text-runs.ts';
import { isContent } from './element-kinds.ts';
import { readTagTree, type TagElement } from './tag-tree.ts';
import { type TaggedPages, taggedPages } from './tagged-pages.ts';

// Maximum size of a file that qpdf rewrites so that its tags can be read.
const MAX_REWRITTEN_BYTES = 64 * 1024 * 1024;

/** Returns a file without encryption and with a new cross-reference table. Undefined if qpdf cannot write it. */
async function rewritten(input: Uint8Array, password: string | undefined): Promise<Uint8Array | undefined> {
  const qpdf = await startQpdf();
  qpdf.put('/in.pdf', input);
  const outcome = qpdf.run(...passwordArgument(password), '--decrypt', '/in.pdf', '/out.pdf');
  return outcome === 'done' || outcome === 'done_with_warnings' ? qpdf.get('/out.pdf') : undefined;
}

/**
 * Reads the tags of a file. Undefined if it has none or they cannot be read; `implausible` if their order contradicts its pages.
 *
 * @param file the same file, open
 */
export async function readTags(
  input: Uint8Array,
  password: string | undefined,
  file: PdfiumFile,
): Promise<TaggedPages | 'implausible' | undefined> {
  let tree = readTagTree(input);
  if (tree === 'unreadable') {
    const isTagged = await file.use(({ fn, handle }) => fn('FPDFCatalog_IsTagged')(handle) !== 0);
    const isSmall = input.byteLength <= MAX_REWRITTEN_BYTES;
    const bytes = isTagged && isSmall ? await rewritten(input, password) : undefined;
    tree = bytes === undefined ? undefined : readTagTree(bytes);
  }
  if (tree === undefined || tree === 'unreadable') return undefined;
  return tree === 'damaged' ? 'implausible' : (taggedPages(tree) ?? 'implausible');
}

/** Returns the formulas of a page that a line of text cannot show, as {@link formulasOfPage} does. */
export function taggedFormulas(
  tags: TaggedPages,
  { number, width, height }: Pick<SourcePage, 'number' | 'width' | 'height'>,
  { runs, drawings, isTurned }: PdfiumPage,
): Figure[] {
  if (isTurned) return [];
  const isText = (run: TextRun): boolean => tags.isRunningText(number, run.mark);
  const page = { number, width, height, runs: runs.filter(isText), aside: [], tables: [], images: [] };
  const shapes = drawings.filter(({ isInvisible }) => !isInvisible);
  const others = runs.filter((run) => !isText(run));
  return formulasOfPage(page, shapes, others).map((box): Figure => ({ ...box, turned: [], isFormula: true }));
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
