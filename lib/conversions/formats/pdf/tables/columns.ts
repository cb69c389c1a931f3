import { maxOf } from '../../../base/arrays.ts';
import { median } from '../../../base/median.ts';
import { heightOf } from '../../../shared/geometry/box.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import { isNumeric, type Word } from './words.ts';

/** From where to where the text of a column reaches. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

// In heights of a line: spaces between words are narrower, even in justified lines mostly, gaps of columns wider.
export const SEGMENT_GAP = 0.75;

/** The stretches that more than `tolerance` of the pieces cover. */
function stretches(pieces: readonly Column[], tolerance: number): Column[] {
  const events = pieces
    .flatMap(({ left, right }): (readonly [number, number])[] => [
      [left, 1],
      [Math.max(right, left + 0.1), -1],
    ])
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const found: Column[] = [];
  let depth = 0;
  let from: number | undefined;
  for (const [at, step] of events) {
    depth += step;
    if (depth > tolerance && from === undefined) from = at;
    else if (depth <= tolerance && from !== undefined) {
      found.push({ left: from, right: at });
      from = undefined;
    }
  }
  return found;
}

const inside = (words: readonly Word[], { left, right }: Column): Word[] =>
  words.filter((word) => (word.left + word.right) / 2 >= left && (word.left + word.right) / 2 <= right);

/** Splits a column of numbers that stand nearer to each other than columns of text do. */
function splitNumbers(column: Column, lines: readonly Line[]): Column[] {
  const perLine = lines.map((line) => inside(line.words, column)).filter((words) => words.length > 0);
  const several = perLine.filter((words) => words.length > 1 && words.every((word) => isNumeric(word.text)));
  if (several.length < 3 || several.length < 0.7 * perLine.length) return [column];
  const parts = stretches(several.flat(), 0);
  return parts.length > 1 && parts.length < 30 ? parts : [column];
}

// Signs that stand apart from the number they belong to.
const BEFORE_NUMBER = /^[$€£¥#<>≤≥±(]+$/;
const AFTER_NUMBER = /^[%)*†‡§]+$/;

/** Puts columns that hold only signs to the column of their numbers. */
function joinSigns(columns: readonly Column[], lines: readonly Line[]): Column[] {
  const joined: Column[] = [];
  let pending: Column | undefined;
  for (const column of columns) {
    const texts = lines.flatMap((line) => inside(line.words, column)).map((word) => word.text);
    const last = joined.at(-1);
    const open: Column = pending === undefined ? column : { left: pending.left, right: column.right };
    pending = undefined;
    if (texts.length > 0 && texts.every((text) => BEFORE_NUMBER.test(text))) pending = open;
    else if (last !== undefined && texts.length > 0 && texts.every((text) => AFTER_NUMBER.test(text))) {
      joined[joined.length - 1] = { left: last.left, right: open.right };
    } else joined.push(open);
  }
  return pending === undefined ? joined : [...joined, pending];
}

/** The columns that lines keep clear gaps between; lines with few pieces, such as titles, don't count. */
export function columnsOf(lines: readonly Line[]): Column[] {
  const height = median(lines.map(heightOf));
  const pieces = lines.map((line) => segmentsOf(line, SEGMENT_GAP * height));
  const most = maxOf(
    pieces.map((line) => line.length),
    0,
  );
  const isMany = (segments: readonly Line[]): boolean => segments.length >= Math.max(2, 0.5 * most);
  const isValues = (segments: readonly Line[]): boolean =>
    isMany(segments) &&
    segments.slice(1).filter((piece) => isNumeric(textOf(piece))).length >= 0.5 * (segments.length - 1);
  const values = pieces.filter(isValues).length;
  // Where rows of numbers are, the heads above them, which reach over the gaps, don't count either.
  const isBody = values >= 3 && values >= 0.4 * pieces.filter(isMany).length ? isValues : isMany;
  const body = pieces.filter(isBody);
  const bodyLines = lines.filter((_, index) => isBody(pieces[index] ?? []));
  const columns = stretches(body.flat(), body.length > 12 ? Math.floor(body.length * 0.06) : 0);
  return joinSigns(
    columns.flatMap((column) => splitNumbers(column, bodyLines)),
    bodyLines,
  );
}

/** The columns that a piece of a line reaches into; the nearest where it lies between two. */
export function columnsUnder(piece: Column, columns: readonly Column[]): readonly [number, number] {
  let first = -1;
  let last = -1;
  let nearest = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, { left, right }] of columns.entries()) {
    const shared = Math.min(right, piece.right) - Math.max(left, piece.left);
    const enough = Math.min(3, 0.3 * Math.min(right - left, piece.right - piece.left));
    if (shared > enough) {
      if (first < 0) first = index;
      last = index;
    }
    const away = Math.abs((left + right) / 2 - (piece.left + piece.right) / 2);
    if (-shared < distance || (-shared === distance && away < 0)) {
      distance = -shared;
      nearest = index;
    }
  }
  return first < 0 ? [nearest, nearest] : [first, last];
}
