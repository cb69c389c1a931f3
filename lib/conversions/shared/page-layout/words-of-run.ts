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

/** Returns the words of a run, which spaces end. If their edges are unknown, letters count as equally wide. */
export function wordsOfRun({ text, edges, turns = 0, ...box }: TextRun): RunWord[] {
  const found = [...text.matchAll(/[^ ]+/g)];
  const line = turnBack(box, turns, NO_SIZE);
  const own = edges?.length === found.length * 2 ? edges : undefined;
  const length = text.trimEnd().length;
  const letter = line.width / Math.max(1, length);
  return found.map(({ 0: word, index: start }, at) => {
    const left = own?.[at * 2] ?? start * letter;
    const right = own?.[at * 2 + 1] ?? left + word.length * letter;
    const placed = { x: line.x + left, y: line.y, width: right - left, height: line.height };
    return { text: word, start, ...(turns === 0 ? placed : turnBack(placed, 4 - turns, NO_SIZE)) };
  });
}
