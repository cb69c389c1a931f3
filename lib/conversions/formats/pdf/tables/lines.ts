import { median } from '../../../base/median.ts';
import { toReadingOrder } from '../../../base/right-to-left.ts';
import { heightOf, middleOf, unionOf } from '../../../shared/geometry/box.ts';
import { clusterSpans } from '../../../shared/geometry/clusters.ts';
import type { Word } from './words.ts';

/** Words that stand on one line, from left to right. */
export interface Line {
  readonly words: readonly Word[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line from words in any order. */
export function toLine(words: readonly Word[]): Line {
  const sorted = words.toSorted((a, b) => a.left - b.left);
  return { words: sorted, ...unionOf(sorted) };
}

export const textOf = ({ words }: { words: readonly Word[] }): string =>
  words.map((word) => word.text).join(' ');

// A word this many times as tall as most doesn't tell where a line is.
const TALL = 1.9;

/** The line nearest to a height, of lines sorted by it. */
function nearestLine<T extends { top: number; bottom: number }>(
  lines: readonly T[],
  at: number,
): T | undefined {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const half = (low + high) >> 1;
    const line = lines[half];
    if (line !== undefined && middleOf(line) < at) low = half + 1;
    else high = half;
  }
  const [before, after] = [lines[low - 1], lines[low]];
  if (before === undefined || after === undefined) return before ?? after;
  return at - middleOf(before) <= middleOf(after) - at ? before : after;
}

/** The words of some lines in the order in which they are read, which scripts from right to left turn round. */
export const readLines = (lines: readonly Line[]): string =>
  lines
    .map(textOf)
    .map((text) => (/[\u0590-\u08ff]/.test(text) ? toReadingOrder(text) : text))
    .join(' ');

/** The line, of the last ones, that most of a word's height lies in. Words come by their middle, so others are far. */
function lineOf<T extends { top: number; bottom: number }>(lines: readonly T[], word: Word): T | undefined {
  for (let index = lines.length - 1; index >= Math.max(0, lines.length - 3); index -= 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const shared = Math.min(line.bottom, word.bottom) - Math.max(line.top, word.top);
    if (shared > 0.5 * Math.min(line.bottom - line.top, heightOf(word))) return line;
  }
  return undefined;
}

/** Words as lines from top to bottom: a word is on the line that most of its height lies in. */
export function linesOf(words: readonly Word[]): Line[] {
  const lines: { words: Word[]; top: number; bottom: number }[] = [];
  const tall = TALL * median(words.map(heightOf));
  const sorted = words.toSorted((a, b) => middleOf(a) - middleOf(b));
  for (const word of sorted) {
    if (heightOf(word) > tall) continue;
    const line = lineOf(lines, word);
    if (line === undefined) lines.push({ words: [word], top: word.top, bottom: word.bottom });
    else {
      line.words.push(word);
      // The largest word says where the line is; raised and lowered marks don't stretch it.
      if (heightOf(word) > line.bottom - line.top) [line.top, line.bottom] = [word.top, word.bottom];
    }
  }
  // A bullet may have a box as tall as three lines; it goes to the line that its middle is next to.
  for (const word of sorted) {
    if (heightOf(word) <= tall) continue;
    const nearest = nearestLine(lines, middleOf(word));
    if (nearest !== undefined && Math.abs(middleOf(nearest) - middleOf(word)) < 0.5 * heightOf(word)) {
      nearest.words.push(word);
    } else lines.push({ words: [word], top: word.top, bottom: word.bottom });
  }
  return lines
    .map((line) => ({ ...toLine(line.words), top: line.top, bottom: line.bottom }))
    .toSorted((a, b) => middleOf(a) - middleOf(b));
}

/** A line's runs of words that no gap wider than `gap` (in points) divides. */
export const segmentsOf = (line: Line, gap: number): Line[] =>
  clusterSpans(
    line.words,
    ({ left, right }) => ({ from: left, to: right }),
    (next, furthest) => next.from - furthest.to > gap,
  ).map(toLine);

// Fewer spaces don't tell how wide they are.
const ENOUGH_SPACES = 12;

/**
 * How wide a space between words is, in heights of a line: a quarter in most fonts, more than half where all letters are
 * of one width. Undefined where there are too few to tell.
 */
export function spaceOf(lines: readonly Line[]): number | undefined {
  const gaps = lines.flatMap(({ words, top, bottom }) =>
    words.slice(1).map((word, index) => (word.left - (words[index]?.right ?? 0)) / (bottom - top)),
  );
  const spaces = gaps.filter((gap) => gap > 0.1 && gap < 0.8);
  return spaces.length < ENOUGH_SPACES ? undefined : median(spaces);
}
