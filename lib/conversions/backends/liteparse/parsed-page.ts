import type { TextItem } from '@llamaindex/liteparse';
import { meanConfidence } from '../../document/places.ts';
import { isProsePage } from '../../shared/page-layout/prose-page.ts';
import type { SourcePage, SourceTable, TextRun } from '../../shared/page-layout/text-run.ts';
import type { PlacedWord } from '../../shared/page-layout/word-lines.ts';
import { tablesOfPage } from '../../shared/page-tables/tables-of-page.ts';
import type { RecognizedPage } from '../tesseract/recognize.ts';
import { wordFinder } from './recognized-words.ts';

function toRun({ text, x, y, width, height, fontSize, confidence }: TextItem): TextRun {
  // The font size is meaningless if the text matrix scales the font.
  const size = fontSize !== undefined && fontSize > height * 0.6 && fontSize < height * 2 ? fontSize : height;
  return { text, x, y, width, height, size: Math.round(size * 10) / 10, isRecognized: true, confidence };
}

/** Adds the words on the image to runs, each word to one run. */
function withWords(runs: readonly TextRun[], wordsIn: ReturnType<typeof wordFinder>): TextRun[] {
  const used = new Set<PlacedWord>();
  return runs.map((run) => {
    const words = wordsIn(run).filter((word) => !used.has(word));
    for (const word of words) used.add(word);
    return { ...run, words };
  });
}

/** Adds confidences to the cells of tables. */
const withConfidences = (
  tables: readonly SourceTable[],
  wordsIn: ReturnType<typeof wordFinder>,
): SourceTable[] =>
  tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell) =>
        cell.box === undefined ? cell : { ...cell, confidence: meanConfidence(wordsIn(cell.box)) },
      ),
    ),
  }));

/** Converts a page that was recognized on its image to runs and tables. */
export function sourceOfRecognized(page: RecognizedPage): SourcePage {
  const { pageNum: number, width, height, textItems, blocks = [] } = page;
  const runs = textItems.filter(({ text }) => text.trim() !== '').map(toRun);
  const proposals = blocks.flatMap(({ kind, bbox }) =>
    kind === 'table' && bbox !== undefined ? [bbox] : [],
  );
  const wordsIn = wordFinder(page);
  return {
    number,
    width,
    height,
    runs: withWords(runs, wordsIn),
    aside: [],
    tables:
      proposals.length === 0 && isProsePage(runs)
        ? []
        : withConfidences(tablesOfPage({ width, height, runs, drawings: [], proposals }), wordsIn),
    images: [],
    isRecognized: true,
  };
}
