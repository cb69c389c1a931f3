import { maxOf, minOf } from '../../../base/arrays.ts';
import { median } from '../../../base/median.ts';
import { heightOf, middleOf } from '../../../shared/geometry/box.ts';
import { type Column, columnsUnder } from './columns.ts';
import { isData } from './header-rows.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import type { Rule } from './rules.ts';

// Headings of neighbouring columns stand nearer to each other than numbers do.

/** Gap between two headings, in heights of a line, and in spaces between words, which are wide where all letters are. */
export const HEADER_GAP = { heights: 0.5, spaces: 1.6 };
/** The same between headings that stand over different columns. */
export const NEAR_GAP = { heights: 0.34, spaces: 1.25 };

/** A gap in points. */
export const gapOf = (gap: typeof HEADER_GAP, lines: readonly Line[], space: number): number =>
  Math.max(gap.heights, gap.spaces * space) * median(lines.map(heightOf));

/**
 * How many of a table's first lines are its head: those over a line that is drawn across, or over the first numbers.
 * `space` is how wide a space between words is, in heights of a line.
 */
export function headerLength(
  lines: readonly Line[],
  columns: readonly Column[],
  across: readonly Rule[],
  space: number,
): number {
  const left = minOf(lines.map((line) => line.left));
  const right = maxOf(lines.map((line) => line.right));
  const width = right - left;
  const under = across
    .filter(({ from, to }) => from <= left + 8 && to - from >= 0.75 * width)
    .map(({ at }) => lines.filter((line) => middleOf(line) < at).length)
    .filter((count) => count > 0 && count <= Math.min(9, 0.6 * lines.length));
  const first = minOf(under);
  const gap = gapOf(HEADER_GAP, lines, space);
  const isBody = (line: Line): boolean => {
    const values = segmentsOf(line, gap)
      .filter((piece) => columnsUnder(piece, columns)[0] > 0)
      .map(textOf);
    return values.length > 0 && values.filter(isData).length >= 0.5 * values.length;
  };
  const numbers = lines.findIndex(isBody);
  if (first !== Infinity && (numbers < 0 || first <= numbers + 1)) return first;
  if (numbers < 0 || numbers > 8) return 1;
  // A line above the numbers that has nothing but a label is the first section's title.
  let count = numbers;
  const isLabel = (line: Line | undefined): boolean => {
    if (line === undefined) return false;
    const pieces = segmentsOf(line, gap);
    return pieces.length === 1 && columnsUnder(line, columns)[0] === 0;
  };
  while (count > 1 && isLabel(lines[count - 1])) count -= 1;
  return count;
}
