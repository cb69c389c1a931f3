import type { Box } from '../../shared/geometry/box.ts';

/** The middle of a box on a page that is rotated so that lines of a slope, in points down per point to the right, are level. */
export function levelMiddle(
  { x, y, width, height }: Box,
  slope: number,
): { readonly x: number; readonly y: number } {
  const [across, down] = [x + width / 2, y + height / 2];
  return { x: across + slope * down, y: down - slope * across };
}
