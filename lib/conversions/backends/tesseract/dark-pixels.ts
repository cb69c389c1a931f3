import type { GreyImage } from './image-pdf.ts';

// Sample every 13th pixel, which is enough for the threshold. A prime does not follow columns.
const SAMPLING_STEP = 13;
// Maximum share of ink on a page of dark text; pictures leave less paper than letters.
const MAX_INK_SHARE = 0.6;

/** Counts pixels by their grey, each or a sample. */
export function greysOf({ pixels }: GreyImage, step = SAMPLING_STEP): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += step) {
    const grey = pixels[at] ?? 0;
    counts[grey] = (counts[grey] ?? 0) + 1;
  }
  return counts;
}

/** Returns the threshold between ink and paper as a grey value, 0 for black (N. Otsu, IEEE SMC 9, 1979). */
export function inkLimit(image: GreyImage, step = SAMPLING_STEP): number {
  const histogram = greysOf(image, step);
  const all = histogram.reduce((sum, count) => sum + count, 0);
  const total = histogram.reduce((sum, count, grey) => sum + count * grey, 0);
  let best = { limit: 127, variance: 0 };
  let below = 0;
  let sum = 0;
  histogram.forEach((count, limit) => {
    below += count;
    sum += count * limit;
    if (below === 0 || below === all) return;
    const distance = sum / below - (total - sum) / (all - below);
    const variance = below * (all - below) * distance * distance;
    if (variance > best.variance) best = { limit, variance };
  });
  return best.limit;
}

/** Returns an image of light text on dark paper with dark text, by which words and numbers are compared with their ink. */
export function withDarkText(image: GreyImage): GreyImage {
  const counts = greysOf(image);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const dark = counts.subarray(0, inkLimit(image) + 1).reduce((sum, count) => sum + count, 0);
  return dark <= MAX_INK_SHARE * all ? image : { ...image, pixels: image.pixels.map((grey) => 255 - grey) };
}

/** The dark pixels of an image. */
interface DarkPixels {
  /** The lightest grey value of ink. */
  readonly limit: number;
  /** Number of ink pixels in each row. */
  readonly rows: Uint32Array;
  /** Total number of ink pixels. */
  readonly dark: number;
}

/** Counts the ink pixels of an image. */
export function countDarkPixels(image: GreyImage): DarkPixels {
  const { pixels, width, height } = image;
  const limit = inkLimit(image);
  const rows = new Uint32Array(height);
  let dark = 0;
  for (let y = 0; y < height; y += 1) {
    let count = 0;
    for (let at = y * width; at < (y + 1) * width; at += 1) if ((pixels[at] ?? 0) <= limit) count += 1;
    rows[y] = count;
    dark += count;
  }
  return { limit, rows, dark };
}
