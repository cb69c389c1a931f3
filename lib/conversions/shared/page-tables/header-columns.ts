import { minOf } from '../../base/arrays.ts';
import { centerOf, heightOf, middleOf } from '../geometry/box.ts';
import { type Column, columnsUnder } from './columns.ts';
import { HEADER_GAP } from './header-length.ts';
import { type TableLine, toLine } from './lines.ts';
import type { Rule } from './rules.ts';
import type { Word } from './words.ts';

// Minimum gap between headings over different columns, in line heights.
const NEAR_GAP = 0.36;

/** First and last column under a heading. */
export type ColumnRange = readonly [number, number];

/** The columns of a header cell, and its lines from top to bottom. */
export interface HeaderBlock {
  readonly first: number;
  readonly last: number;
  readonly lines: TableLine[];
}

// Maximum distance between a heading and the rule under it, in line heights. A more distant rule is another heading's.
const RULE_DISTANCE = 0.8;
// Maximum points by which a rule is shorter than its heading at either end.
const RULE_TOLERANCE = 2;

/** Splits a line into headings. The gap between headings of different columns can be as narrow as a space. */
export function headingsOf(line: TableLine, columns: readonly Column[], height: number): TableLine[] {
  const parts: Word[][] = [];
  let previous: Word | undefined;
  for (const word of line.words) {
    const gap = previous === undefined ? Infinity : (word.left - previous.right) / height;
    const isNextColumn =
      previous !== undefined && columnsUnder(previous, columns)[1] < columnsUnder(word, columns)[0];
    if (gap > (isNextColumn ? NEAR_GAP : HEADER_GAP)) parts.push([]);
    parts.at(-1)?.push(word);
    previous = word;
  }
  return parts.map(toLine);
}

/** Divides the columns of a range among headings: each column goes to the nearest. */
function divideColumns(
  headings: readonly TableLine[],
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

/** Returns the rule under a heading, which defines its columns. A rule under all columns separates header and body. */
function ruleUnder(
  across: readonly Rule[],
  heading: TableLine,
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

/** Returns the columns of each heading that has a rule under it. Headings over the same rule share its columns. */
export function ruledColumns(
  headings: readonly TableLine[],
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
