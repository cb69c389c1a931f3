import { maxOf, minOf } from '../../base/arrays.ts';
import { darkAt } from './dark-pixels.ts';
import type { GreyPicture } from './picture-pdf.ts';

/** A piece of a page's picture, and the place of its top left corner on the page, in pixels. */
export interface PagePart {
  readonly picture: GreyPicture;
  readonly x: number;
  readonly y: number;
}

// Two parts take as long as the larger one; where that holds more of the page, cutting gains too little.
const MOST_IN_PART = 0.67;
// What is shorter than that beside a text is no column of it.
const LEAST_IN_COLUMN = 0.2;
// Rows of pixels with letters in a part, of the page's height: some lines. Tesseract finds nothing where there is but one.
const LEAST_INKED = 0.08;
// In inches. Lines of print at 8 points stand further apart; nearer, a cut takes dots and accents off.
const LEAST_GAP = 0.025;
// A gutter of two columns is wider than the spaces between words.
const LEAST_GUTTER = 0.1;
// Parts of the page's width and height: gutters stand about the middle, and are worth a cut where columns are long. All of
// a gutter reaches about as far.
const GUTTER_FROM = 0.3;
const LEAST_REACH = 0.4;
const SAME_REACH = 0.85;
// A page of fewer dark pixels, or a smaller picture, is read too soon to gain from a second processor.
const LEAST_SHARE_DARK = 0.002;
const LEAST_PIXELS = 1_000_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Runs of zeros between other values: what lies before the first and after the last is margin. */
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

function cropped(picture: GreyPicture, across: Span, down: Span): PagePart {
  const width = across.to - across.from;
  const height = down.to - down.from;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = (down.from + y) * picture.width + across.from;
    pixels.set(picture.pixels.subarray(start, start + width), y * width);
  }
  return { picture: { pixels, width, height, dpi: picture.dpi }, x: across.from, y: down.from };
}

/** The row of the widest gap between lines that leaves about half of the letters above. */
function rowBetween(rows: Uint32Array, dark: number, dpi: number): number | undefined {
  const least = rows.length * LEAST_INKED;
  const allInked = rows.reduce((sum, count) => sum + Math.min(1, count), 0);
  let inked = 0;
  let best: { readonly row: number; readonly worth: number } | undefined;
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
    if (height < LEAST_GAP || larger > MOST_IN_PART) continue;
    // Between paragraphs rather than between lines, but not at the price of an idle processor.
    const worth = Math.min(1, height / 0.15) * 0.1 - larger;
    if (worth > (best?.worth ?? Number.NEGATIVE_INFINITY)) best = { row: (from + to) >> 1, worth };
  }
  return best?.row;
}

/** The longest stretch of a column of pixels without a dark one. */
function longestBlank(picture: GreyPicture, limit: number, x: number): Span {
  const { pixels, width, height } = picture;
  let longest = { from: 0, to: 0 };
  let from = 0;
  for (let y = 0; y <= height; y += 1) {
    if (y < height && (pixels[y * width + x] ?? 0) > limit) continue;
    if (y - from > longest.to - longest.from) longest = { from, to: y };
    from = y + 1;
  }
  return longest;
}

/** The gutter between two columns: across its width, down as far as nothing crosses it. */
function gutterOf(picture: GreyPicture, limit: number): { across: Span; down: Span } | undefined {
  const { width, height, dpi } = picture;
  // Some columns of pixels in each gutter are enough.
  const step = Math.max(1, Math.floor((LEAST_GUTTER * dpi) / 4));
  const start = Math.round(width * GUTTER_FROM);
  const blanks = Array.from({ length: Math.floor((width * (1 - 2 * GUTTER_FROM)) / step) }, (_, at) =>
    longestBlank(picture, limit, start + at * step),
  );
  const reach = maxOf(
    blanks.map(({ from, to }) => to - from),
    0,
  );
  if (reach < height * LEAST_REACH) return undefined;
  let best: Span = { from: 0, to: 0 };
  let from = 0;
  for (let at = 0; at <= blanks.length; at += 1) {
    const blank = blanks[at];
    if (blank !== undefined && blank.to - blank.from > reach * SAME_REACH) continue;
    if (at - from > best.to - best.from) best = { from, to: at };
    from = at + 1;
  }
  if ((best.to - best.from) * step < LEAST_GUTTER * dpi * 0.75) return undefined;
  const within = blanks.slice(best.from, best.to);
  return {
    across: { from: start + best.from * step, to: start + (best.to - 1) * step },
    down: {
      from: maxOf(within.map((blank) => blank.from)),
      to: minOf(within.map((blank) => blank.to)),
    },
  };
}

/** Two columns, and the page without them: titles above, notes and a page's number below. */
function columnsOf(picture: GreyPicture, limit: number, rows: Uint32Array, dark: number): PagePart[] {
  const { pixels, width, height } = picture;
  const gutter = gutterOf(picture, limit);
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
  if (Math.min(inkedLeft, inkedRight) < height * LEAST_INKED) return [];
  if (Math.min(left, right) < dark * LEAST_IN_COLUMN) return [];
  if (Math.max(left, right, dark - inside) > dark * MOST_IN_PART) return [];
  const down = { from, to };
  const columns = [
    cropped(picture, { from: 0, to: middle }, down),
    cropped(picture, { from: middle, to: width }, down),
  ];
  if (inside === dark) return columns;
  // A Buffer's slice() is no copy.
  const rest = new Uint8Array(pixels).fill(255, from * width, to * width);
  return [...columns, { picture: { ...picture, pixels: rest, width, height }, x: 0, y: 0 }];
}

/**
 * A page in parts that can be read side by side: cut where no letter stands, between two lines or two columns, so that
 * none holds much more than half of the letters. The page as one part where there is no such place.
 */
export function partsOf(picture: GreyPicture): PagePart[] {
  const { width, height, dpi } = picture;
  const whole = [{ picture, x: 0, y: 0 }];
  if (width * height < LEAST_PIXELS) return whole;
  const { limit, rows, dark } = darkAt(picture);
  if (dark < width * height * LEAST_SHARE_DARK) return whole;
  const columns = columnsOf(picture, limit, rows, dark);
  if (columns.length > 0) return columns;
  const row = rowBetween(rows, dark, dpi);
  if (row === undefined) return whole;
  const across = { from: 0, to: width };
  return [
    { from: 0, to: row },
    { from: row, to: height },
  ].map((down) => cropped(picture, across, down));
}
