import type { TextItem } from '@llamaindex/liteparse';
import type { PlacedWord } from '../../shared/page-layout/word-lines.ts';

const isWord = ({ text, width, height }: PlacedWord): boolean =>
  text.trim() !== '' && width >= 0 && height > 0;

/** The words of a text item; itself if it has none. */
export function wordsOf({ text, x, y, width, height, confidence, words = [] }: TextItem): PlacedWord[] {
  const own = words.length > 0 ? words : [{ text, x, y, width, height }];
  return own
    .map((word) => ({
      text: word.text.trim(),
      x: word.x,
      y: word.y,
      width: word.width,
      height: word.height,
      ...(confidence === undefined ? {} : { confidence }),
    }))
    .filter(isWord);
}
