import { median } from '../../base/median.ts';
import type { Edges } from '../geometry/box.ts';
import { heightOf, middleOf, unionOf } from '../geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import type { Rule } from './rules.ts';
import { sharedEnds } from './shared-ends.ts';
import { isCaption } from './titles.ts';
import { isNumeric } from './words.ts';

// Words of a cell in a table with several columns, at most; more are prose.
const PROSE_WORDS = 9;
// Share of the region's width above which a piece of so many words is prose.
const PROSE_WIDTH = 0.5;
// Points from the region's left at which a rule across it begins, at most, and the share of its width it covers.
const RULE_MARGIN = 8;
const RULE_WIDTH = 0.75;
// Lines next to the region whose median height is the line height.
const MEASURED_LINES = 5;
// Line heights between two rows, at most.
const MAX_ROW_GAP = 2.2;
// Times the white space between the rows of a region, up to which the next row is one of them.
const USUAL_GAP = 1.3;
// Line heights by which a rule can be inside the row next to it.
const RULE_REACH = 0.5;
// Points; the line height if there are no lines between two parts.
const DEFAULT_HEIGHT = 10;

export const piecesOf = (line: Line): Line[] => segmentsOf(line, SEGMENT_GAP * heightOf(line));

/** Whether a line belongs to prose and not to a table, by its words and its extent. */
export function isProse(line: Line, { left, right }: Edges): boolean {
  const width = right - left;
  const isLong = (piece: Line): boolean =>
    piece.words.length >= PROSE_WORDS && piece.right - piece.left > PROSE_WIDTH * width;
  return piecesOf(line).some(isLong);
}

/** Positions of the rules across a region, from top to bottom. */
function wideRules(across: readonly Rule[], { left, right }: Edges): number[] {
  const width = right - left;
  const rows = Map.groupBy(across, ({ at }) => Math.round(at));
  return [...rows]
    .filter(([, rules]) => {
      const reaches = rules.some(({ from }) => from <= left + RULE_MARGIN);
      const covered = rules.reduce(
        (sum, { from, to }) => sum + Math.max(0, Math.min(to, right) - Math.max(from, left)),
        0,
      );
      return reaches && covered >= RULE_WIDTH * width;
    })
    .map(([at]) => at)
    .toSorted((a, b) => a - b);
}

const isValues = (line: Line): boolean => {
  const pieces = piecesOf(line);
  return pieces.length >= 2 && pieces.slice(1).some((piece) => isNumeric(textOf(piece)));
};

/**
 * Extends a table to its header, up to a title or prose. A rule needs room between two rows.
 *
 * @param row the pieces of the first row, which show where headings close to each other end
 */
export function growUp(
  region: Edges,
  above: readonly Line[],
  across: readonly Rule[],
  usualGap: number,
  row: readonly Line[],
): Edges {
  const wide = wideRules(across, region);
  const height = median(above.slice(0, MEASURED_LINES).map(heightOf));
  let grown = region;
  let taken = region;
  for (const line of above) {
    const isRuled = wide.some((at) => at > middleOf(line) && at <= taken.top + RULE_REACH * height);
    const room = Math.max(MAX_ROW_GAP * height, USUAL_GAP * usualGap) + (isRuled ? height : 0);
    if (taken.top - line.bottom > room || isCaption(line) || isProse(line, region)) break;
    taken = unionOf([taken, line]);
    if (piecesOf(line).length > 1 || sharedEnds(line, row).length > 0) grown = taken;
  }
  return grown;
}

/** Extends a table by the rows under it, down to a title or prose. */
export function growDown(region: Edges, below: readonly Line[], usualGap: number): Edges {
  const height = median(below.slice(0, MEASURED_LINES).map(heightOf));
  let grown = region;
  let taken = region;
  for (const line of below) {
    if (line.top - taken.bottom > Math.max(MAX_ROW_GAP * height, USUAL_GAP * usualGap)) break;
    if (isCaption(line) || isProse(line, region)) break;
    taken = unionOf([taken, line]);
    if (isValues(line)) grown = taken;
  }
  return grown;
}

/** Whether two regions, one under the other, are parts of one table, by the lines between them. */
export function areOne(upper: Edges, lower: Edges, between: readonly Line[]): boolean {
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
