import type { Box } from '../../shared/geometry/box.ts';
import type { GreyImage } from './image-pdf.ts';
import { type Span, within } from './ink-spans.ts';

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

/** Copies the part of an image in a box in points; undefined if it is empty. */
export function cropBox(image: GreyImage, { x, y, width, height }: Box): GreyImage | undefined {
  const scale = image.dpi / 72;
  const across = { from: within(x * scale, image.width), to: within((x + width) * scale, image.width) };
  const down = { from: within(y * scale, image.height), to: within((y + height) * scale, image.height) };
  return across.to > across.from && down.to > down.from ? crop(image, across, down) : undefined;
}
