import type { TextItem } from '@llamaindex/liteparse';
import { levelMiddle } from './level-middle.ts';
import { skewOf } from './skew.ts';

// Glyph extents as shares of the font size, as in most text fonts: capitals and ascenders reach 0.72 above the
// baseline, lowercase 0.5; descenders reach 0.21 below it.
const ASCENT = 0.72;
const X_HEIGHT = 0.5;
const DESCENT = 0.21;
const WITH_ASCENDER = /[\p{Lu}\p{Lo}\p{N}bdfhklt!?()[\]{}|"'“”‘’]/u;
const WITH_DESCENDER = /[gjpqy,;()[\]{}|]/u;
const LETTER = /[\p{L}\p{N}]/u;

// Largest gap, overlap and vertical shift between pieces of one line, in font sizes.
const MAX_GAP = 1.6;
const MAX_OVERLAP = 0.7;
const MAX_SHIFT = 0.45;
// Sizes this close to the body text's count as equal: a word's box is only a few pixels high.
const SAME_SIZE = 0.15;
// Enough for any page. Finding segments takes time proportional to words times segments.
const MAX_ITEMS = 10_000;

/** A piece of recognized text with its box on the straightened page. */
interface Piece {
  readonly item: TextItem;
  readonly x: number;
  readonly right: number;
  /** Undefined for dots and dashes, whose boxes do not indicate a size. */
  readonly size: number | undefined;
  readonly baseline: number;
}

function toPiece(item: TextItem, slope: number): Piece {
  // If the line is sloped, the box of a long piece is higher than its glyphs.
  const height = Math.max(1, item.height - Math.abs(slope) * item.width);
  const { x, y } = levelMiddle(item, slope);
  const bottom = y + height / 2;
  const hasDescender = WITH_DESCENDER.test(item.text);
  const size = height / ((WITH_ASCENDER.test(item.text) ? ASCENT : X_HEIGHT) + (hasDescender ? DESCENT : 0));
  return {
    item,
    x: x - item.width / 2,
    right: x + item.width / 2,
    size: LETTER.test(item.text) ? size : undefined,
    baseline: bottom - (hasDescender ? DESCENT * size : 0),
  };
}

interface Segment {
  readonly pieces: Piece[];
  size: number;
  baseline: number;
}

/**
 * Chains pieces into line segments, each from left to right on one baseline. Unlike `groupLines` in shared/geometry, a
 * gap ends a segment, so that columns side by side remain separate, and a piece is compared only with the end of a segment.
 */
function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const segments: Segment[] = [];
  for (const piece of pieces.toSorted((one, other) => one.x - other.x)) {
    const { x, size, baseline } = piece;
    let nearest: { readonly segment: Segment; readonly shift: number } | undefined;
    for (const segment of segments) {
      const gap = x - (segment.pieces.at(-1)?.right ?? x);
      const largest = Math.max(size ?? 0, segment.size);
      if (gap > MAX_GAP * largest || gap < -MAX_OVERLAP * largest) continue;
      const smallest = Math.min(size ?? segment.size, segment.size);
      const shift = Math.abs(baseline - segment.baseline);
      if (shift <= MAX_SHIFT * Math.min(largest, 2 * smallest) && shift < (nearest?.shift ?? Infinity))
        nearest = { segment, shift };
    }
    if (nearest === undefined) segments.push({ pieces: [piece], size: size ?? 1, baseline });
    else {
      nearest.segment.pieces.push(piece);
      if (size !== undefined) Object.assign(nearest.segment, { size, baseline });
    }
  }
  return segments;
}

/** Returns the weighted median. */
function weightedMedian(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { value, weight } of sorted) {
    left -= weight;
    if (left <= 0) return value;
  }
  return 0;
}

const visibleOf = (items: readonly TextItem[]): TextItem[] =>
  items.filter((item) => item.text.trim() !== '' && item.width > 0).slice(0, MAX_ITEMS);

/** The slope of the lines of recognized text, in points down per point to the right. */
export const slopeOf = (items: readonly TextItem[]): number => skewOf(visibleOf(items));

/**
 * Makes recognized text look typeset: lines are level, all pieces of a line share a baseline and size, and sizes close
 * to the body text's become equal. Tesseract returns the exact box of each word, which layout analysis would mistake
 * for separate lines and tables.
 */
export function straighten(items: readonly TextItem[], slope = slopeOf(items)): TextItem[] {
  const visible = visibleOf(items);
  const segments = segmentsOf(visible.map((item) => toPiece(item, slope))).map(({ pieces, size }) => {
    const sized = pieces.filter((piece) => piece.size !== undefined);
    const weigh = (value: (piece: Piece) => number): number =>
      weightedMedian(
        (sized.length > 0 ? sized : pieces).map((piece) => ({
          value: value(piece),
          weight: piece.item.text.length,
        })),
      );
    return {
      pieces,
      size: weigh((piece) => piece.size ?? size),
      baseline: weigh((piece) => piece.baseline),
      characters: pieces.reduce((sum, piece) => sum + piece.item.text.length, 0),
    };
  });
  const body = weightedMedian(segments.map(({ size, characters }) => ({ value: size, weight: characters })));
  return segments.flatMap(({ pieces, size: own, baseline }) => {
    const size = Math.abs(own / body - 1) < SAME_SIZE ? body : own;
    return pieces.map(({ item, x, right }) => ({
      ...item,
      x,
      y: baseline - ASCENT * size,
      width: right - x,
      height: size,
      fontSize: size,
    }));
  });
}
