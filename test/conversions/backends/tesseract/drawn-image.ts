import type { GreyImage } from '../../../../lib/conversions/backends/tesseract/image-pdf.ts';

/** A white 200 dpi image with black boxes: x, y, width, height in pixels. */
export function drawn(
  width: number,
  height: number,
  boxes: readonly (readonly [number, number, number, number])[],
): GreyImage {
  const pixels = Buffer.alloc(width * height, 255);
  for (const [x, y, across, down] of boxes)
    for (let row = y; row < y + down; row += 1) pixels.fill(0, row * width + x, row * width + x + across);
  return { pixels, width, height, dpi: 200 };
}
