import { type WordPage, wordLines } from '../../shared/page-layout/word-lines.ts';
import type { RecognizedPage } from '../tesseract/recognize.ts';
import { wordsOf } from './words-of-item.ts';

/** The words of a recognized page. */
export const toWordPage = (page: RecognizedPage): WordPage => ({
  number: page.pageNum,
  width: page.width,
  height: page.height,
  turn: page.turn,
  lines: wordLines(page.recognizedWords.flatMap(wordsOf)),
});
