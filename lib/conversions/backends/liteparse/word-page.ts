import type { ParsedPage } from '@llamaindex/liteparse';
import { toWordLine, type WordPage, wordLines } from '../../shared/page-layout/word-lines.ts';
import { isReadFromImage } from './recognized-words.ts';
import { wordsOf } from './words-of-item.ts';

/** The words of a page that was parsed with `emitWordBoxes`, or recognized. */
export function toWordPage(page: ParsedPage): WordPage {
  const source = isReadFromImage(page) ? page.recognizedWords : page.textItems;
  const items = source.map(wordsOf).filter((words) => words.length > 0);
  return {
    number: page.pageNum,
    width: page.width,
    height: page.height,
    turn: isReadFromImage(page) ? page.turn : 0,
    lines: isReadFromImage(page) ? wordLines(items.flat()) : items.map(toWordLine),
  };
}
