import { toReadingOrder } from '../../base/right-to-left.ts';
import { type Box, type Edges, edgesOf, middleOf, unionOf } from '../geometry/box.ts';
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

const inOrder = (words: readonly Word[]): readonly Word[] => words.toSorted((a, b) => a.left - b.left);

function lineOf(words: readonly Word[]): TableLine {
  const { left, right, top, bottom } = unionOf(words);
  return { words, left, right, top, bottom };
}

/** Creates a line from words in any order. */
export const toLine = (words: readonly Word[]): TableLine => lineOf(inOrder(words));

export function textOf({ words }: { words: readonly Word[] }): string {
  let text = words[0]?.text ?? '';
  for (let at = 1; at < words.length; at += 1) text += ` ${words[at]?.text ?? ''}`;
  return text;
}

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

/** Returns the words whose centers are in a region. */
export const wordsIn = (words: readonly Word[], { left, right, top, bottom }: Edges): Word[] =>
  words.filter((word) => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return x > left && x < right && y > top && y < bottom;
  });

/** Groups words into lines from top to bottom. The tallest word defines a line's extent, so raised marks do not stretch it. */
export const linesOf = (words: readonly Word[]): TableLine[] =>
  groupLines(words, (word) => word, LINE_RULES)
    .map(({ items, tallest: { top, bottom } }): TableLine => {
      const { left, right } = unionOf(items);
      return { words: inOrder(items), left, right, top, bottom };
    })
    .toSorted((a, b) => middleOf(a) - middleOf(b));

/** Splits a line at gaps wider than `gap` points. */
export function segmentsOf({ words }: TableLine, gap: number): TableLine[] {
  const segments: TableLine[] = [];
  let start = 0;
  let end = words[0]?.right ?? 0;
  for (let at = 1; at <= words.length; at += 1) {
    const word = words[at];
    if (word === undefined || word.left - end > gap) {
      segments.push(lineOf(words.slice(start, at)));
      start = at;
      end = word?.right ?? end;
    } else if (word.right > end) end = word.right;
  }
  return segments;
}
