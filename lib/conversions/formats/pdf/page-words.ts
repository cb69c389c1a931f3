import type { Box } from '../../shared/geometry/box.ts';
import { turnBack, turnedSize } from '../../shared/geometry/quarter-turns.ts';
import { columnsOf } from '../../shared/page-layout/columns.ts';
import { plainGlyphs } from '../../shared/page-layout/glyphs.ts';
import { type Segment, segmentsOf } from '../../shared/page-layout/segments.ts';
import { isApart, isRightToLeftPage, type TextRun } from '../../shared/page-layout/text-run.ts';
import { type PlacedWord, toWordLine, type WordPage } from '../../shared/page-layout/word-lines.ts';
import { wordsOfRun } from '../../shared/page-layout/words-of-run.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';

/** Returns the words of a line; those of runs that touch are one. */
function wordsOfLine({ runs }: Segment): PlacedWord[] {
  const words: PlacedWord[] = [];
  const inOrder = runs.toSorted((one, other) => one.x - other.x);
  inOrder.forEach((run, at) => {
    const before = inOrder[at - 1];
    let isOpen =
      before !== undefined &&
      !isApart(before, run) &&
      !before.text.endsWith(' ') &&
      !run.text.startsWith(' ');
    for (const { text, x, y, width, height } of wordsOfRun(run)) {
      const last = words.at(-1);
      if (isOpen && last !== undefined)
        words[words.length - 1] = { ...last, text: last.text + text, width: x + width - last.x };
      else words.push({ text, x, y, width, height });
      isOpen = false;
    }
  });
  return words
    .map((word) => ({ ...word, text: plainGlyphs(word.text).trim() }))
    .filter(({ text }) => text !== '');
}

/** Returns the words of a page, each where it is on the page as shown. */
export function wordPageOf(number: number, { width, height, runs, turned, turns }: PdfiumPage): WordPage {
  const page = { width, height };
  const byTurns = Map.groupBy([...runs, ...turned], (run: TextRun) => run.turns ?? 0);
  const lines = [...byTurns].flatMap(([by, own]) => {
    const upright = own.map((run) => ({ ...run, ...turnBack(run, by, page), turns: 0 }));
    const rtl = isRightToLeftPage(own);
    const back = (by + turns) % 4;
    const place = (box: Box): Box => turnBack(box, 4 - back, turnedSize(page, by));
    return columnsOf(segmentsOf(upright), rtl)
      .flat()
      .map((segment) => toWordLine(wordsOfLine(segment).map((word) => ({ ...word, ...place(word) }))))
      .filter(({ words }) => words.length > 0);
  });
  return { number, ...turnedSize(page, turns), lines };
}
