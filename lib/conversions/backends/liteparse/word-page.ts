import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import {
  type PlacedWord,
  toWordLine,
  type WordPage,
  wordLines,
} from '../../shared/page-layout/word-lines.ts';
import type { RecognizedPage } from '../tesseract/recognize.ts';

const isWord = ({ text, width, height }: PlacedWord): boolean =>
  text.trim() !== '' && width >= 0 && height > 0;

function wordsOf({ text, x, y, width, height, confidence, words = [] }: TextItem): PlacedWord[] {
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

const isReadFromImage = (page: ParsedPage): page is RecognizedPage => 'recognizedWords' in page;

/** The words of a page that was parsed with `emitWordBoxes`, or recognized. */
export function toWordPage(page: ParsedPage): WordPage {
  const source = isReadFromImage(page) ? page.recognizedWords : page.textItems;
  const items = source.map(wordsOf).filter((words) => words.length > 0);
  return {
    number: page.pageNum,
    width: page.width,
    height: page.height,
    lines: isReadFromImage(page) ? wordLines(items.flat()) : items.map(toWordLine),
  };
}
