import { appendAll, maxOf, minOf } from '../../base/arrays.ts';
import { lastNotAbove } from '../../base/binary-search.ts';
import { median } from '../../base/median.ts';
import { type Edges, heightOf, middleOf, sharedHeight, sharedWidth, unionOf, widthOf } from './box.ts';

/** When stacked boxes are not on one line. */
interface StackedRule {
  /** Minimum ratio of width to height of one of the boxes. */
  readonly minRatio: number;
  /** Maximum shared height, as a share of the smaller height. */
  readonly maxSharedHeight: number;
}

/** How boxes are grouped into lines. */
export interface LineRules {
  /** Minimum shared height of boxes of one line, as a share of the smaller height. */
  readonly minSharedHeight: number;
  /** Compares a box with the tallest box of a line, or with any box, so that lines can slant. */
  readonly compareWith: 'tallest' | 'any';
  /** Boxes taller than this multiple of the median height, such as some bullets, do not define a line's position. */
  readonly maxHeight: number;
  /** When stacked boxes belong to different lines even though a third box overlaps both. */
  readonly stacked?: StackedRule;
  /** Minimum vertical overlap of a symbol between two lines, such as a root, with the line it belongs to, as a share of the smaller height. */
  readonly minSymbolHeight?: number;
  /** Maximum horizontal overlap of boxes at the same height, as with kerned glyphs, as a share of the larger height. */
  readonly maxKerning?: number;
}

/** A line of items, and its tallest box, which defines the line's position. */
interface ItemLine<T> {
  readonly items: T[];
  tallest: Edges;
}

/** Lines of recognized words, which may slant. */
export const recognizedLines: LineRules = {
  minSharedHeight: 0.5,
  compareWith: 'any',
  maxHeight: 2.5,
  stacked: { minRatio: 0, maxSharedHeight: 0.5 },
};

/** An item with its edges. All have the same properties in the same order, so that reading them is fast. */
interface Placed<T> extends Edges {
  readonly item: T;
}

interface OpenLine<T> extends ItemLine<T> {
  readonly boxes: Placed<T>[];
}

// Boxes that share more than this part of the smaller width are above each other, not adjacent.
const MAX_SHARED_WIDTH = 0.5;
// Maximum last lines, and last boxes of a line, that are compared. Keeps the search linear for any input.
const LINES_BACK = 6;
const BOXES_BACK = 60;
// Maximum boxes of a line of symbols, and their maximum ratio of width to height.
const MAX_SYMBOLS = 6;
const SYMBOL_RATIO = 1.5;
// Minimum shared height of boxes at the same height, as a share of the smaller height.
const SAME_HEIGHT = 0.9;

function areBeside(one: Edges, other: Edges, { minSharedHeight, maxKerning = 0 }: LineRules): boolean {
  const [oneHeight, otherHeight] = [one.bottom - one.top, other.bottom - other.top];
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const height = shared / Math.min(oneHeight, otherHeight);
  if (!(height >= minSharedHeight)) return false;
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  if (width <= MAX_SHARED_WIDTH * Math.min(one.right - one.left, other.right - other.left)) return true;
  return height >= SAME_HEIGHT && width <= maxKerning * Math.max(oneHeight, otherHeight);
}

const ratioOf = (box: Edges): number => widthOf(box) / heightOf(box);

function areStacked(one: Edges, other: Edges, { minRatio, maxSharedHeight }: StackedRule): boolean {
  const [oneWidth, otherWidth] = [one.right - one.left, other.right - other.left];
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  if (!(width > MAX_SHARED_WIDTH * Math.min(oneWidth, otherWidth))) return false;
  const [oneHeight, otherHeight] = [one.bottom - one.top, other.bottom - other.top];
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return (
    height < maxSharedHeight * Math.min(oneHeight, otherHeight) &&
    Math.max(oneWidth / oneHeight, otherWidth / otherHeight) >= minRatio
  );
}

function isOnLine<T>({ tallest, boxes }: OpenLine<T>, box: Edges, rules: LineRules): boolean {
  if (rules.compareWith === 'tallest') return areBeside(tallest, box, rules);
  const { stacked } = rules;
  let isBeside = false;
  for (let at = Math.max(0, boxes.length - BOXES_BACK); at < boxes.length; at += 1) {
    const other = boxes[at] ?? tallest;
    if (stacked !== undefined && areStacked(other, box, stacked)) return false;
    isBeside ||= areBeside(other, box, rules);
  }
  return isBeside;
}

function addTo<T>(line: OpenLine<T>, box: Placed<T>): void {
  line.items.push(box.item);
  line.boxes.push(box);
  if (heightOf(box) > heightOf(line.tallest)) line.tallest = box;
}

/** Returns the last open line that a box belongs to. */
function lastLineOf<T>(box: Edges, lines: readonly OpenLine<T>[], rules: LineRules): OpenLine<T> | undefined {
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - LINES_BACK); at -= 1) {
    const line = lines[at];
    if (line !== undefined && isOnLine(line, box, rules)) return line;
  }
  return undefined;
}

/** Returns the maximum overlap of symbols with a line, as a share of their height; 0 if the line has no room for them. */
function roomIn<T>({ boxes }: OpenLine<T>, symbols: readonly Edges[]): number {
  const compared = boxes.slice(-BOXES_BACK);
  const line = unionOf(compared);
  let share = 0;
  for (const symbol of symbols) {
    const reach = heightOf(symbol);
    if (symbol.left < line.left - reach || symbol.right > line.right + reach) return 0;
    for (const box of compared) {
      if (sharedWidth(symbol, box) > MAX_SHARED_WIDTH * Math.min(widthOf(symbol), widthOf(box))) return 0;
      share = Math.max(share, sharedHeight(symbol, box) / Math.min(heightOf(symbol), heightOf(box)));
    }
  }
  return share;
}

/** Adds symbols between two lines, such as roots, to the line that they overlap and that has room for them. */
function addSymbols<T>(lines: readonly OpenLine<T>[], minSymbolHeight: number): OpenLine<T>[] {
  const isSymbols = ({ boxes }: OpenLine<T>): boolean =>
    boxes.length <= MAX_SYMBOLS && boxes.every((box) => ratioOf(box) < SYMBOL_RATIO);
  return lines.filter((line, at) => {
    if (!isSymbols(line)) return true;
    let best: OpenLine<T> | undefined;
    let most = minSymbolHeight;
    for (const other of lines.slice(Math.max(0, at - LINES_BACK), at + 1 + LINES_BACK)) {
      const share = isSymbols(other) ? 0 : roomIn(other, line.boxes);
      if (share < most) continue;
      best = other;
      most = share;
    }
    if (best === undefined) return true;
    appendAll(best.items, line.items);
    appendAll(best.boxes, line.boxes);
    return false;
  });
}

/** Groups boxes, sorted by their bottoms, into lines. */
function group<T>(placed: readonly Placed<T>[], rules: LineRules): OpenLine<T>[] {
  const lines: OpenLine<T>[] = [];
  for (const one of placed) {
    const line = lastLineOf(one, lines, rules);
    if (line === undefined) lines.push({ items: [one.item], boxes: [one], tallest: one });
    else addTo(line, one);
  }
  return rules.minSymbolHeight === undefined ? lines : addSymbols(lines, rules.minSymbolHeight);
}

/** Returns the line whose middle is nearest to `at`. The lines are sorted by their middles. */
function nearestLine<T>(lines: readonly OpenLine<T>[], at: number): OpenLine<T> | undefined {
  const index = lastNotAbove(
    lines.length,
    (each) => middleOf(lines[each]?.tallest ?? { top: 0, bottom: 0 }),
    at,
  );
  const [before, after] = [lines[index], lines[index + 1]];
  if (before === undefined || after === undefined) return before ?? after;
  return at - middleOf(before.tallest) <= middleOf(after.tallest) - at ? before : after;
}

/** Groups items into lines, in the order of the lines' first bottoms. Items of a line are in no particular order. */
export function groupLines<T>(
  items: readonly T[],
  boxOf: (item: T) => Edges,
  rules: LineRules,
): ItemLine<T>[] {
  const placed = items
    .map((item): Placed<T> => {
      const { left, right, top, bottom } = boxOf(item);
      return { item, left, right, top, bottom };
    })
    .toSorted((one, other) => one.bottom - other.bottom);
  const heights = placed.map(({ top, bottom }) => bottom - top);
  // Most boxes are about as tall.
  if (rules.maxHeight === Infinity || maxOf(heights) <= rules.maxHeight * minOf(heights))
    return group(placed, rules);
  const tall = rules.maxHeight * median(heights);
  const usual = group(
    placed.filter((box) => heightOf(box) <= tall),
    rules,
  );
  const byMiddle = usual.toSorted((one, other) => middleOf(one.tallest) - middleOf(other.tallest));
  const apart: Placed<T>[] = [];
  for (const one of placed.filter((box) => heightOf(box) > tall)) {
    const line = nearestLine(byMiddle, middleOf(one));
    const distance = line === undefined ? Infinity : Math.abs(middleOf(line.tallest) - middleOf(one));
    if (line !== undefined && distance < heightOf(one) / 2) line.items.push(one.item);
    else apart.push(one);
  }
  return [...usual, ...group(apart, rules)];
}
