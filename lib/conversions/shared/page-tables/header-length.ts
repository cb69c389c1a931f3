import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { heightOf, middleOf } from '../geometry/box.ts';
import { type Column, columnsUnder } from './columns.ts';
import { isData } from './header-rows.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import type { Rule } from './rules.ts';

// Points by which a rule under the header can begin right of the table.
const RULE_MARGIN = 8;
// Share of the table's width that a rule under the header covers.
const RULE_WIDTH = 0.75;
// Lines of a header above a rule, at most, and their share of the table.
const MAX_RULED_LINES = 9;
const MAX_HEADER_SHARE = 0.6;
// Lines of a header without a rule, at most.
const MAX_LINES = 8;
// Share of its values that are data in a row of the body.
const DATA_SHARE = 0.5;

// Headings of neighbouring columns are closer to each other than numbers.

/** Gap between two headings, in line heights. */
export const HEADER_GAP = 0.5;
/** The same between headings over different columns. */
export const NEAR_GAP = 0.34;

/** Number of lines of a table's header: those above a rule across it, or above the first numbers. */
export function headerLength(
  lines: readonly Line[],
  columns: readonly Column[],
  across: readonly Rule[],
): number {
  const left = minOf(lines.map((line) => line.left));
  const right = maxOf(lines.map((line) => line.right));
  const width = right - left;
  const under = across
    .filter(({ from, to }) => from <= left + RULE_MARGIN && to - from >= RULE_WIDTH * width)
    .map(({ at }) => lines.filter((line) => middleOf(line) < at).length)
    .filter((count) => count > 0 && count <= Math.min(MAX_RULED_LINES, MAX_HEADER_SHARE * lines.length));
  const first = minOf(under);
  const gap = HEADER_GAP * median(lines.map(heightOf));
  const isBody = (line: Line): boolean => {
    const values = segmentsOf(line, gap)
      .filter((piece) => columnsUnder(piece, columns)[0] > 0)
      .map(textOf);
    return values.length > 0 && values.filter(isData).length >= DATA_SHARE * values.length;
  };
  const numbers = lines.findIndex(isBody);
  if (first !== Infinity && (numbers < 0 || first <= numbers + 1)) return first;
  if (numbers < 0 || numbers > MAX_LINES) return 1;
  // A line above the numbers with nothing but a label is the title of the first section.
  let count = numbers;
  const isLabel = (line: Line | undefined): boolean => {
    if (line === undefined) return false;
    const pieces = segmentsOf(line, gap);
    return pieces.length === 1 && columnsUnder(line, columns)[0] === 0;
  };
  while (count > 1 && isLabel(lines[count - 1])) count -= 1;
  return count;
}
