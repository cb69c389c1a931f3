import { maxOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { heightOf, middleOf } from '../geometry/box.ts';
import { alignedHeadings, areAligned, LINE_DISTANCE } from './aligned-headings.ts';
import { type Column, columnsUnder } from './columns.ts';
import { type ColumnRange, type HeaderBlock, headingsOf, ruledColumns } from './header-columns.ts';
import { type TableLine, toLine } from './lines.ts';
import type { Rule } from './rules.ts';
import { areGroups, spannedColumns } from './spanning-headings.ts';
import { isCaption } from './titles.ts';

/** A header cell: columns `first` to `last`, `above` rows over the lowest header row. */
interface HeaderCell {
  readonly first: number;
  readonly last: number;
  readonly above: number;
  readonly lines: readonly TableLine[];
}

const topOf = (block: HeaderBlock): number => block.lines[0]?.top ?? 0;

const overlaps = (block: HeaderBlock, first: number, last: number): boolean =>
  block.first <= last && block.last >= first;

/** Returns the block directly below that continues a heading. The number of a table's caption is no part of the text below it. */
function blockToJoin(
  heading: TableLine,
  [first, last]: ColumnRange,
  blocks: readonly HeaderBlock[],
  height: number,
): HeaderBlock | undefined {
  const below = blocks.filter((block) => overlaps(block, first, last));
  const [next] = below.toSorted((a, b) => topOf(a) - topOf(b));
  const line = next?.lines[0];
  if (
    next === undefined ||
    line === undefined ||
    isCaption(heading) ||
    next.first !== first ||
    next.last !== last
  )
    return undefined;
  const isNear = middleOf(line) - middleOf(heading) < LINE_DISTANCE * height;
  return isNear ? next : undefined;
}

/** Adds a heading above the lines of a block, or joins it to the block's first line if both are on the same line. */
function addHeading({ lines }: HeaderBlock, heading: TableLine, { words }: TableLine): void {
  const [first] = lines;
  const isSameLine = first?.words[0] !== undefined && words.includes(first.words[0]);
  if (isSameLine) lines[0] = toLine([...first.words, ...heading.words]);
  else lines.unshift(heading);
}

/** Widens a column to its heading, but not into its neighbours. */
function widenColumn(extents: Column[], index: number, heading: TableLine): void {
  const extent = extents[index];
  if (extent === undefined) return;
  extents[index] = {
    left: Math.max(Math.min(extent.left, heading.left), extents[index - 1]?.right ?? -Infinity),
    right: Math.min(Math.max(extent.right, heading.right), extents[index + 1]?.left ?? Infinity),
  };
}

/** Stacks blocks into header cells: each is one row above the highest block below it. */
function stackBlocks(blocks: readonly HeaderBlock[]): HeaderCell[] {
  const levels = new Map<HeaderBlock, number>();
  for (const block of blocks.toSorted((a, b) => topOf(b) - topOf(a))) {
    const below = [...levels].filter(([other]) => overlaps(other, block.first, block.last));
    const highest = maxOf(
      below.map(([, level]) => level),
      -1,
    );
    levels.set(block, highest + 1);
  }
  return [...levels].map(([{ first, last, lines }, above]) => ({
    first,
    last,
    above,
    lines,
  }));
}

/** Returns true if the first line of a header spans groups of the columns, which the last line has headings of. */
function hasGroups(
  lines: readonly (readonly TableLine[])[],
  columns: readonly Column[],
  height: number,
): boolean {
  const [first = []] = lines;
  const last = lines.length < 2 ? [] : (lines.at(-1) ?? []);
  const lowest = (column: number): TableLine | undefined =>
    last.find((heading) => columnsUnder(heading, columns).every((each) => each === column));
  const isHeaded = (column: number): boolean => lowest(column) !== undefined;
  const division = spannedColumns(first, columns, isHeaded, height);
  return division?.some(([from, to]) => to > from) === true && areGroups(first, division, columns, lowest);
}

/**
 * Returns the header cells of a table. Joins the lines of a wrapped heading; a heading over several columns spans them.
 *
 * @param across horizontal rules
 */
export function headerCells(
  lines: readonly TableLine[],
  columns: readonly Column[],
  across: readonly Rule[],
): HeaderCell[] {
  const extents = columns.map((column) => ({ ...column }));
  const height = median(lines.map(heightOf));
  const all = lines.map((line) => headingsOf(line, columns, height));
  const aligned = hasGroups(all, columns, height) ? undefined : alignedHeadings(all, columns, height);
  if (aligned !== undefined) return stackBlocks(aligned);
  const blocks: HeaderBlock[] = [];
  for (const line of lines.toReversed()) {
    const headings = headingsOf(line, columns, height);
    const ruled = ruledColumns(headings, columns, across);
    const isHeaded = (column: number): boolean => blocks.some((block) => overlaps(block, column, column));
    const isWrapped = (heading: TableLine): boolean => {
      const range = columnsUnder(heading, extents);
      const next = blockToJoin(heading, range, blocks, height)?.lines[0];
      return range[1] > 0 && next !== undefined && areAligned(heading, next);
    };
    const lowest = (column: number): TableLine | undefined =>
      blocks.find((block) => block.first === column && block.last === column)?.lines[0];
    const division = spannedColumns(headings, extents, isHeaded, height);
    const isSpanned =
      division !== undefined && (!headings.some(isWrapped) || areGroups(headings, division, extents, lowest));
    const spanned = isSpanned ? division : undefined;
    for (const [index, heading] of headings.entries()) {
      const known = headings.length === columns.length ? ([index, index] as const) : ruled[index];
      const range = known ?? spanned?.[index] ?? columnsUnder(heading, extents);
      const joined = blockToJoin(heading, range, blocks, height);
      if (joined !== undefined) addHeading(joined, heading, line);
      else blocks.push({ first: range[0], last: range[1], lines: [heading] });
      if (range[0] === range[1]) widenColumn(extents, range[0], heading);
    }
  }
  return stackBlocks(blocks);
}
