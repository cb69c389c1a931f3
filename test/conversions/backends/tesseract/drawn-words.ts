import type { TextItem } from '@llamaindex/liteparse';

/** The box of a letter in pixels: x, y, width, height. */
export type LetterBox = readonly [number, number, number, number];

// Pixels of the letters of a word, and of the gap between them.
export const LETTER_WIDTH = 12;
export const LETTER_HEIGHT = 20;
const STEP = 15;

/** The boxes of a word of some letters. */
export const letters = (x: number, y: number, count: number): LetterBox[] =>
  Array.from({ length: count }, (_, at) => [x + at * STEP, y, LETTER_WIDTH, LETTER_HEIGHT]);

/** A word recognized on a 200 dpi image over the letters of its text. */
export const wordAt = (x: number, y: number, text: string, confidence = 0.95): TextItem => ({
  text,
  confidence,
  x: (x * 72) / 200,
  y: (y * 72) / 200,
  width: ((text.length * STEP - STEP + LETTER_WIDTH) * 72) / 200,
  height: (LETTER_HEIGHT * 72) / 200,
});
