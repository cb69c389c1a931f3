import { median } from '../../base/median.ts';
import type { Edges } from '../geometry/box.ts';
import { heightOf, middleOf, unionOf } from '../geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import type { Rule } from './rules.ts';
import { isNumeric } from './words.ts';

// Words of a cell in a table with several columns, at most; more are prose.
const PROSE_WORDS = 9;
// Share of the region's width above which a piece of so many words is prose.
const PROSE_WIDTH = 0.5;
// Pieces of a page header or footer with a page number, at most.
const MAX_FOLIO_PIECES = 3;
// Points from the region's left at which a rule across it begins, at most, and the share of its width it covers.
const RULE_MARGIN = 8;
const RULE_WIDTH = 0.75;
// Lines next to the region whose median height is the line height.
const MEASURED_LINES = 5;
// Share of the region's height, from its top, in which a rule separates its own header.
const HEADER_SHARE = 0.4;
// Line heights between two rows, at most.
const MAX_ROW_GAP = 2.2;
// Times the white space between the rows of a region, up to which the next row is one of them.
const USUAL_GAP = 1.3;
// Line heights by which a rule can be inside the row next to it.
const RULE_REACH = 0.5;
// Share of the region's width by which a heading over several columns is indented.
const SPANNER_INDENT = 0.15;
// Line heights between a rule and the header above it, at most.
const RULE_DISTANCE = 1.5;
// Line heights, points and share of the width: gap, outdent and length of a wrapped label.
const WRAP_GAP = 0.6;
const WRAP_OUTDENT = 2;
const WRAP_WIDTH = 0.6;
// Share of the narrower width that two parts of a table have in common, and line heights between them.
const SHARED_WIDTH = 0.6;
const MAX_PART_GAP = 3.5;
// Points; the line height if there are no lines between two parts.
const DEFAULT_HEIGHT = 10;

const TABLE_TITLE =
  /^(?:(?:表|표|таблица)\s*\d|(?:table|tab\.|exhibit|tabelle|tableau|tabla|tabella)\s*[\dA-Z])/i;
const OTHER_TITLE =
  /^(?:(?:図|图|그림|рис\.)\s*\d|(?:figure|fig\.|chart|box|annex|appendix|abb\.|abbildung)\s*[\dA-Z])/i;
const NOTE =
  /^(?:(?:NOTES?|SOURCES?)\b|(?:Notes?|Sources?|Abbreviations?|Legend|Key)\s?[:.]|See notes|[*†‡§¶]|\(\d\)\s\p{L}|[¹²³])/u;

/** Whether a line is the title of a table. */
export const isTableTitle = (line: Line): boolean => TABLE_TITLE.test(textOf(line));
/** Whether a line is the title of a table, a figure or a part. */
export const isCaption = (line: Line): boolean => isTableTitle(line) || OTHER_TITLE.test(textOf(line));
/** Whether a line begins the notes under a table: notes, sources, explanations of symbols. */
export const isNote = (line: Line): boolean => NOTE.test(textOf(line));

export const piecesOf = (line: Line): Line[] => segmentsOf(line, SEGMENT_GAP * heightOf(line));

/** Whether a line belongs to prose and not to a table, by its words and its extent. */
export function isProse(line: Line, { left, right }: Edges): boolean {
  const width = right - left;
  const isLong = (piece: Line): boolean =>
    piece.words.length >= PROSE_WORDS && piece.right - piece.left > PROSE_WIDTH * width;
  return piecesOf(line).some(isLong);
}

const FOLIO = /^(?:page\s)?(?:\d{1,4}|[ivxl]{1,6}|[a-z]-\d{1,3})$/i;

/** Whether a line is a page header or footer: a page number, alone or beside a title. */
export function isFolio(line: Line): boolean {
  const pieces = piecesOf(line);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined || pieces.length > MAX_FOLIO_PIECES) return false;
  const words = [first.words[0], last.words.at(-1)].map((word) => word?.text ?? '');
  return [textOf(first), textOf(last), ...words].some((text) => FOLIO.test(text));
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

/** Extends a table to its header, up to a rule across it, a title or prose. */
export function growUp(region: Edges, above: readonly Line[], across: readonly Rule[], usualGap = 0): Edges {
  const wide = wideRules(across, region);
  const height = median(above.slice(0, MEASURED_LINES).map(heightOf));
  let grown = region;
  let taken = region;
  // Rules that separate the region's own header from its body.
  let crossed = wide.filter(
    (at) => at > region.top + 1 && at < region.top + HEADER_SHARE * (region.bottom - region.top),
  ).length;
  for (const line of above) {
    const rules = wide.filter((at) => at > middleOf(line) && at <= taken.top + RULE_REACH * height).length;
    if (crossed + rules > 1 || (rules > 0 && crossed > 0)) break;
    if (
      taken.top - line.bottom >
      Math.max(MAX_ROW_GAP * height, USUAL_GAP * usualGap) + (rules > 0 ? height : 0)
    )
      break;
    if (isCaption(line) || isNote(line) || isProse(line, region)) break;
    crossed += rules;
    taken = unionOf([taken, line]);
    const pieces = piecesOf(line);
    const isSpanner =
      pieces.length === 1 && line.left > region.left + SPANNER_INDENT * (region.right - region.left);
    if (
      pieces.length > 1 ||
      isSpanner ||
      wide.some((at) => at < line.top && at > line.top - RULE_DISTANCE * height)
    )
      grown = taken;
  }
  return grown;
}

/** Cuts off the notes under a table. */
export function withoutNotes(region: Edges, lines: readonly Line[]): Edges {
  const middle = (region.top + region.bottom) / 2;
  const note = lines.find(
    (line) => line.top > middle && isNote(line) && (piecesOf(line).length === 1 || isProse(line, region)),
  );
  return note === undefined ? region : { ...region, bottom: note.top };
}

/** Whether a line continues the label of a table's last row. Notes begin with a single letter or a symbol. */
function isWrapOf({ left, right, bottom }: Edges, line: Line): boolean {
  return (
    piecesOf(line).length === 1 &&
    /^\p{Ll}{2}/u.test(textOf(line)) &&
    line.top - bottom < WRAP_GAP * heightOf(line) &&
    line.left > left - WRAP_OUTDENT &&
    line.right < left + WRAP_WIDTH * (right - left)
  );
}

/**
 * Extends a table by the rows under it, down to a rule across it, notes or prose.
 */
export function growDown(
  region: Edges,
  below: readonly Line[],
  across: readonly Rule[],
  usualGap = 0,
): Edges {
  const wide = wideRules(across, region);
  const height = median(below.slice(0, MEASURED_LINES).map(heightOf));
  let grown = region;
  let taken = region;
  for (const line of below) {
    if (wide.some((at) => at < middleOf(line) && at >= taken.bottom - RULE_REACH * height)) break;
    if (line.top - taken.bottom > Math.max(MAX_ROW_GAP * height, USUAL_GAP * usualGap)) break;
    if (isCaption(line) || isNote(line) || isProse(line, region)) break;
    const isWrapped = taken === grown && isWrapOf(grown, line);
    taken = unionOf([taken, line]);
    if (isWrapped || isValues(line)) grown = taken;
  }
  return grown;
}

const firstPiece = (line: Line): string[] => {
  const text = line.words.length === 0 ? '' : textOf(piecesOf(line)[0] ?? line);
  return isNumeric(text) ? [] : [text];
};

/**
 * Whether two regions, one under the other, are parts of one table, by the lines between them. A label of the upper one's
 * `header` that repeats there, or in the `next` lines, begins another table.
 */
export function areOne(
  upper: Edges,
  lower: Edges,
  { header, between, next }: { header: readonly Line[]; between: readonly Line[]; next: readonly Line[] },
): boolean {
  const shared = Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left);
  if (shared < SHARED_WIDTH * Math.min(upper.right - upper.left, lower.right - lower.left)) return false;
  const both = {
    ...upper,
    left: Math.min(upper.left, lower.left),
    right: Math.max(upper.right, lower.right),
  };
  const height = median(between.map(heightOf)) || DEFAULT_HEIGHT;
  let bottom = upper.bottom;
  for (const line of [...between, { ...lower, words: [] }]) {
    if (line.top - bottom > MAX_PART_GAP * height) return false;
    bottom = Math.max(bottom, line.bottom);
  }
  if (between.some((line) => isCaption(line) || isNote(line) || isProse(line, both))) return false;
  const labels = new Set(header.flatMap((line) => firstPiece(line)));
  return ![...between, ...next].some((line) => firstPiece(line).some((text) => labels.has(text)));
}
