import { maxOf, minOf } from '../../base/arrays.ts';
import { turnBack } from '../geometry/quarter-turns.ts';
import { isWideText, type SourcePage, type TextRun } from './text-run.ts';

// Maximum width of a character of a vertical line, in font sizes; digits side by side are one.
const MAX_WIDTH = 1.3;
// Maximum distance by which a character reaches out of the one above or below it, and maximum step between them, in font sizes.
const ALIGNED = 0.2;
const MAX_STEP = 2;

/** Returns true if a character is above or below another: signs such as a full stop are narrow and at its side. */
const isWithin = (narrow: TextRun, wide: TextRun): boolean =>
  narrow.x > wide.x - ALIGNED * wide.size &&
  narrow.x + narrow.width < wide.x + wide.width + ALIGNED * wide.size;

/** Returns true if a run is a character below another in a line of vertical writing. */
const follows = (run: TextRun, before: TextRun): boolean =>
  run.size === before.size &&
  Math.max(run.width, before.width) <= MAX_WIDTH * run.size &&
  (isWithin(run, before) || isWithin(before, run)) &&
  run.y > before.y &&
  run.y - before.y <= MAX_STEP * run.size;

const charactersIn = (runs: readonly TextRun[]): number =>
  runs.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Finds the lines of vertical writing, whose letters are upright, if they are most of a page. Returns them as runs of a page that
 * is turned back by a quarter, on which they go from left to right and from top to bottom, and the other runs.
 */
export function verticalLines(
  runs: readonly TextRun[],
  page: Pick<SourcePage, 'width' | 'height'>,
): { readonly lines: readonly TextRun[]; readonly others: readonly TextRun[] } {
  const chains: TextRun[][] = [];
  for (const run of runs) {
    const before = chains.at(-1)?.at(-1);
    if (before !== undefined && follows(run, before)) chains.at(-1)?.push(run);
    else chains.push([run]);
  }
  const isVertical = (chain: readonly TextRun[]): boolean =>
    chain.length > 1 && chain.some(({ text }) => isWideText(text));
  const vertical = chains.filter(isVertical);
  if (charactersIn(vertical.flat()) <= charactersIn(runs) / 2) return { lines: [], others: runs };
  const lines = vertical.map((chain): TextRun => {
    const x = minOf(chain.map((run) => run.x));
    const y = minOf(chain.map((run) => run.y));
    const right = maxOf(chain.map((run) => run.x + run.width));
    const bottom = maxOf(chain.map((run) => run.y + run.height));
    const text = chain.map((run) => run.text.trim()).join('');
    return {
      ...chain[0],
      size: chain[0]?.size ?? 0,
      text,
      ...turnBack({ x, y, width: right - x, height: bottom - y }, 1, page),
    };
  });
  return { lines, others: chains.filter((chain) => !isVertical(chain)).flat() };
}
