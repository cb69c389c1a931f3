import { median } from '../../base/median.ts';
import type { Edges } from '../geometry/box.ts';
import { centerOf, heightOf, unionOf } from '../geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { segmentsOf, type TableLine, textOf } from './lines.ts';
import { isCaption } from './titles.ts';
import { isNumeric } from './words.ts';

// A piece with at least PROSE_WORDS words is prose if it is wider than PROSE_WIDTH times its region.
const PROSE_WORDS = 9;
const PROSE_WIDTH = 0.5;
// Maximum white space between two rows, in line heights.
const MAX_ROW_GAP = 2.2;
// A row joins the region if its gap is at most this multiple of the usual row gap.
const USUAL_GAP = 1.3;
// Minimum width of a column of labels, and maximum difference between the middles of a heading and those below it, in line heights.
const LABEL_WIDTH = 2;
const CENTERED = 1;
// Maximum gap between two lines of a cell, in line heights, and maximum difference between their starts, in points.
const CELL_GAP = 0.6;
const ALIGNED = 2;
// Line height in points if there are no lines between two parts.
const DEFAULT_HEIGHT = 10;

export const piecesOf = (line: TableLine): TableLine[] => segmentsOf(line, SEGMENT_GAP * heightOf(line));

/** Returns true if a line is prose, by the number of its words and its width. */
export function isProse(line: TableLine, { left, right }: Edges): boolean {
  const width = right - left;
  const isLong = (piece: TableLine): boolean =>
    piece.words.length >= PROSE_WORDS && piece.right - piece.left > PROSE_WIDTH * width;
  return piecesOf(line).some(isLong);
}

const isValues = (line: TableLine): boolean => {
  const pieces = piecesOf(line);
  return pieces.length >= 2 && pieces.slice(1).some((piece) => isNumeric(textOf(piece)));
};

/**
 * Extends a table up to its header; stops at a title or prose.
 *
 * @param first the first line of the region
 */
export function growUp(
  region: Edges,
  above: readonly TableLine[],
  usualGap: number,
  first?: TableLine,
): Edges {
  const height = median(above.map(heightOf));
  let grown = region;
  let taken = region;
  let below = first;
  for (const line of above) {
    const room = Math.max(MAX_ROW_GAP * height, USUAL_GAP * usualGap);
    if (taken.top - line.bottom > room || isCaption(line) || isProse(line, region)) break;
    taken = unionOf([taken, line]);
    if (piecesOf(line).length > 1 || isOverHeadings(line, below, region)) grown = taken;
    below = line;
  }
  return grown;
}

/** Returns true if a line is a heading over all headings of the line below it, which leaves the column of labels out. */
export const isOverHeadings = (
  line: TableLine,
  below: TableLine | undefined,
  { left }: Pick<Edges, 'left'>,
): boolean =>
  below !== undefined &&
  piecesOf(line).length === 1 &&
  piecesOf(below).length > 1 &&
  below.left > left + LABEL_WIDTH * heightOf(line) &&
  line.left > below.left - heightOf(line) &&
  line.right < below.right + heightOf(line) &&
  Math.abs(centerOf(line) - centerOf(below)) < CENTERED * heightOf(line);

/**
 * Extends a table by the rows below it; stops at a title or prose.
 *
 * @param last the last line of the region
 */
export function growDown(
  region: Edges,
  below: readonly TableLine[],
  usualGap: number,
  last?: TableLine,
): Edges {
  const height = median(below.map(heightOf));
  let grown = region;
  let taken = region;
  let above = last;
  for (const line of below) {
    if (line.top - taken.bottom > Math.max(MAX_ROW_GAP * height, USUAL_GAP * usualGap)) break;
    if (isCaption(line) || (isProse(line, region) && !isValues(line))) break;
    const isRest = grown === taken && continuesCell(line, above);
    taken = unionOf([taken, line]);
    above = line;
    if (isValues(line) || isRest) grown = taken;
  }
  return grown;
}

/** Returns true if a line is the next one of a cell right of the labels. */
const continuesCell = (line: TableLine, above: TableLine | undefined): boolean =>
  above !== undefined &&
  line.top - above.bottom < CELL_GAP * heightOf(line) &&
  piecesOf(line).length === 1 &&
  piecesOf(above)
    .slice(1)
    .some(({ left }) => Math.abs(left - line.left) < ALIGNED);

/** Returns true if two regions below each other are parts of one table, judged by the lines between them. */
export function areOne(upper: Edges, lower: Edges, between: readonly TableLine[]): boolean {
  const both = {
    ...upper,
    left: Math.min(upper.left, lower.left),
    right: Math.max(upper.right, lower.right),
  };
  const height = median(between.map(heightOf)) || DEFAULT_HEIGHT;
  let bottom = upper.bottom;
  for (const line of [...between, { ...lower, words: [] }]) {
    if (line.top - bottom > MAX_ROW_GAP * height) return false;
    bottom = Math.max(bottom, line.bottom);
  }
  return !between.some((line) => isCaption(line) || isProse(line, both));
}
