import { appendAll } from '../../../base/arrays.ts';
import { listed } from '../../../base/count-of.ts';
import type { Furniture } from '../../../document/document-model.ts';
import type { TreeBlock } from '../../../document/document-tree.ts';
import { placeAround } from '../../../document/places.ts';
import { type PagesContent, type TreeOptions, treeOfPages } from '../../../shared/page-layout/layout-tree.ts';
import { bodySizeOf } from '../../../shared/page-layout/page-layout.ts';
import { NUMBER_EDGE, runningSegments } from '../../../shared/page-layout/running-lines.ts';
import { segmentsOf } from '../../../shared/page-layout/segments.ts';
import { composeLines } from '../../../shared/page-layout/text-line.ts';
import type { SourcePage, TextRun } from '../../../shared/page-layout/text-run.ts';
import { knownWords } from '../../../shared/text/known-words.ts';
import { isProse } from '../../../shared/text/prose.ts';
import { ARTIFACT } from './tag-tree.ts';
import { taggedBlocks } from './tagged-blocks.ts';
import type { TaggedPages } from './tagged-pages.ts';

/** Returns the lines of artifacts of a page: headers, footers and watermarks. */
function artifactsOf({ number, height }: SourcePage, runs: readonly TextRun[]): Furniture[] {
  return composeLines(runs, false).map((line) => ({
    kind: line.y + line.bottom < height ? 'header' : 'footer',
    text: line.text.replaceAll(/\s+/g, ' ').trim(),
    place: placeAround(number, [line]),
  }));
}

/** Returns the runs of some pages that are running headers and footers. */
function runningRuns(pages: readonly SourcePage[]): ReadonlySet<TextRun> {
  const segmented = pages.map(({ number, height, runs, tables }) => ({
    number,
    height,
    segments: segmentsOf(runs),
    hasTables: tables.length > 0,
  }));
  return new Set([...runningSegments(segmented)].flatMap(({ runs }) => runs));
}

/**
 * Returns a function that returns true for artifacts. Running text between the edges of a page is none whatever its mark, unless it is
 * repeated, as header cells of a table are.
 */
function artifactsIn(pages: readonly SourcePage[]) {
  const texts = new Map<string, number>();
  const heights = new Map<TextRun | SourcePage['images'][number], number>();
  for (const { height, runs } of pages)
    for (const run of runs)
      if (isProse(run.text)) {
        texts.set(run.text, (texts.get(run.text) ?? 0) + 1);
        heights.set(run, height);
      }
  return (item: TextRun | SourcePage['images'][number]): boolean => {
    if (item.mark !== ARTIFACT) return false;
    const height = heights.get(item);
    if (height === undefined || !('text' in item) || texts.get(item.text) !== 1) return true;
    return item.y < height * NUMBER_EDGE || item.y + item.height > height * (1 - NUMBER_EDGE);
  };
}

const topOf = ({ places: [place] = [] }: TreeBlock): number =>
  place !== undefined && 'box' in place ? place.box[1] : 0;

/** Returns the first index, between two, at which a rising list of numbers exceeds one. */
function indexAbove(rising: readonly number[], value: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Inserts blocks into others where they are on their pages. */
function merge(tagged: readonly TreeBlock[], others: readonly TreeBlock[]): TreeBlock[] {
  if (others.length === 0) return [...tagged];
  // Rising, so that each block is found at once: the furthest page up to each block, and the lowest place on it.
  const pages: number[] = [];
  const tops: number[] = [];
  for (const block of tagged) {
    const last = pages.at(-1) ?? 0;
    const page = Math.max(last, block.page ?? last);
    tops.push(page > last || pages.length === 0 ? topOf(block) : Math.max(tops.at(-1) ?? 0, topOf(block)));
    pages.push(page);
  }
  const before = new Map<number, TreeBlock[]>();
  for (const block of others) {
    const page = block.page ?? 1;
    const from = indexAbove(pages, page - 1, 0, pages.length);
    const at = indexAbove(tops, topOf(block), from, indexAbove(pages, page, from, pages.length));
    const list = before.get(at) ?? [];
    before.set(at, list);
    list.push(block);
  }
  const merged: TreeBlock[] = [];
  for (let at = 0; at <= tagged.length; at += 1) {
    appendAll(merged, before.get(at) ?? []);
    const block = tagged[at];
    if (block !== undefined) merged.push(block);
  }
  return merged;
}

/**
 * Returns the blocks of a document's pages: those of pages whose tags are plausible in tag order, and everything else by its
 * geometry.
 */
export function layoutTagged(
  pages: readonly SourcePage[],
  tags: TaggedPages | undefined,
  options: TreeOptions,
): PagesContent {
  const plausible = new Map(
    pages
      .filter(({ number, runs, aside }) => tags?.isPlausible(number, [...runs, ...aside]))
      .map((page) => [page.number, page]),
  );
  if (tags === undefined || plausible.size === 0) return treeOfPages(pages, options);
  const bodySize = bodySizeOf(pages);
  const isArtifact = artifactsIn(pages);
  const known = knownWords(() => pages.flatMap((page) => page.runs.map((run) => run.text)));
  const { blocks, notes, unreferred, used } = taggedBlocks({
    pages: plausible,
    tags,
    known,
    keepsLines: options.keepsLines ?? false,
    textSize: options.keepsLooks === true ? bodySize : undefined,
  });
  const isLeft = (item: TextRun | SourcePage['images'][number]): boolean =>
    !used.has(item) && !isArtifact(item);
  const untagged = pages.filter(({ number, runs }) => plausible.has(number) && runs.some(isLeft));
  const running = untagged.length === 0 ? new Set() : runningRuns([...plausible.values()]);
  const furniture: Furniture[] = [];
  const rest = pages.map((page): SourcePage => {
    if (!plausible.has(page.number)) return page;
    const isShown = (run: TextRun): boolean => isLeft(run) && !running.has(run);
    appendAll(
      furniture,
      artifactsOf(
        page,
        page.runs.filter((run) => !used.has(run) && !isShown(run)),
      ),
    );
    return {
      ...page,
      runs: page.runs.filter(isShown),
      aside: page.aside.filter(isLeft),
      images: page.images.filter(isLeft),
      tables: [],
      figures: page.figures?.filter(({ isFormula }) => isFormula === true),
    };
  });
  const content = treeOfPages(rest, { ...options, bodySize, firstNote: notes.length });
  return {
    ...content,
    blocks: merge(blocks, [...content.blocks, ...unreferred]),
    notes: [...notes, ...content.notes],
    furniture: [...content.furniture, ...furniture].toSorted(
      (one, other) => (one.place?.page ?? 0) - (other.place?.page ?? 0),
    ),
  };
}

/** Returns the warnings about tags that were ignored. */
export function tagWarnings(tags: TaggedPages | 'implausible' | undefined): string[] {
  if (tags === undefined) return [];
  if (tags === 'implausible') return ['The tags of the PDF contradict its pages and were ignored.'];
  const pages = [...tags.refused].toSorted((one, other) => one - other);
  if (pages.length === 0) return [];
  const of =
    pages.length === 1 ? `page ${pages[0]} contradict its` : `pages ${listed(pages)} contradict their`;
  return [`The tags of ${of} text and were ignored.`];
}
