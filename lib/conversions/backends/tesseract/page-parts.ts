import { maxOf, minOf } from '../../base/arrays.ts';
import { crop } from './crop.ts';
import { countDarkPixels } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import type { Span } from './ink-spans.ts';

/** A part of a page image and its position on the page, in pixels from the top left. */
export interface PagePart {
  readonly image: GreyImage;
  readonly x: number;
  readonly y: number;
  /** Rows that were cut out of the image, counted from its top. */
  readonly cut?: Span;
}

// Maximum share of ink in a part. Two parts take as long as the larger one, so a less even split gains too little.
const MAX_PART_SHARE = 0.67;
// Minimum share of ink in a column; a shorter block beside text is not a column.
const MIN_COLUMN_SHARE = 0.2;
// Minimum share of the page's height with ink in a part: a few lines. Tesseract finds nothing in a single line.
const MIN_INKED_SHARE = 0.08;
// Minimum gap between lines, in inches. Lines of 8-point print are further apart; in a smaller gap, a cut could remove accents.
const MIN_GAP_INCHES = 0.025;
// Minimum width of a gutter, in inches; spaces between words are narrower.
const MIN_GUTTER_INCHES = 0.1;
// Shares of the page's width and height: a gutter is near the middle, and a split is only worthwhile for long columns.
// All of a gutter has about the same length.
const GUTTER_FROM = 0.3;
const MIN_REACH = 0.4;
const SAME_REACH = 0.85;
// Rows between the text above and below columns, in inches: enough to keep them apart.
const SEAM_INCHES = 0.5;
// Pages with less ink, as a share of pixels, or fewer pixels are recognized too quickly to gain from a second
// processor.
const MIN_DARK_SHARE = 0.002;
const MIN_PIXELS = 1_000_000;

/** Returns the runs of zeros between other values; leading and trailing zeros are margins. */
function gapsIn(counts: Uint32Array): Span[] {
  const gaps: Span[] = [];
  let last = -1;
  counts.forEach((count, at) => {
    if (count === 0) return;
    if (last >= 0 && at > last + 1) gaps.push({ from: last + 1, to: at });
    last = at;
  });
  return gaps;
}

const cropped = (image: GreyImage, across: Span, down: Span): PagePart => ({
  image: crop(image, across, down),
  x: across.from,
  y: down.from,
});

/** Returns the row in the middle of the widest gap between lines that splits the ink about in half. */
function rowBetween(rows: Uint32Array, dark: number, dpi: number): number | undefined {
  const least = rows.length * MIN_INKED_SHARE;
  const allInked = rows.reduce((sum, count) => sum + Math.min(1, count), 0);
  let inked = 0;
  let best: { readonly row: number; readonly score: number } | undefined;
  let above = 0;
  let at = 0;
  for (const { from, to } of gapsIn(rows)) {
    for (; at < from; at += 1) {
      above += rows[at] ?? 0;
      inked += Math.min(1, rows[at] ?? 0);
    }
    if (Math.min(inked, allInked - inked) < least) continue;
    const larger = Math.max(above, dark - above) / dark;
    const height = (to - from) / dpi;
    if (height < MIN_GAP_INCHES || larger > MAX_PART_SHARE) continue;
    // Prefer gaps between paragraphs, but not at the cost of an idle processor.
    const score = Math.min(1, height / 0.15) * 0.1 - larger;
    if (score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = { row: (from + to) >> 1, score };
  }
  return best?.row;
}

/** Returns the longest run of light pixels in a column of pixels. */
function longestBlank(image: GreyImage, limit: number, x: number): Span {
  const { pixels, width, height } = image;
  let longest = { from: 0, to: 0 };
  let from = 0;
  for (let y = 0; y <= height; y += 1) {
    if (y < height && (pixels[y * width + x] ?? 0) > limit) continue;
    if (y - from > longest.to - longest.from) longest = { from, to: y };
    from = y + 1;
  }
  return longest;
}

/** Finds the gutter between two columns: its width, and the height that nothing crosses. */
function gutterOf(image: GreyImage, limit: number): { across: Span; down: Span } | undefined {
  const { width, height, dpi } = image;
  // A few samples per gutter are enough.
  const step = Math.max(1, Math.floor((MIN_GUTTER_INCHES * dpi) / 4));
  const start = Math.round(width * GUTTER_FROM);
  const blanks = Array.from({ length: Math.floor((width * (1 - 2 * GUTTER_FROM)) / step) }, (_, at) =>
    longestBlank(image, limit, start + at * step),
  );
  const reach = maxOf(
    blanks.map(({ from, to }) => to - from),
    0,
  );
  if (reach < height * MIN_REACH) return undefined;
  let best: Span = { from: 0, to: 0 };
  let from = 0;
  for (let at = 0; at <= blanks.length; at += 1) {
    const blank = blanks[at];
    if (blank !== undefined && blank.to - blank.from > reach * SAME_REACH) continue;
    if (at - from > best.to - best.from) best = { from, to: at };
    from = at + 1;
  }
  if ((best.to - best.from) * step < MIN_GUTTER_INCHES * dpi * 0.75) return undefined;
  const within = blanks.slice(best.from, best.to);
  return {
    across: { from: start + best.from * step, to: start + (best.to - 1) * step },
    down: {
      from: maxOf(within.map((blank) => blank.from)),
      to: minOf(within.map((blank) => blank.to)),
    },
  };
}

/** Splits off two columns from the rest of the page: titles above, notes and page number below. */
function columnsOf(image: GreyImage, limit: number, rows: Uint32Array, dark: number): PagePart[] {
  const { pixels, width, height } = image;
  const gutter = gutterOf(image, limit);
  if (gutter === undefined) return [];
  const isBlank = (row: number): boolean => (rows[row] ?? 0) === 0;
  let { from, to } = gutter.down;
  while (from < to && !isBlank(from)) from += 1;
  while (to > from && !isBlank(to - 1)) to -= 1;
  if (to - from < 2) return [];
  const middle = (gutter.across.from + gutter.across.to) >> 1;
  let left = 0;
  let inside = 0;
  let inkedLeft = 0;
  let inkedRight = 0;
  for (let y = from; y < to; y += 1) {
    const row = rows[y] ?? 0;
    const before = left;
    for (let x = 0; x < middle; x += 1) if ((pixels[y * width + x] ?? 0) <= limit) left += 1;
    inside += row;
    if (left > before) inkedLeft += 1;
    if (row > left - before) inkedRight += 1;
  }
  const right = inside - left;
  if (Math.min(inkedLeft, inkedRight) < height * MIN_INKED_SHARE) return [];
  if (Math.min(left, right) < dark * MIN_COLUMN_SHARE) return [];
  if (Math.max(left, right, dark - inside) > dark * MAX_PART_SHARE) return [];
  const down = { from, to };
  const columns = [
    cropped(image, { from: 0, to: middle }, down),
    cropped(image, { from: middle, to: width }, down),
  ];
  return inside === dark ? columns : [...columns, withoutRows(image, down, rows)];
}

/** Cuts the rows of the columns out of a page, and its margins above and below. */
function withoutRows(
  { pixels, width, height, dpi }: GreyImage,
  { from, to }: Span,
  inked: Uint32Array,
): PagePart {
  const seam = Math.min(to - from, Math.round(SEAM_INCHES * dpi));
  const isInked = (count: number, y: number): boolean => count > 0 && (y < from || y >= to);
  const top = Math.max(0, Math.min(inked.findIndex(isInked), from) - seam);
  const bottom = Math.min(height, Math.max(inked.findLastIndex(isInked) + 1, to) + seam);
  const kept = new Uint8Array((bottom - top - (to - from) + seam) * width).fill(255);
  kept.set(pixels.subarray(top * width, from * width));
  kept.set(pixels.subarray(to * width, bottom * width), (from - top + seam) * width);
  const image = { pixels: kept, width, height: kept.length / width, dpi };
  return { image, x: 0, y: top, cut: { from: from - top, to: to - top - seam } };
}

/**
 * Splits a page image into parts that can be recognized in parallel: between two lines or two columns, so that no part
 * has much more than half of the ink. Returns the whole page if there is no such place.
 */
export function partsOf(image: GreyImage): PagePart[] {
  const { width, height, dpi } = image;
  const whole = [{ image, x: 0, y: 0 }];
  if (width * height < MIN_PIXELS) return whole;
  const { limit, rows, dark } = countDarkPixels(image);
  if (dark < width * height * MIN_DARK_SHARE) return whole;
  const columns = columnsOf(image, limit, rows, dark);
  if (columns.length > 0) return columns;
  const row = rowBetween(rows, dark, dpi);
  if (row === undefined) return whole;
  const across = { from: 0, to: width };
  return [
    { from: 0, to: row },
    { from: row, to: height },
  ].map((down) => cropped(image, across, down));
}
