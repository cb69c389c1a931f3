import { appendAll } from '../../base/arrays.ts';
import { rightToLeftShare } from '../../base/right-to-left.ts';

// Scripts written without spaces, and their punctuation.
const UNSPACED =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u301f\u30fc\uff01-\uff5e])\s+(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u301f\u30fc\uff01-\uff5e])/gu;

/**
 * Converts the recognized words of a line from left-to-right page order to reading order, and removes the spaces that
 * Tesseract inserts between Chinese and Japanese characters.
 */
export function readingText(text: string): string {
  const unspaced = text.replaceAll(UNSPACED, '');
  if (rightToLeftShare(unspaced) < 0.5) return unspaced;
  const words: string[] = [];
  let leftToRight: string[] = [];
  for (const word of unspaced.split(/\s+/).toReversed()) {
    // Left-to-right words keep their relative order.
    if (/[\p{L}\p{N}]/u.test(word) && rightToLeftShare(word) < 0.5) leftToRight.unshift(word);
    else {
      appendAll(words, leftToRight);
      words.push(word);
      leftToRight = [];
    }
  }
  return [...words, ...leftToRight].join(' ');
}
