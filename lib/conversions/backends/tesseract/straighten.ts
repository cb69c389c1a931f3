import type { TextItem } from '@llamaindex/liteparse';
import { skewOf } from './skew.ts';

// What letters take of a size of type, as in most faces for text: capitals and ascenders .72, small letters .5 above the
// line, descenders .21 below it.
const ASCENT = 0.72;
const X_HEIGHT = 0.5;
const DESCENT = 0.21;
const TALL = /[\p{Lu}\p{Lo}\p{N}bdfhklt!?()[\]{}|"'“”‘’]/u;
const DEEP = /[gjpqy,;()[\]{}|]/u;
const LETTER = /[\p{L}\p{N}]/u;

// Parts of one line stand at most so far apart, and so little above or below each other, in sizes of type.
const WIDEST_GAP = 1.6;
const MOST_OVERLAP = 0.7;
const MOST_SHIFT = 0.45;
// Sizes that near to that of most text are the same: a word's box is only some pixels high.
const SAME_SIZE = 0.15;
// No page has more; finding the lines takes words times lines.
const MAX_ITEMS = 10_000;

/** A piece of recognised text with its box on the straight page. */
interface Piece {
  readonly item: TextItem;
  readonly x: number;
  readonly right: number;
  /** Undefined for dots and dashes, whose boxes say nothing about it. */
  readonly size: number | undefined;
  readonly baseline: number;
}

function toPiece(item: TextItem, slope: number): Piece {
  // On a slope the box of a long piece is higher than its letters.
  const height = Math.max(1, item.height - Math.abs(slope) * item.width);
  const middleX = item.x + item.width / 2;
  const middleY = item.y + item.height / 2;
  const x = middleX + slope * middleY;
  const bottom = middleY - slope * middleX + height / 2;
  const isDeep = DEEP.test(item.text);
  const size = height / ((TALL.test(item.text) ? ASCENT : X_HEIGHT) + (isDeep ? DESCENT : 0));
  return {
    item,
    x: x - item.width / 2,
    right: x + item.width / 2,
    size: LETTER.test(item.text) ? size : undefined,
    baseline: bottom - (isDeep ? DESCENT * size : 0),
  };
}

interface Line {
  readonly pieces: Piece[];
  size: number;
  baseline: number;
}

/** Lines of one column: pieces that follow each other closely at one height. */
function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = [];
  for (const piece of pieces.toSorted((one, other) => one.x - other.x)) {
    const { x, size, baseline } = piece;
    let nearest: { readonly line: Line; readonly shift: number } | undefined;
    for (const line of lines) {
      const gap = x - (line.pieces.at(-1)?.right ?? x);
      const largest = Math.max(size ?? 0, line.size);
      if (gap > WIDEST_GAP * largest || gap < -MOST_OVERLAP * largest) continue;
      const smallest = Math.min(size ?? line.size, line.size);
      const shift = Math.abs(baseline - line.baseline);
      if (shift <= MOST_SHIFT * Math.min(largest, 2 * smallest) && shift < (nearest?.shift ?? Infinity))
        nearest = { line, shift };
    }
    if (nearest === undefined) lines.push({ pieces: [piece], size: size ?? 1, baseline });
    else {
      nearest.line.pieces.push(piece);
      if (size !== undefined) Object.assign(nearest.line, { size, baseline });
    }
  }
  return lines;
}

/** The median of values, each counted as often as its weight says. */
function weightedMedian(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { value, weight } of sorted) {
    left -= weight;
    if (left <= 0) return value;
  }
  return 0;
}

/**
 * Recognised text as if it had been set: lines level, all pieces of a line on one baseline and of one size, lines about the
 * size of most text exactly of it. Tesseract gives each word the box of its very letters, which an analysis of layout
 * takes for lines of their own, and for tables.
 */
export function straighten(items: readonly TextItem[]): TextItem[] {
  const visible = items.filter((item) => item.text.trim() !== '' && item.width > 0).slice(0, MAX_ITEMS);
  const slope = skewOf(visible);
  const lines = linesOf(visible.map((item) => toPiece(item, slope))).map(({ pieces, size }) => {
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
      letters: pieces.reduce((sum, piece) => sum + piece.item.text.length, 0),
    };
  });
  const body = weightedMedian(lines.map(({ size, letters }) => ({ value: size, weight: letters })));
  return lines.flatMap(({ pieces, size: own, baseline }) => {
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
