import { maxOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { heightOf } from '../geometry/box.ts';
import { segmentsOf, type TableLine, textOf } from './lines.ts';
import { isNumeric, type Word } from './words.ts';

// In line heights. Spaces between words are narrower, even in most justified lines; gaps between columns are wider.
export const SEGMENT_GAP = 0.75;
// A column is split if at least this share of its lines has several numbers.
const NUMBER_LINES = 0.7;
// Minimum pieces of a body line, as a share of the most pieces of any line.
const MANY_PIECES = 0.5;
// Minimum share of numbers among the pieces after the first in a row of values.
const VALUE_PIECES = 0.5;
// If there are at least this number and share of rows of values, only they define the columns.
const MIN_VALUE_ROWS = 3;
const VALUE_ROWS = 0.4;
// Maximum share of rows that reach across a gap.
const CROSSING_ROWS = 0.15;
// A piece is in a column if they share more than this width, in points.
const MIN_SHARED = 3;

/** The horizontal extent of a column's text. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Returns the ranges covered by more than `tolerance` pieces. */
function stretches(pieces: readonly Column[], tolerance: number): Column[] {
  const events = pieces
    .flatMap(({ left, right }): (readonly [number, number])[] => [
      [left, 1],
      [right, -1],
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

/** Splits a column of numbers, which can be closer to each other than columns of text. */
function splitNumbers(column: Column, lines: readonly TableLine[]): Column[] {
  const perLine = lines.map((line) => inside(line.words, column)).filter((words) => words.length > 0);
  const several = perLine.filter((words) => words.length > 1 && words.every((word) => isNumeric(word.text)));
  if (several.length < NUMBER_LINES * perLine.length) return [column];
  const parts = stretches(several.flat(), 0);
  return parts.length > 1 ? parts : [column];
}

/** Finds the columns by the gaps that lines share. Ignores lines with few pieces, such as titles. */
export function columnsOf(lines: readonly TableLine[]): Column[] {
  const height = median(lines.map(heightOf));
  const pieces = lines.map((line) => segmentsOf(line, SEGMENT_GAP * height));
  const most = maxOf(
    pieces.map((line) => line.length),
    0,
  );
  const isMany = (segments: readonly TableLine[]): boolean =>
    segments.length >= Math.max(2, MANY_PIECES * most);
  const isValues = (segments: readonly TableLine[]): boolean =>
    (isMany(segments) || segments.length > 2) &&
    segments.slice(1).filter((piece) => isNumeric(textOf(piece))).length >=
      VALUE_PIECES * (segments.length - 1);
  const values = pieces.filter(isValues).length;
  // If there are rows of numbers, ignore the headings above them too: they reach across gaps.
  const isBody =
    values >= MIN_VALUE_ROWS && values >= VALUE_ROWS * pieces.filter(isMany).length ? isValues : isMany;
  const body = pieces.filter(isBody);
  const bodyLines = lines.filter((_, index) => isBody(pieces[index] ?? []));
  const columns = stretches(body.flat(), Math.floor(body.length * CROSSING_ROWS));
  return withSigns(
    columns.flatMap((column) => splitNumbers(column, bodyLines)),
    bodyLines,
  );
}

const CURRENCY = /^(?:[$€£¥]|[A-Z]{0,3}\$)$/;
const AFTER_NUMBER = /^(?:%|\)%?)$/;

/** Joins columns of currency signs, which are far from their numbers in accounts, to the next column, and closing signs to the one before. */
function withSigns(columns: readonly Column[], lines: readonly TableLine[]): Column[] {
  const words = lines.flatMap((line) => line.words);
  const joined: Column[] = [];
  let from: number | undefined;
  for (const column of columns) {
    const texts = inside(words, column).map(({ text }) => text);
    const last = joined.at(-1);
    const isAll = (sign: RegExp): boolean => texts.length > 0 && texts.every((text) => sign.test(text));
    if (isAll(CURRENCY)) from ??= column.left;
    else if (last !== undefined && from === undefined && isAll(AFTER_NUMBER))
      joined[joined.length - 1] = { left: last.left, right: column.right };
    else {
      joined.push({ left: from ?? column.left, right: column.right });
      from = undefined;
    }
  }
  return from === undefined ? joined : [...columns];
}

/** Returns the first and last column that a piece reaches into, or the nearest column twice. */
export function columnsUnder(piece: Column, columns: readonly Column[]): readonly [number, number] {
  let first = -1;
  let last = -1;
  let nearest = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, { left, right }] of columns.entries()) {
    const shared = Math.min(right, piece.right) - Math.max(left, piece.left);
    if (shared > MIN_SHARED) {
      if (first < 0) first = index;
      last = index;
    }
    if (-shared < distance) {
      distance = -shared;
      nearest = index;
    }
  }
  return first < 0 ? [nearest, nearest] : [first, last];
}
