import { median } from '../../../base/median.ts';
import type { Edges } from '../../../shared/geometry/box.ts';
import { heightOf, middleOf, unionOf } from '../../../shared/geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import type { Rule } from './rules.ts';
import { isNumeric } from './words.ts';

const TABLE_TITLE =
  /^(?:(?:表|표|таблица)\s*\d|(?:table|tab\.|exhibit|tabelle|tableau|tabla|tabella)\s*[\dA-Z])/i;
const OTHER_TITLE =
  /^(?:(?:図|图|그림|рис\.)\s*\d|(?:figure|fig\.|chart|box|annex|appendix|abb\.|abbildung)\s*[\dA-Z])/i;
const NOTE =
  /^(?:(?:NOTES?|SOURCES?)\b|(?:Notes?|Sources?|Abbreviations?|Legend|Key)\s?[:.]|Exhibit reads|See notes|[*†‡§¶]|\(\d\)\s\p{L}|[¹²³]|[—–-]\s(?:[Nn]ot|[Rr]epr))/u;

/** Whether a line is the title of a table. */
export const isTableTitle = (line: Line): boolean => TABLE_TITLE.test(textOf(line));
/** Whether a line is the title of a table, a figure or a part. */
export const isCaption = (line: Line): boolean => isTableTitle(line) || OTHER_TITLE.test(textOf(line));
/** Whether a line begins what stands under a table: notes, sources, explanations of signs. */
export const isNote = (line: Line): boolean => NOTE.test(textOf(line));

export const piecesOf = (line: Line): Line[] => segmentsOf(line, SEGMENT_GAP * heightOf(line));

// Words in a row that no cell of a table with columns beside it is likely to have.
const PROSE_WORDS = 9;

// How far lines of a table may stick out of the rows that are known, in points.
const STICKS_OUT = 24;

/** Whether a line is one of a text and not of a table, by how many words it has and how far it reaches. */
export function isProse(line: Line, { left, right }: Edges): boolean {
  const width = right - left;
  const sticksOut = piecesOf(line).some(
    (piece) =>
      piece.right > left &&
      piece.left < right &&
      (piece.left < left - STICKS_OUT || piece.right > right + STICKS_OUT) &&
      Math.min(piece.right, right) - Math.max(piece.left, left) < 0.7 * (piece.right - piece.left),
  );
  if (sticksOut) return true;
  const isLong = (piece: Line): boolean =>
    piece.words.length >= PROSE_WORDS && piece.right - piece.left > 0.5 * width;
  // Justified lines have wide gaps, but no wider than a few letters.
  const [piece, ...others] = segmentsOf(line, 2.2 * heightOf(line));
  const letters = line.words.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
  const isJustified =
    piece !== undefined && others.length === 0 && isLong(piece) && letters > 0.6 * line.words.length;
  return isJustified || piecesOf(line).some(isLong);
}

const FOLIO = /^(?:page\s)?(?:\d{1,4}|[ivxl]{1,6}|[a-z]-\d{1,3})$/i;

/** Whether a line at the edge of a page is its head or foot: a page's number, alone or beside a title. */
export function isFolio(line: Line): boolean {
  const pieces = piecesOf(line);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined || pieces.length > 3) return false;
  const words = [first.words[0], last.words.at(-1)].map((word) => word?.text ?? '');
  return [textOf(first), textOf(last), ...words].some((text) => FOLIO.test(text));
}

/** Lines drawn over the whole of a stretch, from top to bottom. */
function wideRules(across: readonly Rule[], { left, right }: Edges): number[] {
  const width = right - left;
  const rows = Map.groupBy(across, ({ at }) => Math.round(at));
  return [...rows]
    .filter(([, rules]) => {
      const reaches = rules.some(({ from }) => from <= left + 8);
      const covered = rules.reduce(
        (sum, { from, to }) => sum + Math.max(0, Math.min(to, right) - Math.max(from, left)),
        0,
      );
      return reaches && covered >= 0.75 * width;
    })
    .map(([at]) => at)
    .toSorted((a, b) => a - b);
}

const isValues = (line: Line): boolean => {
  const pieces = piecesOf(line);
  return pieces.length >= 2 && pieces.slice(1).some((piece) => isNumeric(textOf(piece)));
};

/** Takes in the head of a table above it, up to a line drawn over all of it, a title or prose. */
export function growUp(region: Edges, above: readonly Line[], across: readonly Rule[]): Edges {
  const wide = wideRules(across, region);
  const height = median(above.slice(0, 5).map(heightOf));
  let grown = region;
  let taken = region;
  // Lines drawn inside what is there already part its head from its body.
  let crossed = wide.filter(
    (at) => at > region.top + 1 && at < region.top + 0.4 * (region.bottom - region.top),
  ).length;
  for (const line of above) {
    const rules = wide.filter((at) => at > middleOf(line) && at <= taken.top + 0.5 * height).length;
    if (crossed + rules > 1 || (rules > 0 && crossed > 0)) break;
    if (taken.top - line.bottom > 2.2 * height + (rules > 0 ? height : 0)) break;
    if (isCaption(line) || isNote(line) || isProse(line, region)) break;
    crossed += rules;
    taken = unionOf([taken, line]);
    const pieces = piecesOf(line);
    const isSpanner = pieces.length === 1 && line.left > region.left + 0.15 * (region.right - region.left);
    if (pieces.length > 1 || isSpanner || wide.some((at) => at < line.top && at > line.top - 1.5 * height))
      grown = taken;
  }
  return grown;
}

/** A stretch up to the notes that stand under the table in it. */
export function withoutNotes(region: Edges, lines: readonly Line[]): Edges {
  const middle = (region.top + region.bottom) / 2;
  const note = lines.find(
    (line) => line.top > middle && isNote(line) && (piecesOf(line).length === 1 || isProse(line, region)),
  );
  return note === undefined ? region : { ...region, bottom: note.top };
}

/** Whether a line is the rest of the label of a table's last row; notes have a single letter or a sign first. */
function isWrapOf({ left, right, bottom }: Edges, line: Line): boolean {
  return (
    piecesOf(line).length === 1 &&
    /^\p{Ll}{2}/u.test(textOf(line)) &&
    line.top - bottom < 0.6 * heightOf(line) &&
    line.left > left - 2 &&
    line.right < left + 0.6 * (right - left)
  );
}

/**
 * Takes in rows under a table, down to a line drawn over all of it, notes or prose, or to where a label of its `head`
 * stands again.
 */
export function growDown(
  region: Edges,
  below: readonly Line[],
  head: readonly Line[],
  across: readonly Rule[],
): Edges {
  const labels = new Set(head.flatMap((line) => firstPiece(line)));
  const wide = wideRules(across, region);
  const height = median(below.slice(0, 5).map(heightOf));
  let grown = region;
  let taken = region;
  for (const line of below) {
    if (wide.some((at) => at < middleOf(line) && at >= taken.bottom - 0.5 * height)) break;
    if (line.top - taken.bottom > 2.2 * height) break;
    if (isCaption(line) || isNote(line) || isProse(line, region)) break;
    if (firstPiece(line).some((text) => labels.has(text))) break;
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
 * Whether two stretches one under the other are parts of one table, by the lines between them. A label of the `head`
 * of the upper one that stands again there, or in the `next` lines, begins another table.
 */
export function areOne(
  upper: Edges,
  lower: Edges,
  { head, between, next }: { head: readonly Line[]; between: readonly Line[]; next: readonly Line[] },
  across: readonly Rule[],
): boolean {
  const shared = Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left);
  if (shared < 0.6 * Math.min(upper.right - upper.left, lower.right - lower.left)) return false;
  if (between.length > 6) return false;
  const both = {
    ...upper,
    left: Math.min(upper.left, lower.left),
    right: Math.max(upper.right, lower.right),
  };
  const height = median(between.map(heightOf)) || 10;
  let bottom = upper.bottom;
  for (const line of [...between, { ...lower, words: [] }]) {
    if (line.top - bottom > 3.5 * height) return false;
    bottom = Math.max(bottom, line.bottom);
  }
  if (between.some((line) => isCaption(line) || isNote(line) || isProse(line, both))) return false;
  const labels = new Set(head.flatMap((line) => firstPiece(line)));
  if ([...between, ...next].some((line) => firstPiece(line).some((text) => labels.has(text)))) return false;
  return wideRules(across, both).filter((at) => at > upper.bottom - 1 && at < lower.top + 1).length < 2;
}
