import { minOf } from '../../base/arrays.ts';
import { centerOf, heightOf, middleOf } from '../geometry/box.ts';
import { type Column, columnsUnder, SEGMENT_GAP } from './columns.ts';
import { HEADER_GAP, NEAR_GAP } from './header-length.ts';
import { type Line, toLine } from './lines.ts';
import type { Rule } from './rules.ts';
import { endsAt, sharedEnds } from './shared-ends.ts';
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

/** Splits a line into headings. The gap between headings of different columns can be as narrow as between words. */
export function headingsOf(line: Line, columns: readonly Column[], height: number): Line[] {
  const ends = sharedEnds(line, columns);
  const isApart = (word: Word, previous: Word): boolean => {
    const gap = (word.left - previous.right) / height;
    if (gap <= NEAR_GAP) return false;
    const [before, after] = [columnsUnder(previous, columns)[1], columnsUnder(word, columns)[0]];
    // The blanks of monospaced text are wider than gaps between other headings.
    if (ends.length > 0 && gap < SEGMENT_GAP)
      return ends.some((column) => endsAt(previous, column)) || (before === 0 && after > 0);
    return gap > HEADER_GAP || before < after;
  };
  const parts: Word[][] = [];
  let previous: Word | undefined;
  for (const word of line.words) {
    if (previous === undefined || isApart(word, previous)) parts.push([]);
    parts.at(-1)?.push(word);
    previous = word;
  }
  return parts.map(toLine);
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
