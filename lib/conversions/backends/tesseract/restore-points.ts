import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { centerOf, heightOf, sharedWidth, unionOf, widthOf } from '../../shared/geometry/box.ts';
import type { InkShape } from './ink-shapes.ts';

// Tesseract drops points between digits: 112.4 becomes 1124. On the image they are shapes of their own at the baseline.

// Shares of the crop's height: minimum height of the shapes that the digits' height is measured on.
const MIN_GLYPH = 0.35;
// Shares of the digits' height. A digit is about as tall as the median; strokes of a table are taller.
const DIGIT_HEIGHT = { least: 0.7, most: 1.4 };
// A point or comma: minimum and maximum sides, and how far it may be from the baseline.
const MARK = { least: 0.1, widest: 0.35, tallest: 0.5 };
const MAX_POINT_HEIGHT = 0.32;
const MAX_RISE = 0.35;
const MAX_DESCENT = 0.4;
// A comma ends below the baseline by this much.
const MIN_COMMA_DESCENT = 0.12;
// Minimum share of its box that a mark fills; grain fills less.
const MIN_FILLED = 0.5;
// Minimum gap between the digits on both sides of a mark.
const MIN_GAP = 0.2;
// How far, in widths of a digit, a mark may be from its place in the text, and how much nearer the place must be than others.
const MAX_ERROR = 0.4;
const MIN_LEAD = 0.2;
// How far a mark may be from a mark of the text that is the same.
const SAME_PLACE = 1.2;
// Width of a digit with its gap; a box with other widths has more than the number, or less.
const ADVANCE = { least: 0.45, most: 1.1 };
// Minimum pixels of the digits' height; in smaller print, points are specks.
const MIN_DIGIT_PIXELS = 10;

const MARKS = /[.,:;'’]/u;
const DIGIT = /\d/;

// Widths of characters in those of a digit.
const MARK_WIDTH = 0.5;
const widths = new Map(
  Object.entries({
    '-': 0.66,
    '–': 1,
    '(': 0.66,
    ')': 0.66,
    '[': 0.66,
    ']': 0.66,
    '/': 0.6,
    '%': 1.6,
  }),
);
const widthIn = (character: string): number => widths.get(character) ?? 1;

/** A mark between digits. */
interface Mark {
  readonly sign: '.' | ',';
  readonly x: number;
}

/** The marks on the image of a number, and the ends of its text. */
function marksOf(shapes: readonly InkShape[], height: number) {
  const tall = shapes.filter((shape) => heightOf(shape) >= MIN_GLYPH * height);
  const unit = median(tall.map(heightOf));
  const glyphs = tall.filter(
    (shape) => heightOf(shape) >= DIGIT_HEIGHT.least * unit && heightOf(shape) <= DIGIT_HEIGHT.most * unit,
  );
  if (unit < MIN_DIGIT_PIXELS) return { marks: [], left: 0, right: 0, unit };
  const baseline = median(glyphs.map(({ bottom }) => bottom));
  const { left, right } = unionOf(tall.filter((shape) => heightOf(shape) <= DIGIT_HEIGHT.most * unit));
  const isMark = (shape: InkShape): boolean => {
    const [across, down] = [widthOf(shape), heightOf(shape)];
    return (
      Math.min(across, down) >= MARK.least * unit &&
      across <= MARK.widest * unit &&
      down <= MARK.tallest * unit &&
      shape.ink >= MIN_FILLED * across * down &&
      shape.top >= baseline - MAX_RISE * unit &&
      shape.bottom >= baseline - MIN_COMMA_DESCENT * unit &&
      shape.bottom <= baseline + MAX_DESCENT * unit
    );
  };
  /** Returns true if a mark is between two digits, and no dot of a colon is above it. */
  const isAlone = (mark: InkShape): boolean => {
    const x = centerOf(mark);
    const before = glyphs.filter((glyph) => centerOf(glyph) < x).map((glyph) => glyph.right);
    const after = glyphs.filter((glyph) => centerOf(glyph) > x).map((glyph) => glyph.left);
    if (before.length === 0 || after.length === 0) return false;
    const gap = minOf(after) - maxOf(before);
    const hasAbove = shapes.some(
      (other) =>
        other !== mark &&
        heightOf(other) < MARK.tallest * unit &&
        heightOf(other) >= MARK.least * unit &&
        other.bottom <= mark.top &&
        sharedWidth(other, mark) > 0,
    );
    return gap >= MIN_GAP * unit && !hasAbove;
  };
  const marks = shapes
    .filter((shape) => isMark(shape) && isAlone(shape))
    .map((shape): Mark => {
      const isComma =
        shape.bottom - baseline >= MIN_COMMA_DESCENT * unit || heightOf(shape) > MAX_POINT_HEIGHT * unit;
      return { sign: isComma ? ',' : '.', x: centerOf(shape) };
    });
  return { marks: marks.toSorted((one, other) => one.x - other.x), left, right, unit };
}

/** A number with its points, and whether its image shows more than could be placed. */
export interface RestoredNumber {
  readonly text: string;
  readonly isDoubtful: boolean;
}

/** The characters of a number apart from its marks, and the marks by the number of characters before them. */
function withoutMarks(text: string) {
  const characters: string[] = [];
  const marks = new Map<number, string>();
  for (const character of text)
    if (MARKS.test(character)) marks.set(characters.length, (marks.get(characters.length) ?? '') + character);
    else characters.push(character);
  return { characters, marks };
}

/**
 * Adds the points and commas to a number that its image shows between digits. Each is where the widths of the characters
 * say, so that digits that touch each other do not matter. `height`: that of the image.
 */
export function withPoints(text: string, shapes: readonly InkShape[], height: number): RestoredNumber {
  const found = marksOf(shapes, height);
  const { characters, marks } = withoutMarks(text);
  const starts = [0];
  for (const character of characters) starts.push((starts.at(-1) ?? 0) + widthIn(character));
  const all = (starts.at(-1) ?? 0) + found.marks.length * MARK_WIDTH;
  const digit = (found.right - found.left) / all;
  const unplaced = { text, isDoubtful: false };
  if (found.marks.length === 0 || digit < ADVANCE.least * found.unit || digit > ADVANCE.most * found.unit)
    return unplaced;
  const read = [...marks.keys()];
  let isDoubtful = false;
  for (const [index, { sign, x }] of found.marks.entries()) {
    const place = (x - found.left) / digit - (index + 0.5) * MARK_WIDTH;
    const distanceTo = (at: number): number => Math.abs((starts[at] ?? Infinity) - place);
    const known = read.findIndex((at) => distanceTo(at) < SAME_PLACE);
    if (known >= 0) {
      read.splice(known, 1);
      continue;
    }
    const [best = 0, next = 0] = [...starts.keys()].toSorted(
      (one, other) => distanceTo(one) - distanceTo(other),
    );
    const isBetweenDigits = DIGIT.test(characters[best - 1] ?? '') && DIGIT.test(characters[best] ?? '');
    const isClear = distanceTo(best) <= MAX_ERROR && distanceTo(next) - distanceTo(best) >= MIN_LEAD;
    if (isBetweenDigits && isClear) marks.set(best, sign);
    else isDoubtful = true;
  }
  const restored = [...characters, ''].map((character, at) => (marks.get(at) ?? '') + character).join('');
  return { text: restored, isDoubtful };
}
