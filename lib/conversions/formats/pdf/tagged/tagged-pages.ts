import { maxOf } from '../../../base/arrays.ts';
import { median } from '../../../base/median.ts';
import {
  type Edges,
  edgesOf,
  isAmid,
  sharedHeight,
  sharedWidth,
  unionOf,
} from '../../../shared/geometry/box.ts';
import { ROW } from '../../../shared/geometry/clusters.ts';
import { endsSentence } from '../../../shared/page-layout/text-blocks.ts';
import type { TextRun } from '../../../shared/page-layout/text-run.ts';
import type { PageTable } from '../../../shared/page-tables/page-table.ts';
import { isBlockType, isContent, levelOf } from './element-kinds.ts';
import { lackSpans } from './page-grid.ts';
import { rowsOfTable } from './table-rows.ts';
import { ARTIFACT, IN_FORM, type TagElement, type TagTree } from './tag-tree.ts';

// Minimum share of a page's text that its tags cover, and maximum characters of artifacts if they are more than the tagged ones.
const MIN_COVERED = 0.9;
const FEW_ARTIFACTS = 300;
// Maximum share of the text of a page that is tagged as headings, if it has more than this many characters.
const MAX_HEADINGS = 0.5;
const FEW_CHARACTERS = 200;
// Maximum share of neighbouring blocks of a column that are in the wrong order, and minimum number of them.
const MAX_REVERSED = 0.3;
const MIN_REVERSED = 2;
// Maximum share of the rows of tables whose cells are out of order.
const MAX_MIXED_ROWS = 0.1;
// The same for neighbouring paragraphs that are one paragraph.
const MAX_CUT = 0.15;
const MIN_CUT = 3;
// Maximum gap between the lines of such paragraphs, in heights.
const LINE_GAP = 0.8;
// Minimum gap between paragraphs, in heights or usual gaps between lines.
const PARAGRAPH_GAP = 2;
// Maximum gap between texts beside each other, in font sizes.
const BESIDE = 3;
// Maximum share of the rows of tables that are beside artifacts.
const MAX_BESIDE = 0.5;
// Minimum number of such texts, and maximum number that are compared.
const MIN_MIXED = 2;
const MAX_COMPARED = 200;
// Minimum number of texts on the line of the text before them that may be a table, their minimum shared height, as a share of the
// lower one, and minimum gap between them, in font sizes.
const MIN_APART = 3;
const LEVEL = 0.5;
const APART = 1.2;
// Maximum share of pages at which the order of the tags goes back to an earlier page.
const MAX_BACK = 0.3;
const MIN_BACK = 2;
// Maximum drawings of a page; more are parts of one.
const MAX_FIGURES = 20;

const insideTypes = new Set(['TR', 'Caption', 'L', 'TOC', 'Figure', 'Formula', 'Form']);

/** Where content is in the structure: the block that contains it. */
interface ContentPlace {
  readonly element: TagElement;
  /** The number of the block, in tag order. */
  readonly order: number;
  /** The row of the innermost table that contains it. */
  readonly row: TagElement | undefined;
  /** The innermost cell. */
  readonly cell: TagElement | undefined;
  /** The outermost row, list, formula, figure or table of contents that contains it, which may have texts beside each other. */
  readonly inside: string | undefined;
}

/** The tags of a file, by page. */
export interface TaggedPages {
  readonly tree: TagTree;
  /**
   * Returns true if the tags of a page are plausible: they cover its text, in an order that its geometry does not contradict. A page
   * without any is not tagged.
   *
   * @param findTables finds the tables of the page by its geometry; called if texts without a table are beside each other
   */
  readonly isPlausible: (
    page: number,
    runs: readonly TextRun[],
    findTables?: () => readonly PageTable[],
  ) => boolean;
  /** Returns the mark by which the tree refers to content of a page. Undefined if it does not. */
  readonly markIn: (page: number, mark: number | undefined) => number | undefined;
  /** Returns true for content that is in no table, list, figure or table of contents. */
  readonly isRunningText: (page: number, mark: number | undefined) => boolean;
  /** The figures that state their boxes, by page. */
  readonly figures: ReadonlyMap<number, readonly TagElement[]>;
  /** The pages with a table whose tags lack spans or empty cells. */
  readonly withGaps: ReadonlySet<number>;
  /** The pages whose tags are not plausible. */
  readonly refused: ReadonlySet<number>;
}

interface PageBlock extends Omit<ContentPlace, 'order'> {
  readonly runs: TextRun[];
}

const lettersIn = (runs: readonly TextRun[]): number =>
  runs.reduce((sum, { text }) => sum + text.replaceAll(/\s/g, '').length, 0);

const placeOf = (runs: readonly TextRun[]): Edges => unionOf(runs.map(edgesOf));

/** Returns true if text without a tag is part of lines of tagged text. */
function isMixed(tagged: readonly TextRun[], others: readonly TextRun[]): boolean {
  const rows = Map.groupBy(tagged, ({ y, height }) => Math.round((y + height) / ROW));
  const isBeside = (run: TextRun): boolean =>
    [-1, 0, 1].some((step) =>
      (rows.get(Math.round((run.y + run.height) / ROW) + step) ?? []).some(
        (other) => Math.max(other.x - run.x - run.width, run.x - other.x - other.width) < run.size * BESIDE,
      ),
    );
  return others.slice(0, MAX_COMPARED).filter(isBeside).length >= MIN_MIXED;
}

/** Returns the number of rows of tables, and of those with other text on their lines. */
function rowsBeside(blocks: readonly PageBlock[], others: readonly TextRun[]) {
  const rows = Map.groupBy(blocks, ({ row }) => row);
  rows.delete(undefined);
  const middles = others
    .filter(({ text }) => text.trim() !== '')
    .slice(0, MAX_COMPARED)
    .map(({ y, height }) => y + height / 2);
  const places = [...rows.values()].map((row) => placeOf(row.flatMap(({ runs }) => runs)));
  const beside = places.filter(({ top, bottom }) =>
    middles.some((middle) => top < middle && middle < bottom),
  );
  return { all: places.length, beside: beside.length };
}

/** Returns true if most rows of tables have text on their lines that is tagged as an artifact. */
function hasLostColumn(blocks: readonly PageBlock[], artifacts: readonly TextRun[]): boolean {
  const { all, beside } = rowsBeside(blocks, artifacts);
  return beside >= MIN_CUT && beside > all * MAX_BESIDE;
}

/** Returns true if too many blocks are above the one before them in their column. */
function isReversed(places: readonly Edges[]): boolean {
  let pairs = 0;
  let reversed = 0;
  for (const [at, place] of places.entries()) {
    const before = places[at - 1];
    if (before === undefined || sharedWidth(before, place) <= 0) continue;
    pairs += 1;
    if (place.bottom <= before.top + 1) reversed += 1;
  }
  return reversed >= MIN_REVERSED && reversed > pairs * MAX_REVERSED;
}

/**
 * Returns true if texts outside of tagged tables and lists are far apart on their lines and in a table of the page: Chromium does not
 * tag a table without rules or header cells as one, because it may be there for the layout only.
 */
function hasUntaggedTable(blocks: readonly PageBlock[], findTables: () => readonly PageTable[]): boolean {
  const apart: TextRun[] = [];
  let before: TextRun | undefined;
  for (const { inside, runs } of blocks) {
    for (const run of runs) {
      const isLevel =
        before !== undefined &&
        sharedHeight(edgesOf(before), edgesOf(run)) > Math.min(before.height, run.height) * LEVEL;
      const gap =
        before === undefined ? 0 : Math.max(run.x - before.x - before.width, before.x - run.x - run.width);
      if (inside === undefined && isLevel && gap > run.size * APART) apart.push(run);
      before = inside === undefined ? run : undefined;
    }
  }
  if (apart.length < MIN_APART) return false;
  const tables = findTables();
  return apart.filter((run) => tables.some(({ bbox }) => isAmid(run, bbox))).length >= MIN_APART;
}

/** Returns true if the cells of too many rows are neither from left to right nor from right to left. */
function areRowsMixed(blocks: readonly PageBlock[], places: readonly Edges[]): boolean {
  const steps = new Map<TagElement, { forward: number; back: number }>();
  for (const [at, { row }] of blocks.entries()) {
    const [place, before] = [places[at], places[at - 1]];
    if (row === undefined || blocks[at - 1]?.row !== row || place === undefined || before === undefined)
      continue;
    const step = steps.get(row) ?? { forward: 0, back: 0 };
    steps.set(row, step);
    if (place.left >= before.right) step.forward += 1;
    if (place.right <= before.left) step.back += 1;
  }
  const rows = [...steps.values()];
  const mixed = rows.filter(({ forward, back }) => Math.min(forward, back) > 0).length;
  return mixed >= MIN_REVERSED && mixed > rows.length * MAX_MIXED_ROWS;
}

/** Returns true if cells of a row are above each other: the row is a column, or several rows. */
function areCellsStacked(blocks: readonly PageBlock[]): boolean {
  const rows = Map.groupBy(
    blocks.filter(({ row, cell }) => row !== undefined && cell !== undefined),
    ({ row }) => row,
  );
  return [...rows.values()].some((row) => {
    const cells = [...Map.groupBy(row, ({ cell }) => cell).values()]
      .map((cell) => placeOf(cell.flatMap(({ runs }) => runs)))
      .toSorted((one, other) => one.left - other.left);
    return cells.some((cell, at) => {
      const next = cells[at + 1];
      if (next === undefined) return false;
      const isBelow = next.top >= cell.bottom || cell.top >= next.bottom;
      return isBelow && sharedWidth(cell, next) > 1;
    });
  });
}

/** Returns true if too many paragraphs continue the line above them, as if each line was tagged as a paragraph. */
function isCut(blocks: readonly PageBlock[], places: readonly Edges[]): boolean {
  let pairs = 0;
  let cut = 0;
  for (const [at, { element, runs }] of blocks.entries()) {
    const before = blocks[at - 1];
    const [place, above] = [places[at], places[at - 1]];
    if (before === undefined || place === undefined || above === undefined) continue;
    if (element.type !== 'P' || before.element.type !== 'P') continue;
    pairs += 1;
    const height = maxOf(runs.map((run) => run.height));
    const isBelow = place.top - above.bottom < height * LINE_GAP && place.top > above.top;
    const isOpen = !endsSentence(before.runs.at(-1)?.text ?? '') && /^\s*\p{Ll}/u.test(runs[0]?.text ?? '');
    if (isBelow && isOpen && sharedWidth(above, place) > 0) cut += 1;
  }
  return cut >= MIN_CUT && cut > pairs * MAX_CUT;
}

/** Returns the page of an element's first content. */
function firstPageOf({ kids }: TagElement): number | undefined {
  for (const kid of kids) {
    const page = isContent(kid) ? kid.page : firstPageOf(kid);
    if (page !== undefined) return page;
  }
  return undefined;
}

/** Returns true if paragraphs contain the ends of others, as if all text was tagged as one. */
function areJoined(blocks: readonly PageBlock[]): boolean {
  let joined = 0;
  for (const { element, runs, inside } of blocks) {
    if (element.type !== 'P' || inside !== undefined) continue;
    const gaps = runs.slice(1).map(({ y }, at) => y - (runs[at]?.y ?? 0) - (runs[at]?.height ?? 0));
    const usual = Math.max(0, median(gaps.filter((gap) => gap > 0)));
    for (const [at, gap] of gaps.entries()) {
      const [before, after] = [runs[at], runs[at + 1]];
      if (before === undefined || after === undefined || gap <= before.height * LINE_GAP) continue;
      const isWide = gap > before.height * PARAGRAPH_GAP || gap > usual * PARAGRAPH_GAP;
      if (isWide && endsSentence(before.text) && /^\s*\p{Lu}/u.test(after.text)) joined += 1;
    }
  }
  return joined >= MIN_CUT;
}

/** Returns true if lines of paragraphs are between those of others: the file has identifiers that are not unique. */
function areInterleaved(blocks: readonly PageBlock[]): boolean {
  const paragraphs = blocks.filter(({ element, inside }) => element.type === 'P' && inside === undefined);
  const lines = paragraphs.flatMap((block) => block.runs.map((run) => ({ block, run })));
  const gaps = lines.flatMap(({ block, run: after }, at) => {
    const before = lines[at - 1];
    if (before?.block !== block || after.y < before.run.y + before.run.height * PARAGRAPH_GAP) return [];
    return [{ block, before: before.run, after }];
  });
  const interleaved = gaps
    .slice(0, MAX_COMPARED)
    .filter(({ block, before, after }) =>
      lines.some(
        ({ block: other, run }) =>
          other !== block &&
          run.y >= before.y + before.height &&
          run.y + run.height <= after.y &&
          sharedWidth(edgesOf(run), edgesOf(before)) > 0 &&
          sharedWidth(edgesOf(run), edgesOf(after)) > 0,
      ),
    );
  return interleaved.length >= MIN_REVERSED;
}

/** Indexes the tags of a file by page. Undefined if their order contradicts that of the pages. */
export function taggedPages(tree: TagTree): TaggedPages | undefined {
  const places = new Map<number, Map<number, ContentPlace>>();
  const blockPages: (number | undefined)[] = [];
  let order = 0;
  const figures = new Map<number, TagElement[]>();
  const addFigure = (element: TagElement): void => {
    const content = element.kids.find(isContent);
    const page = content?.page ?? element.page;
    if (element.type !== 'Figure' || element.box === undefined || page === undefined) return;
    figures.set(page, [...(figures.get(page) ?? []), element].slice(0, MAX_FIGURES));
  };
  const withGaps = new Set<number>();
  const addGaps = (element: TagElement): void => {
    if (element.type !== 'Table' || !lackSpans(rowsOfTable(element).rows.map(({ cells }) => cells))) return;
    const page = firstPageOf(element);
    if (page !== undefined) withGaps.add(page);
  };
  const visit = (
    element: TagElement,
    block: TagElement,
    around: Pick<ContentPlace, 'row' | 'cell'>,
    outside: string | undefined,
  ): void => {
    const row = element.type === 'TR' ? element : around.row;
    const cell = element.type === 'TD' || element.type === 'TH' ? element : around.cell;
    const inside = outside ?? (insideTypes.has(element.type) ? element.type : undefined);
    addFigure(element);
    addGaps(element);
    const own = isBlockType(element) ? element : block;
    if (own === element) order += 1;
    for (const kid of element.kids) {
      if (!isContent(kid)) {
        visit(kid, own, { row, cell }, inside);
        // What follows an inner block is another part of this one.
        if (isBlockType(kid)) order += 1;
        continue;
      }
      const { page, mark } = kid;
      const onPage = places.get(page) ?? new Map<number, ContentPlace>();
      places.set(page, onPage);
      if (!onPage.has(mark)) onPage.set(mark, { element: own, order, row, cell, inside });
      if (blockPages.length < order) blockPages.length = order;
      blockPages[order] ??= page;
    }
  };
  visit(tree.root, tree.root, { row: undefined, cell: undefined }, undefined);
  // The first page of each block, in tag order.
  const firsts = blockPages.filter((page) => page !== undefined);
  const back = firsts.filter((page, at) => page < (firsts[at - 1] ?? page)).length;
  if (back >= MIN_BACK && back > places.size * MAX_BACK) return undefined;
  // Another program moved whole pages.
  const steps = firsts.filter((page, at) => at > 0 && page !== firsts[at - 1]).length;
  if (back > 0 && steps === new Set(firsts).size - 1) return undefined;

  const markIn: TaggedPages['markIn'] = (page, mark) => {
    const onPage = places.get(page);
    if (mark === undefined || onPage === undefined) return undefined;
    if (onPage.has(mark)) return mark;
    // Some programs refer to content of a form as if it was that of the page.
    return mark >= IN_FORM && onPage.has(mark - IN_FORM) ? mark - IN_FORM : undefined;
  };

  // Pages whose tags are true but lack tables.
  const incomplete = new Set<number>();

  function judge(page: number, runs: readonly TextRun[], findTables: () => readonly PageTable[]): boolean {
    const onPage = places.get(page);
    if (onPage === undefined) return false;
    const blocks = new Map<number, PageBlock>();
    const artifacts: TextRun[] = [];
    const untagged: TextRun[] = [];
    for (const run of runs) {
      const place = onPage.get(markIn(page, run.mark) ?? ARTIFACT);
      if (run.mark === ARTIFACT) artifacts.push(run);
      else if (place === undefined) untagged.push(run);
      if (place === undefined) continue;
      const block = blocks.get(place.order) ?? {
        element: place.element,
        row: place.row,
        cell: place.cell,
        inside: place.inside,
        runs: [],
      };
      blocks.set(place.order, block);
      block.runs.push(run);
    }
    const inOrder = [...blocks].toSorted(([one], [other]) => one - other).map(([, block]) => block);
    const tagged = inOrder.flatMap((block) => block.runs);
    const covered = lettersIn(tagged);
    const all = lettersIn(runs);
    const left = lettersIn(artifacts);
    if (covered < (all - left) * MIN_COVERED || left > Math.max(FEW_ARTIFACTS, covered)) return false;
    if (isMixed(tagged, untagged) || rowsBeside(inOrder, untagged).beside > 0) return false;
    if (hasLostColumn(inOrder, artifacts)) return false;
    const headings = inOrder.filter(({ element }) => levelOf(element, 1) !== undefined);
    const large = lettersIn(headings.flatMap((block) => block.runs));
    if (large > Math.max(FEW_CHARACTERS, covered * MAX_HEADINGS)) return false;
    const boxes = inOrder.map((block) => placeOf(block.runs));
    if (hasUntaggedTable(inOrder, findTables)) {
      incomplete.add(page);
      return false;
    }
    return (
      !isReversed(boxes) &&
      !isCut(inOrder, boxes) &&
      !areJoined(inOrder) &&
      !areInterleaved(inOrder) &&
      !areRowsMixed(inOrder, boxes) &&
      !areCellsStacked(inOrder)
    );
  }

  const judged = new Map<number, boolean>();
  const refused = new Set<number>();
  return {
    tree,
    figures,
    withGaps,
    refused,
    markIn,
    isRunningText: (page, mark) => {
      const place = places.get(page)?.get(markIn(page, mark) ?? ARTIFACT);
      return place !== undefined && (place.inside === undefined || place.inside === 'Formula');
    },
    isPlausible: (page, runs, findTables = () => []) => {
      const known = judged.get(page) ?? judge(page, runs, findTables);
      judged.set(page, known);
      if (!known && !incomplete.has(page) && places.has(page) && runs.some(({ mark }) => mark !== undefined))
        refused.add(page);
      return known;
    },
  };
}
