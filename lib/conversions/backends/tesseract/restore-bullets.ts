import type { TextItem } from '@llamaindex/liteparse';
import { median } from '../../base/median.ts';
import { type Box, edgesOf } from '../../shared/geometry/box.ts';
import { clusterSpans } from '../../shared/geometry/clusters.ts';
import { groupLines, recognizedLines } from '../../shared/geometry/lines.ts';
import { crop } from './crop.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkedColumns, inkedRows, type Span, within } from './ink-spans.ts';
import type { PagePart } from './page-parts.ts';
import { splitWords } from './split-words.ts';

// Tesseract reads bullets as other signs, differently from line to line, or not at all. The image shows what they are.

// What solid bullets and dashes are read as: a sign or two without a letter or digit.
const SIGN = /^[^\p{L}\p{N}\s]{1,2}$/u;
// Signs and letters that hollow bullets are read as. They are hardly ever the first word of several lines.
const HOLLOW = /^[©®¢«»¤°eo]$/u;
const SIGN_AND_TEXT = /^(?:[^\p{L}\p{N}\s]{1,2}|[eo]) \S/u;
// Also after an opening quotation mark or bracket.
const STARTS_WITH_LETTER = /^["“„'(]?\p{L}/u;
const LETTER = /\p{L}/u;
const DESCENDER = /[gjpqy,;()[\]{}|QJ]/u;

// Heights of a line's words: how far left of its text a bullet is, and the least gap between them.
const REACH = 3;
const MIN_GAP = 0.3;
// The least gap after a bullet that was read as a letter, which could be a word: wider than a space.
const MIN_WIDE_GAP = 0.6;
// The same of the height and width of a bullet, of the height of a dash, and of the width of a dash.
const BULLET_SIZE = { least: 0.12, most: 0.75 };
const DASH_HEIGHT = 0.25;
const DASH_WIDTH = { least: 0.25, most: 1.3 };
// Pixels; smaller shapes have no outline.
const MIN_PIXELS = 3;
// Pixels of the width of a speck, or of the blurred edge of a letter.
const MAX_SPECK = 1;
// Ratio of width to height up to which a shape is round or square, and from which it is a dash.
const MAX_ROUND_RATIO = 1.35;
const MIN_DASH_RATIO = 1.8;
// Share of its box that is ink: π/4 of a disc, less of a plus, an asterisk or a ring.
const MIN_SOLID = 0.68;
// Heights of a line's words above and below its baseline among which a bullet is looked for, and how far from the text.
const ABOVE = 1.2;
const BELOW = 0.25;
const EDGE = 0.1;
// Heights of a line's words above its baseline where the middle of a bullet is. A full stop is below, an asterisk above.
const MIDDLE = { least: 0.18, most: 0.65 };
// Heights of a line's words by which equal bullets differ in size and in their distance from the edge of the page.
const SAME_SIZE = 0.2;
const SAME_PLACE = 0.4;
// Share of the height of words that is below the baseline.
const DESCENT = 0.22;
// Lines of a page with the same bullet at the same place; more if it was not read as a sign in any of them, or is not solid.
const MIN_LINES = 2;
const MIN_UNREAD_LINES = 3;
// More words than on any page of text.
const MAX_ITEMS = 10_000;

const isBulletSign = (item: TextItem | undefined): boolean =>
  item !== undefined && (SIGN.test(item.text) || HOLLOW.test(item.text));

/** A shape before the text of a line. Its box is in points. */
interface Candidate extends Box {
  readonly isDash: boolean;
  /** Share of its box that is ink, or of its middle row if that is less. */
  readonly fill: number;
  /** Height of the words of its line. */
  readonly unit: number;
  /** Width of the gap between it and the text, in points. */
  readonly gap: number;
  /** The sign that it was read as, if it was. */
  readonly sign: TextItem | undefined;
  /** The first word of its line. */
  readonly next: TextItem;
}

interface PlacedCandidate extends Candidate {
  /** Its distance from the left of the page, in points. */
  readonly pageX: number;
}

interface Shape {
  readonly across: Span;
  readonly down: Span;
  /** Share of its box that is ink, or of its middle row if that is less. */
  readonly fill: number;
}

/** The only shape in a part of an image; undefined if there are none or several, or it touches the part's edges. */
function shapeIn(image: GreyImage, limit: number, across: Span, down: Span): Shape | undefined {
  const [own, other] = inkedColumns(image, limit, across, down).filter(
    ({ from, to }) => to - from > MAX_SPECK,
  );
  if (own === undefined || other !== undefined || own.from === across.from) return undefined;
  const rows = inkedRows(image, limit, own, down);
  if (rows.from === down.from || rows.to === down.to) return undefined;
  const inkOf = (y: number): number =>
    image.pixels
      .subarray(y * image.width + own.from, y * image.width + own.to)
      .reduce((sum, pixel) => (pixel <= limit ? sum + 1 : sum), 0);
  let ink = 0;
  for (let y = rows.from; y < rows.to; y += 1) ink += inkOf(y);
  const [width, height] = [own.to - own.from, rows.to - rows.from];
  // An equals sign is as solid as a disc, except in its middle.
  const fill = Math.min(ink / (width * height), inkOf((rows.from + rows.to) >> 1) / width);
  return { across: own, down: rows, fill };
}

/** Whether a shape has the size of a dash or a bullet; undefined if it has neither. */
function dashOrBullet({ across, down }: Shape, unit: number): 'dash' | 'bullet' | undefined {
  const [width, height] = [across.to - across.from, down.to - down.from];
  if (width >= height * MIN_DASH_RATIO) {
    const isDash =
      height <= DASH_HEIGHT * unit && width >= DASH_WIDTH.least * unit && width <= DASH_WIDTH.most * unit;
    return isDash ? 'dash' : undefined;
  }
  const [least, most] = [Math.min(width, height), Math.max(width, height)];
  const isBullet =
    least >= Math.max(MIN_PIXELS, BULLET_SIZE.least * unit) &&
    most <= BULLET_SIZE.most * unit &&
    most <= least * MAX_ROUND_RATIO + 1;
  return isBullet ? 'bullet' : undefined;
}

/** The baseline of words, in points from the top. */
const baselineOf = (words: readonly TextItem[], unit: number): number => {
  const level = words.filter(({ text }) => LETTER.test(text) && !DESCENDER.test(text));
  return level.length > 0
    ? median(level.map(({ y, height }) => y + height))
    : median(words.map(({ y, height }) => y + height)) - unit * DESCENT;
};

/** Finds the shape before the text of a line that may be a bullet. `after` is the end of what is left of the line, in points. */
function candidateOf(line: readonly TextItem[], after: number, image: GreyImage): Candidate | undefined {
  const isSign = isBulletSign(line[0]);
  const sign = isSign ? line[0] : undefined;
  const words = isSign ? line.slice(1) : line;
  const [next] = words;
  if (next === undefined || !words.some(({ text }) => LETTER.test(text))) return undefined;
  const unit = median(words.filter(({ text }) => LETTER.test(text)).map(({ height }) => height));
  const baseline = baselineOf(words, unit);
  const scale = image.dpi / 72;
  const left = within(Math.max(after, next.x - REACH * unit) * scale, image.width);
  const top = within((baseline - ABOVE * unit) * scale, image.height);
  // The first word is part of it, so that it has some ink: a threshold between two shades of paper would be useless.
  const part = crop(
    image,
    { from: left, to: within((next.x + Math.min(next.width, REACH * unit)) * scale, image.width) },
    { from: top, to: within((baseline + BELOW * unit) * scale, image.height) },
  );
  if (part.width === 0 || part.height === 0) return undefined;
  const across = { from: 0, to: within((next.x - EDGE * unit) * scale - left, part.width) };
  const shape = shapeIn(part, inkLimit(part, 1), across, { from: 0, to: part.height });
  if (shape === undefined) return undefined;
  const kind = dashOrBullet(shape, unit * scale);
  const x = (left + shape.across.from) / scale;
  const y = (top + shape.down.from) / scale;
  const width = (shape.across.to - shape.across.from) / scale;
  const height = (shape.down.to - shape.down.from) / scale;
  const gap = next.x - x - width;
  const middle = baseline - y - height / 2;
  if (kind === undefined || gap < MIN_GAP * unit) return undefined;
  if (middle < MIDDLE.least * unit || middle > MIDDLE.most * unit) return undefined;
  const isDash = kind === 'dash';
  // A dash before a number can be its sign.
  if (isDash && !STARTS_WITH_LETTER.test(next.text)) return undefined;
  return { isDash, fill: shape.fill, x, y, width, height, unit, gap, sign, next };
}

const isSized = ({ unit, ...own }: Candidate, width: number, height: number): boolean =>
  Math.abs(own.width - width) <= SAME_SIZE * unit && Math.abs(own.height - height) <= SAME_SIZE * unit;

/** The bullets among the shapes at one place. */
function bulletsAmong(place: readonly Candidate[]): readonly Candidate[] {
  const [width, height] = [median(place.map((each) => each.width)), median(place.map((each) => each.height))];
  const usual = place.find((each) => isSized(each, width, height));
  const alike = place.filter((each) => each.isDash === usual?.isDash && isSized(each, width, height));
  if (median(alike.map(({ fill }) => fill)) >= MIN_SOLID) {
    // The letters e and o are not solid.
    const solid = alike.filter(({ sign }) => sign === undefined || !LETTER.test(sign.text));
    return solid.length >= (solid.some(({ sign }) => sign !== undefined) ? MIN_LINES : MIN_UNREAD_LINES)
      ? solid
      : [];
  }
  const hollow = alike.filter(
    ({ sign, gap, unit }) => sign !== undefined && HOLLOW.test(sign.text) && gap >= MIN_WIDE_GAP * unit,
  );
  return hollow.length >= MIN_UNREAD_LINES ? hollow : [];
}

/** The bullets that several lines have at one place. */
const repeated = (candidates: readonly PlacedCandidate[]): readonly Candidate[] =>
  clusterSpans(
    candidates,
    ({ pageX }) => ({ from: pageX, to: pageX }),
    (span, furthest, { unit }) => span.from - furthest.to > SAME_PLACE * unit,
  ).flatMap(bulletsAmong);

/** Items whose first sign is an item of its own. */
const withSignsApart = (items: readonly TextItem[], image: GreyImage): TextItem[] =>
  items.flatMap((item) => (SIGN_AND_TEXT.test(item.text) ? splitWords([item], image) : [item]));

/** Finds the candidates in a row of words from left to right, at its start and after each wide gap. */
function candidatesIn(row: readonly TextItem[], image: GreyImage): Candidate[] {
  const wide = median(row.map(({ height }) => height));
  const gapAfter = (at: number): number => {
    const [item, next] = [row[at], row[at + 1]];
    return item === undefined || next === undefined ? Infinity : next.x - item.x - item.width;
  };
  const found: Candidate[] = [];
  for (let from = 0; from < row.length; ) {
    const isAlone = isBulletSign(row[from]);
    let to = isAlone && gapAfter(from) <= wide * REACH ? from + 1 : from;
    while (gapAfter(to) <= wide) to += 1;
    const before = row[from - 1];
    const after = before === undefined ? 0 : before.x + before.width;
    const candidate = candidateOf(row.slice(from, to + 1), after, image);
    if (candidate !== undefined) found.push(candidate);
    from = to + 1;
  }
  return found;
}

/** A part of a page, and the words recognized on it. Their coordinates are in points from the top left of the part. */
export interface RecognizedPart extends PagePart {
  readonly words: readonly TextItem[];
}

/**
 * Restores the bullets and dashes before list items of a page, by its image: several lines have the same shape at the same
 * place, and a gap after it. Returns the words of each part.
 */
export function restoreBullets(parts: readonly RecognizedPart[]): (readonly TextItem[])[] {
  if (parts.reduce((sum, { words }) => sum + words.length, 0) > MAX_ITEMS)
    return parts.map(({ words }) => words);
  const apart = parts.map((part) => ({ ...part, words: withSignsApart(part.words, part.image) }));
  const candidates = apart.flatMap(({ words, image, x }) => {
    const rows = groupLines(words, edgesOf, recognizedLines).map(({ items }) =>
      items.toSorted((one, other) => one.x - other.x),
    );
    const offset = (x * 72) / image.dpi;
    return rows
      .flatMap((row) => candidatesIn(row, image))
      .map((each) => ({ ...each, pageX: each.x + offset }));
  });
  const restored = new Map(
    repeated(candidates).map(({ isDash, x, y, width, height, sign, next }): [TextItem, TextItem[]] => {
      const bullet = { ...(sign ?? next), text: isDash ? '-' : '•', x, y, width, height };
      return sign === undefined ? [next, [bullet, next]] : [sign, [bullet]];
    }),
  );
  return apart.map(({ words }) => words.flatMap((word) => restored.get(word) ?? [word]));
}
