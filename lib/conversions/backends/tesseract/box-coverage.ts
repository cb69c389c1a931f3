import type { Edges } from '../../shared/geometry/box.ts';
import type { GreyImage } from './image-pdf.ts';

/** Returns whether the middle of a box on an image is in one of some others, by a grid of cells of `cell` pixels. */
export function boxCoverage(
  boxes: readonly Edges[],
  image: GreyImage,
  cell: number,
): (box: Edges) => boolean {
  const across = Math.ceil(image.width / cell) + 1;
  const down = Math.ceil(image.height / cell) + 1;
  const covered = new Uint8Array(across * down);
  for (const { left, right, top, bottom } of boxes) {
    const from = Math.max(0, Math.round(left / cell));
    const to = Math.min(across, Math.round(right / cell));
    const last = Math.min(down, Math.round(bottom / cell));
    for (let y = Math.max(0, Math.round(top / cell)); y < last; y += 1)
      covered.fill(1, y * across + from, y * across + to);
  }
  return ({ left, right, top, bottom }) =>
    covered[Math.floor((top + bottom) / 2 / cell) * across + Math.floor((left + right) / 2 / cell)] === 1;
}
