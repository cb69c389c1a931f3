import type { TextItem } from '@llamaindex/liteparse';

// Beyond six degrees scanners and hands turn a page on purpose, and Tesseract does not read it anyway.
const STEEPEST = 0.1;
const STEP = 0.0025;
// Lines of small print lie 8 points apart: words of one line must fall together, those of the next apart.
const BIN_POINTS = 2;
// A page that lies straight is not to be turned because two columns happen to meet.
const WORTH_TURNING = 1.1;

/** How sharply words fall into lines when a slope is taken out: the sum of squares of the lines' lengths. */
function sharpness(items: readonly TextItem[], slope: number): number {
  const lines = new Map<number, number>();
  for (const { x, y, width, height } of items) {
    const middle = y + height / 2 - slope * (x + width / 2);
    const bin = Math.round(middle / BIN_POINTS);
    lines.set(bin, (lines.get(bin) ?? 0) + width);
  }
  let sum = 0;
  for (const length of lines.values()) sum += length * length;
  return sum;
}

/**
 * The slope that lines of text have on a page, in points down for each point to the right: the one at which the profile
 * of lines is sharpest (W. Postl, Detection of linear oblique structures and skew scan, ICPR 1986). 0 for a straight page.
 */
export function skewOf(items: readonly TextItem[]): number {
  const straight = sharpness(items, 0);
  let best = { slope: 0, sharpness: straight * WORTH_TURNING };
  for (let step = -STEEPEST / STEP; step <= STEEPEST / STEP; step += 1) {
    const slope = step * STEP;
    const found = sharpness(items, slope);
    if (found > best.sharpness) best = { slope, sharpness: found };
  }
  return best.slope;
}
