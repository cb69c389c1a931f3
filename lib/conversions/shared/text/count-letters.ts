const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const SMALL_LETTER = /\p{Ll}/u;
const FIRST_BEYOND_ASCII = 0x80;

const isSmallAscii = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isAsciiLetterOrDigit = (code: number): boolean =>
  isSmallAscii(code | 0x20) || (code >= 0x30 && code <= 0x39);

/** Counts characters. Expressions are only for those beyond ASCII: each match of one makes a string. */
function countOf(text: string, isCounted: (code: number) => boolean, beyondAscii: RegExp): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isOne =
      code < FIRST_BEYOND_ASCII
        ? isCounted(code)
        : beyondAscii.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
    if (isOne) count += 1;
  }
  return count;
}

/** Counts the letters and digits of a text. */
export const countLetters = (text: string): number => countOf(text, isAsciiLetterOrDigit, LETTER_OR_DIGIT);

/** Counts the small letters of a text. */
export const countSmallLetters = (text: string): number => countOf(text, isSmallAscii, SMALL_LETTER);
