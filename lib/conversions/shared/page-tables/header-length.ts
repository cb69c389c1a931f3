import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { heightOf, middleOf, sharedWidth } from '../geometry/box.ts';
import { type Column, columnsUnder } from './columns.ts';
import { isData } from './header-rows.ts';
import { segmentsOf, type TableLine, textOf } from './lines.ts';
import { isUnfinished } from './rows.ts';
import type { Rule } from './rules.ts';

// Maximum points by which a rule under the header starts right of the table.
const RULE_MARGIN = 8;
/** Minimum share of a table's width that its rules cover. */
export const RULE_WIDTH = 0.75;
// Maximum share of a table's lines that are above the rule under its header.
const MAX_HEADER_SHARE = 0.6;
// Maximum lines of a header without a rule.
const MAX_LINES = 8;
// Minimum share of data among the values of a body row.
const DATA_SHARE = 0.5;

/** Minimum gap between two headings, in line heights: they are closer to each other than numbers. */
export const HEADER_GAP = 0.5;

/** Returns the number of header lines: those that are not upright, above a rule across the table, or above the first numbers. */
export function headerLength(
  lines: readonly TableLine[],
  columns: readonly Column[],
  across: readonly Rule[],
): number {
  const turned = lines.findIndex((line) => !line.words.some(({ source }) => source !== undefined));
  if (turned > 0) return turned;
  const left = minOf(lines.map((line) => line.left));
  const right = maxOf(lines.map((line) => line.right));
  const width = right - left;
  const under = across
    .filter(({ from, to }) => from <= left + RULE_MARGIN && to - from >= RULE_WIDTH * width)
    .map(({ at }) => lines.filter((line) => middleOf(line) < at).length)
    .filter((count) => count > 0 && count <= MAX_HEADER_SHARE * lines.length);
  const first = minOf(under);
  const gap = HEADER_GAP * median(lines.map(heightOf));
  const isBody = (line: TableLine, index: number): boolean => {
    const above = lines[index - 1];
    const upper = above === undefined ? [] : segmentsOf(above, gap);
    const continues = (piece: TableLine): boolean =>
      upper.some((other) => sharedWidth(other, piece) > 0 && isUnfinished(other, piece));
    const values = segmentsOf(line, gap)
      .filter((piece) => columnsUnder(piece, columns)[0] > 0 && !continues(piece))
      .map(textOf);
    return values.length > 0 && values.filter(isData).length >= DATA_SHARE * values.length;
  };
  const numbers = lines.findIndex(isBody);
  if (first !== Infinity && (numbers < 0 || first <= numbers + 1)) return first;
  if (numbers < 0 || numbers > MAX_LINES) return 1;
  // A line above the numbers with nothing but a label is the title of the first section.
  let count = numbers;
  const isLabel = (line: TableLine | undefined): boolean => {
    if (line === undefined) return false;
    const pieces = segmentsOf(line, gap);
    return pieces.length === 1 && columnsUnder(line, columns)[0] === 0;
  };
  while (count > 1 && isLabel(lines[count - 1])) count -= 1;
  return count;
}
