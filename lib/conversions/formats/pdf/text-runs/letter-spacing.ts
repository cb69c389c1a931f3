import type { Character } from './right-to-left-word.ts';

// Letter-spaced text, such as `H E R E  I S`: PDFium infers a space at each of its gaps.

/** Minimum gap between words, in font sizes: a narrow space. */
export const WORD_GAP = 0.15;
// Minimum number and share of single letters among the words of letter-spaced text.
const MIN_SINGLES = 4;
const SINGLES = 0.6;
// Minimum share of letters among the characters; formulas have fewer.
const LETTERS = 0.8;
const LETTER = /\p{L}/u;
// Two of them in a row, as in all letter-spaced text and in little else.
const TWO_SINGLES = /(?:^| )\S +\S(?: |$)/u;

/** Whether a text may be letter-spaced. */
export const isLetterSpaced = (text: string): boolean => TWO_SINGLES.test(text);

/**
 * Returns the text of letter-spaced characters from left to right, with spaces between its words only. Undefined if the text is not
 * letter-spaced, or its spaces are in the file.
 *
 * @param size the font size, in points
 */
export function unspaced(characters: readonly Character[], size: number): string | undefined {
  const words = characters
    .map(({ text }) => text)
    .join('')
    .trim()
    .split(/ +/);
  const singles = words.filter((word) => word.length === 1).length;
  if (singles < MIN_SINGLES || singles < words.length * SINGLES) return undefined;
  const glyphs = characters.filter(({ text }) => text !== ' ');
  if (glyphs.filter(({ text }) => LETTER.test(text)).length < glyphs.length * LETTERS) return undefined;
  const gaps = glyphs.map(({ left }, at) => left - (glyphs[at - 1]?.right ?? left));
  const inOrder = gaps.slice(1).toSorted((one, other) => one - other);
  const letterGap = inOrder[Math.floor(inOrder.length / 4)] ?? 0;
  const isWordGap = (gap: number): boolean => gap > letterGap + size * WORD_GAP;
  // Single letters with spaces that the file has, as in a list.
  const hasOwnSpaces = characters.some(({ text, left, right }) => text === ' ' && right > left);
  if (hasOwnSpaces && !gaps.some(isWordGap)) return undefined;
  return glyphs.map(({ text }, at) => `${isWordGap(gaps[at] ?? 0) ? ' ' : ''}${text}`).join('');
}
