import { maxOf } from '../../base/arrays.ts';
import { heightOf } from '../../shared/geometry/box.ts';
import type { InkShape } from './ink-shapes.ts';
import type { RestoredNumber } from './restore-points.ts';

// Tesseract joins a letter with the number before it, and drops a digit of some: 14 A becomes 14A, or 4A.

/** A number and a capital, such as tables and parts are named. */
export const NUMBER_WITH_LETTER = /^\d{1,6}\p{Lu}$/u;
// Minimum height of a character, as a share of the tallest one's.
const MIN_GLYPH = 0.8;
// Minimum gap of a blank: as a share of the characters' height, and as a multiple of the widest gap between digits.
const MIN_GAP = 0.3;
const MIN_RATIO = 1.2;

/**
 * Adds the blank between a number and a letter if its image shows a wide gap there. The number is doubtful if its image has
 * more characters.
 */
export function withBlank(text: string, shapes: readonly InkShape[]): RestoredNumber {
  const height = maxOf(shapes.map(heightOf), 0);
  const glyphs = shapes
    .filter((shape) => heightOf(shape) >= MIN_GLYPH * height)
    .toSorted((one, other) => one.left - other.left);
  const gaps = glyphs.slice(1).map(({ left }, at) => left - (glyphs[at]?.right ?? left));
  const widest = maxOf(gaps.slice(0, -1), 0);
  const last = gaps.at(-1) ?? 0;
  const isApart = gaps.length > 1 && last >= MIN_GAP * height && last >= MIN_RATIO * widest;
  if (!isApart || glyphs.length < text.length) return { text, isDoubtful: false };
  return { text: `${text.slice(0, -1)} ${text.slice(-1)}`, isDoubtful: glyphs.length > text.length };
}
