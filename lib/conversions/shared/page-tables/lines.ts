import { toReadingOrder } from '../../base/right-to-left.ts';
import { type Box, edgesOf, middleOf, unionOf } from '../geometry/box.ts';
import { clusterSpans } from '../geometry/clusters.ts';
import { groupLines, type LineRules } from '../geometry/lines.ts';
import { turnBack } from '../geometry/quarter-turns.ts';
import { joinCellLines } from '../text/line-seam.ts';
import type { Word } from './words.ts';

// Rows of tables are tight: with looser rules they merge. Words are as tall as their font, but the box of a bullet may be as tall
// as three lines.
const LINE_RULES: LineRules = { minSharedHeight: 0.5, compareWith: 'tallest', maxHeight: 1.9 };

/** Words of one line, from left to right. */
export interface TableLine {
  readonly words: readonly Word[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const lineOf = (words: readonly Word[]): TableLine => ({ words, ...unionOf(words) });

/** Creates a line from words in any order. */
export const toLine = (words: readonly Word[]): TableLine =>
  lineOf(words.toSorted((a, b) => a.left - b.left));

export const textOf = ({ words }: { words: readonly Word[] }): string =>
  words.map((word) => word.text).join(' ');

/** Returns the text of lines in reading order. Lines of turned texts are read along them. */
export const readLines = (lines: readonly TableLine[]): string =>
  joinCellLines(
    uprightLines(lines)
      .map(textOf)
      .map((text) => (/[\u0590-\u08ff]/.test(text) ? toReadingOrder(text) : text)),
  );

/** Groups the turned texts among some lines again, as they are once they are turned back. */
function uprightLines(lines: readonly TableLine[]): readonly TableLine[] {
  const words = lines.flatMap((line) => line.words);
  if (words.every(({ turns }) => turns === undefined)) return lines;
  return [...Map.groupBy(words, ({ turns = 0 }) => turns)].flatMap(([turns, turned]) =>
    linesOf(
      turned.map(({ text, left, right, top, bottom }) => {
        const box = { x: left, y: top, width: right - left, height: bottom - top };
        return { text, ...edgesOf(turnBack(box, turns, { width: 0, height: 0 })) };
      }),
    ),
  );
}

/** Returns a cell's text and the box around it. */
export function contentOf(lines: readonly TableLine[]): { readonly text: string; readonly box?: Box } {
  if (lines.length === 0) return { text: '' };
  const { left, right, top, bottom } = unionOf(lines);
  return { text: readLines(lines), box: { x: left, y: top, width: right - left, height: bottom - top } };
}

/** Groups words into lines from top to bottom. The tallest word defines a line's extent, so raised marks do not stretch it. */
export const linesOf = (words: readonly Word[]): TableLine[] =>
  groupLines(words, (word) => word, LINE_RULES)
    .map(({ items, tallest: { top, bottom } }) => ({ ...toLine(items), top, bottom }))
    .toSorted((a, b) => middleOf(a) - middleOf(b));

/** Splits a line at gaps wider than `gap` points. */
export const segmentsOf = ({ words }: TableLine, gap: number): TableLine[] =>
  clusterSpans(
    words,
    ({ left, right }) => ({ from: left, to: right }),
    (next, furthest) => next.from - furthest.to > gap,
  ).map(lineOf);
