import type { GreyPicture } from './picture-pdf.ts';

// Every pixel tells no more of where paper ends and ink begins than these do; a prime, so as not to follow columns.
const SAMPLING = 13;

/** The grey, from 0 for black, at which a picture parts best into ink and paper (N. Otsu, IEEE SMC 9, 1979). */
export function inkLimit({ pixels }: GreyPicture): number {
  const histogram = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += SAMPLING) {
    const grey = pixels[at] ?? 0;
    histogram[grey] = (histogram[grey] ?? 0) + 1;
  }
  const all = histogram.reduce((sum, count) => sum + count, 0);
  const total = histogram.reduce((sum, count, grey) => sum + count * grey, 0);
  let best = { limit: 127, variance: 0 };
  let below = 0;
  let sum = 0;
  histogram.forEach((count, limit) => {
    below += count;
    sum += count * limit;
    if (below === 0 || below === all) return;
    const apart = sum / below - (total - sum) / (all - below);
    const variance = below * (all - below) * apart * apart;
    if (variance > best.variance) best = { limit, variance };
  });
  return best.limit;
}

/** Where a picture is dark. */
export interface DarkPixels {
  /** The lightest grey that is ink. */
  readonly limit: number;
  /** How many pixels of each row are ink. */
  readonly rows: Uint32Array;
  /** How many pixels are ink. */
  readonly dark: number;
}

/** Counts what is ink on a picture. */
export function darkAt(picture: GreyPicture): DarkPixels {
  const { pixels, width, height } = picture;
  const limit = inkLimit(picture);
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
