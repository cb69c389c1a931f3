import { minOf } from '../../base/arrays.ts';
import { centerOf, heightOf, middleOf } from '../geometry/box.ts';
import { type Column, columnsUnder } from './columns.ts';
import { type Line, segmentsOf, toLine } from './lines.ts';
import type { Rule } from './rules.ts';
import type { Word } from './words.ts';

/** The first and the last column under a heading. */
export type ColumnRange = readonly [number, number];

/** Lines of one header cell, from top to bottom, and its columns. */
export interface HeaderBlock {
  readonly first: number;
  readonly last: number;
  readonly lines: Line[];
}

// Heights of a line between a heading's bottom and the rule under it; a rule further away is another heading's.
const RULE_DISTANCE = 0.8;
// Points by which a rule can be shorter than its heading at either end.
const RULE_TOLERANCE = 2;
// Points by which edges or centers of aligned lines differ.
const ALIGNED = 2.5;
// Points by which a line can be wider than the heading above it that covers it.
const COVER_TOLERANCE = 5;
// Share of a column's width above which a heading covers it.
const COVERED_SHARE = 0.5;

const overlap = (one: Column, other: Column): number =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left);

/** Splits a line into headings. The gap between headings of different columns can be as narrow as between words. */
export function headingsOf(
  line: Line,
  columns: readonly Column[],
  gaps: { readonly wide: number; readonly near: number },
): Line[] {
  return segmentsOf(line, gaps.wide).flatMap((piece) => {
    const parts: Word[][] = [];
    let previous: Word | undefined;
    for (const word of piece.words) {
      const isApart =
        previous === undefined ||
        (word.left - previous.right > gaps.near &&
          columnsUnder(previous, columns)[1] < columnsUnder(word, columns)[0]);
      if (isApart) parts.push([]);
      parts.at(-1)?.push(word);
      previous = word;
    }
    return parts.map(toLine);
  });
}

/** Divides the columns of a range among headings: each column goes to the nearest. */
function divideColumns(
  headings: readonly Line[],
  [first, last]: ColumnRange,
  columns: readonly Column[],
): (ColumnRange | undefined)[] {
  const shares = headings.map((): number[] => []);
  for (const [index, column] of columns.entries()) {
    if (index < first || index > last) continue;
    const distances = headings.map((heading) => Math.abs(centerOf(heading) - centerOf(column)));
    shares[distances.indexOf(minOf(distances))]?.push(index);
  }
  return shares.map(([from, ...rest]) => (from === undefined ? undefined : [from, rest.at(-1) ?? from]));
}

/** The rule drawn under a heading, which shows its columns. A rule under all columns separates the header from the body. */
function ruleUnder(
  across: readonly Rule[],
  heading: Line,
  [label, ...values]: readonly Column[],
): Rule | undefined {
  const last = values.at(-1);
  if (label === undefined || last === undefined) return undefined;
  return across.find(
    ({ at, from, to }) =>
      at > middleOf(heading) &&
      at < heading.bottom + RULE_DISTANCE * heightOf(heading) &&
      from <= heading.left + RULE_TOLERANCE &&
      to >= heading.right - RULE_TOLERANCE &&
      (from > centerOf(label) || to < centerOf(last)),
  );
}

/** Columns of each heading that a rule is drawn under. Headings over the same rule share its columns. */
export function ruledColumns(
  headings: readonly Line[],
  columns: readonly Column[],
  across: readonly Rule[],
): (ColumnRange | undefined)[] {
  const rules = headings.map((heading) => ruleUnder(across, heading, columns));
  return headings.map((heading, index) => {
    const rule = rules[index];
    if (rule === undefined) return undefined;
    const range = columnsUnder({ left: rule.from, right: rule.to }, columns);
    const sharers = headings.filter((_, other) => rules[other] === rule);
    return divideColumns(sharers, range, columns)[sharers.indexOf(heading)];
  });
}

/** Whether a heading covers more than half of at least two columns of a range. */
export function coversSeveral(
  heading: Line,
  [first, last]: ColumnRange,
  columns: readonly Column[],
): boolean {
  const covered = columns
    .slice(first, last + 1)
    .filter((column) => overlap(column, heading) / Math.max(1, column.right - column.left) > COVERED_SHARE);
  return covered.length > 1;
}

/** The column of a range that a heading overlaps most. */
export function nearestColumn(heading: Line, [first, last]: ColumnRange, columns: readonly Column[]): number {
  const candidates = columns
    .slice(first, last + 1)
    .map((column, index) => ({ index: first + index, shared: overlap(column, heading) }));
  return candidates.toSorted((a, b) => b.shared - a.shared)[0]?.index ?? first;
}

/** Whether a line is the start of the heading below it: at most one is under it, and one is aligned with it. */
function continuesBelow(line: Line, blocks: readonly HeaderBlock[]): boolean {
  const under = blocks
    .map((block) => block.lines[0])
    .filter((other) => other !== undefined)
    .filter((other) => other.left < line.right && other.right > line.left);
  const covered = under.filter(
    (other) => other.left > line.left - COVER_TOLERANCE && other.right < line.right + COVER_TOLERANCE,
  );
  if (covered.length > 1) return false;
  return under.some(
    (other) =>
      Math.abs(other.left - line.left) < ALIGNED ||
      Math.abs(other.right - line.right) < ALIGNED ||
      Math.abs(centerOf(other) - centerOf(line)) < ALIGNED,
  );
}

/**
 * Columns of headings without rules that group the headings below them: each value column goes to the nearest. Undefined
 * if the headings do not group others.
 *
 * @param extents the columns, widened by the headings below
 */
export function groupedColumns(
  headings: readonly Line[],
  columns: readonly Column[],
  extents: readonly Column[],
  blocks: readonly HeaderBlock[],
): ColumnRange[] | undefined {
  const overValues = headings.every((heading) => columnsUnder(heading, extents)[0] > 0);
  const below = blocks.filter((block) => block.first > 0);
  if (headings.length === 0 || !overValues || headings.length * 2 > below.length) return undefined;
  if (headings.some((heading) => continuesBelow(heading, blocks))) return undefined;
  const shares = divideColumns(headings, [1, columns.length - 1], columns);
  return shares.some((share) => share === undefined || share[0] === share[1])
    ? undefined
    : shares.filter((share) => share !== undefined);
}
