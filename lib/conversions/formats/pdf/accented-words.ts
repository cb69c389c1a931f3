import { dotted } from '../../shared/text/accents.ts';

// An acute or grave accent between letters is TeX's, over the second letter, or typed in place of an apostrophe.
const BETWEEN_LETTERS = /\p{L}[`´]\p{L}/u;

/** Whether a text has accents between letters, which only their places tell from apostrophes. */
export const hasAccentsBetween = (text: string): boolean => BETWEEN_LETTERS.test(text);

const withoutAccents = (word: string): string => dotted(word.normalize('NFD').replaceAll(/[\p{M}`´]/gu, ''));

const WORD = /\S+/g;

/**
 * Replaces words with accents between their letters by the same words of another reading, in which those accents are on their
 * letters.
 */
export function withAccents(text: string, reading: string): string {
  const accented = new Map<string, string>();
  for (const word of reading.match(WORD) ?? []) {
    const plain = withoutAccents(word);
    if (plain !== word && !hasAccentsBetween(word)) accented.set(plain, word);
  }
  return text.replaceAll(WORD, (word) =>
    hasAccentsBetween(word) ? (accented.get(withoutAccents(word)) ?? word) : word,
  );
}
