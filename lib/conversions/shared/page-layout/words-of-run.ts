import type { Box } from '../geometry/box.ts';
import { turnBack } from '../geometry/quarter-turns.ts';
import type { TextRun } from './text-run.ts';

/** A word of a run: its place in the text and on the page. */
export interface RunWord extends Box {
  readonly text: string;
  /** Index of its first character in the text of the run. */
  readonly start: number;
}

// The size of a page that is turned around its upper left corner.
const NO_SIZE = { width: 0, height: 0 };

/** Returns where the words of a text start and end, which spaces separate. */
function wordBounds(text: string): number[] {
  const bounds: number[] = [];
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf(' ', start);
    if (end < 0) end = text.length;
    if (end > start) bounds.push(start, end);
  }
  return bounds;
}

/** Returns the words of a run, which spaces end. If their edges are unknown, letters count as equally wide. */
export function wordsOfRun(run: TextRun): RunWord[] {
  const { text, edges, turns = 0 } = run;
  const bounds = wordBounds(text);
  const line = turns === 0 ? run : turnBack(run, turns, NO_SIZE);
  const own = edges?.length === bounds.length ? edges : undefined;
  const letter = line.width / Math.max(1, text.trimEnd().length);
  const words: RunWord[] = [];
  for (let at = 0; at < bounds.length; at += 2) {
    const [start = 0, end = 0] = [bounds[at], bounds[at + 1]];
    const left = own?.[at] ?? start * letter;
    const right = own?.[at + 1] ?? left + (end - start) * letter;
    const placed = { x: line.x + left, y: line.y, width: right - left, height: line.height };
    const { x, y, width, height } = turns === 0 ? placed : turnBack(placed, 4 - turns, NO_SIZE);
    words.push({ text: text.slice(start, end), start, x, y, width, height });
  }
  return words;
}
