import { countSmallLetters } from './count-letters.ts';

// Characters of prose, and the share of small letters among them.
const MIN_PROSE = 30;
const PROSE_LETTERS = 0.5;

/** Whether a text is part of running text: it is long, and most of it is small letters. */
export const isProse = (text: string): boolean =>
  text.length >= MIN_PROSE && countSmallLetters(text) > text.length * PROSE_LETTERS;
