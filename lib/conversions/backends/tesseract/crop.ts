import type { GreyImage } from './image-pdf.ts';
import type { Span } from './ink-spans.ts';

/** Copies the part of an image in a box. */
export function crop({ pixels, width, dpi }: GreyImage, across: Span, down: Span): GreyImage {
  const size = { width: across.to - across.from, height: down.to - down.from };
  const part = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const start = (down.from + y) * width + across.from;
    part.set(pixels.subarray(start, start + size.width), y * size.width);
  }
  return { pixels: part, ...size, dpi };
}
