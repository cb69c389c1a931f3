import { appendAll } from '../../base/arrays.ts';
import { rightToLeftShare } from '../../base/right-to-left.ts';

// Scripts written without spaces, and their signs.
const UNSPACED =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u301f\u30fc\uff01-\uff5e])\s+(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u301f\u30fc\uff01-\uff5e])/gu;

/**
 * Recognised words of a line, which come from left to right as they stand on the page, in the order in which they are read;
 * and without the spaces that Tesseract puts between the characters of Chinese and Japanese.
 */
export function readingText(text: string): string {
  const close = text.replaceAll(UNSPACED, '');
  if (rightToLeftShare(close) < 0.5) return close;
  const words: string[] = [];
  let foreign: string[] = [];
  for (const word of close.split(/\s+/).toReversed()) {
    // Words read from the left keep their order among themselves.
    if (/[\p{L}\p{N}]/u.test(word) && rightToLeftShare(word) < 0.5) foreign.unshift(word);
    else {
      appendAll(words, foreign);
      words.push(word);
      foreign = [];
    }
  }
  return [...words, ...foreign].join(' ');
}
