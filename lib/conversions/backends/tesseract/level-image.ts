import type { Box } from '../../shared/geometry/box.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { skewOf } from './skew.ts';

// Tesseract loses lines of pages that are skewed by three degrees, and most of them at four.

// Minimum slope of a page that is levelled; Tesseract reads lines with less.
const MIN_SLOPE = 0.01;
// Samples across an inch, and their maximum number on a page: its slope needs no more.
const SAMPLES_PER_INCH = 25;
const MAX_SAMPLES = 5000;

/** An image whose lines are level. */
export interface LevelImage {
  readonly image: GreyImage;
  /** Returns the box on the original image around a box on the level one. Both are in points. */
  readonly toOriginal: <Item extends Box>(item: Item) => Item;
}

/** The slope of the lines on an image, by the lower edges of its ink. */
function slopeOfInk(image: GreyImage): number {
  const { pixels, width, height, dpi } = image;
  const limit = inkLimit(image);
  const step = Math.max(1, Math.round(dpi / SAMPLES_PER_INCH));
  const scale = 72 / dpi;
  const edges: Box[] = [];
  for (let y = 0; y + 1 < height; y += 1)
    for (let x = 0; x < width; x += step) {
      const isEdge = (pixels[y * width + x] ?? 255) <= limit && (pixels[(y + 1) * width + x] ?? 0) > limit;
      if (isEdge) edges.push({ x: x * scale, y: y * scale, width: 1, height: 0 });
    }
  const every = Math.ceil(edges.length / MAX_SAMPLES);
  return skewOf(edges.filter((_, at) => at % every === 0));
}

/** Rotates an image, so that lines with a slope become level. What was outside of it is white. */
function rotated({ pixels, width, height, dpi }: GreyImage, slope: number): GreyImage {
  const across = Math.ceil((Math.abs(slope) * height) / 2);
  const down = Math.ceil((Math.abs(slope) * width) / 2);
  const size = { width: width + 2 * across, height: height + 2 * down };
  const turned = new Uint8Array(size.width * size.height).fill(255);
  for (let y = 0; y < size.height; y += 1) {
    const fromMiddle = y - size.height / 2;
    const shift = across + Math.round(slope * fromMiddle);
    const last = Math.min(size.width, width + shift);
    for (let x = Math.max(0, shift); x < last; x += 1) {
      const exact = height / 2 + fromMiddle + slope * (x - size.width / 2);
      const row = Math.floor(exact);
      if (row < 0 || row + 1 >= height) continue;
      const at = row * width + x - shift;
      const upper = pixels[at] ?? 255;
      turned[y * size.width + x] = upper + ((pixels[at + width] ?? 255) - upper) * (exact - row);
    }
  }
  return { pixels: turned, ...size, dpi };
}

/** Levels the lines of an image that are skewed by a few degrees. */
export function levelled(original: GreyImage): LevelImage {
  const slope = slopeOfInk(original);
  if (Math.abs(slope) < MIN_SLOPE) return { image: original, toOriginal: (item) => item };
  const image = rotated(original, slope);
  const scale = 72 / original.dpi;
  return {
    image,
    toOriginal: (item) => {
      const right = item.x + item.width / 2 - (image.width / 2) * scale;
      const below = item.y + item.height / 2 - (image.height / 2) * scale;
      // A box around a sloped word is higher than its letters.
      const height = item.height + Math.abs(slope) * item.width;
      return {
        ...item,
        x: (original.width / 2) * scale + right - slope * below - item.width / 2,
        y: (original.height / 2) * scale + below + slope * right - height / 2,
        height,
      };
    },
  };
}
