import type { Box } from '../../shared/geometry/box.ts';

// Slope, six degrees. Larger angles are deliberate rotations, and Tesseract cannot read them anyway.
const MAX_SLOPE = 0.1;
const STEP = 0.0025;
// Lines of small print are 8 points apart: words of one line must share a bin, those of the next must not.
const BIN_POINTS = 2;
// How much sharper a slope must be, so that a straight page is not rotated because two columns happen to align.
const MIN_IMPROVEMENT = 1.1;

/** Measures how well words align in lines after a slope is removed: the sum of the squared line lengths. */
function sharpness(items: readonly Box[], slope: number): number {
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
 * Returns the slope of the text lines on a page, in points down per point to the right; 0 for a straight page. It is
 * the slope with the sharpest line profile (W. Postl, Detection of linear oblique structures and skew scan, ICPR
 * 1986).
 */
export function skewOf(items: readonly Box[]): number {
  const straight = sharpness(items, 0);
  let best = { slope: 0, sharpness: straight * MIN_IMPROVEMENT };
  for (let step = -MAX_SLOPE / STEP; step <= MAX_SLOPE / STEP; step += 1) {
    const slope = step * STEP;
    const found = sharpness(items, slope);
    if (found > best.sharpness) best = { slope, sharpness: found };
  }
  return best.slope;
}
