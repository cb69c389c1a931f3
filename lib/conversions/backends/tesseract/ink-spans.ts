import type { GreyImage } from './image-pdf.ts';

/** A range of pixels; `to` is not in it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the runs of pixel columns with ink within a box in pixels. */
export function inkedColumns(image: GreyImage, limit: number, across: Span, down: Span): Span[] {
  const spans: Span[] = [];
  let from = -1;
  for (let x = across.from; x <= across.to; x += 1) {
    let isInk = false;
    for (let y = down.from; x < across.to && y < down.to && !isInk; y += 1)
      isInk = (image.pixels[y * image.width + x] ?? 255) <= limit;
    if (isInk && from < 0) from = x;
    if (!isInk && from >= 0) {
      spans.push({ from, to: x });
      from = -1;
    }
  }
  return spans;
}

/** A whole pixel from 0 to `most`. */
export const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));

/** Returns the rows from the first to the last with ink in a box. */
export function inkedRows(image: GreyImage, limit: number, across: Span, down: Span): Span {
  const isInked = (y: number): boolean =>
    image.pixels
      .subarray(y * image.width + across.from, y * image.width + across.to)
      .some((pixel) => pixel <= limit);
  let { from, to } = down;
  while (from < to && !isInked(from)) from += 1;
  while (to > from && !isInked(to - 1)) to -= 1;
  return { from, to };
}
