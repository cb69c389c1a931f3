import { appendAll } from '../../base/arrays.ts';
import { lastNotAbove } from '../../base/binary-search.ts';
import { median } from '../../base/median.ts';
import { type Edges, heightOf, middleOf, sharedHeight, sharedWidth, unionOf, widthOf } from './box.ts';

/** Boxes that are above each other, not on one line. */
export interface StackedRule {
  /** Ratio of width to height that one of both has at least. */
  readonly minRatio: number;
  /** Share of the smaller height that they have at most in common. */
  readonly maxSharedHeight: number;
}

/** How boxes are grouped into lines. */
export interface LineRules {
  /** Share of the smaller height that boxes of one line have in common. */
  readonly minSharedHeight: number;
  /** A box is compared with the tallest box of a line, or with any box of it, so that lines can slant. */
  readonly compareWith: 'tallest' | 'any';
  /** Median heights above which a box does not position a line, such as a bullet with a tall box. */
  readonly maxHeight: number;
  /** Which boxes that are above or below another one of a line are on another line, though a third is beside both. */
  readonly stacked?: StackedRule;
  /** Share of the smaller height that a sign between two lines, such as that of a root, has in common with its line, at least. */
  readonly minSignHeight?: number;
  /** Share of the larger height that boxes at one height may overlap by, as glyphs do that are moved into each other. */
  readonly maxKerning?: number;
}

/** A line of items, and its tallest box, which shows where the line is. */
export interface ItemLine<T> {
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

interface Placed<T> {
  readonly item: T;
  readonly box: Edges;
}

interface OpenLine<T> extends ItemLine<T> {
  readonly boxes: Edges[];
}

// Share of the smaller width; boxes that share more are above each other, not beside.
const MAX_SHARED_WIDTH = 0.5;
// Share of a tall box's height within which the middle of its line is.
const TALL_REACH = 0.5;
// Lines and boxes of a line that are compared, from the last: keep the search linear for any input.
const LINES_BACK = 6;
const BOXES_BACK = 60;
// Boxes of a line of signs, at most, and the ratio of their width to their height.
const MAX_SIGNS = 6;
const SIGN_RATIO = 1.5;
// Share of the smaller height that boxes at one height have in common.
const SAME_HEIGHT = 0.9;

function areBeside(one: Edges, other: Edges, { minSharedHeight, maxKerning = 0 }: LineRules): boolean {
  const height = sharedHeight(one, other) / Math.min(heightOf(one), heightOf(other));
  if (!(height >= minSharedHeight)) return false;
  const width = sharedWidth(one, other);
  if (width <= MAX_SHARED_WIDTH * Math.min(widthOf(one), widthOf(other))) return true;
  return height >= SAME_HEIGHT && width <= maxKerning * Math.max(heightOf(one), heightOf(other));
}

const ratioOf = (box: Edges): number => widthOf(box) / heightOf(box);

const areStacked = (one: Edges, other: Edges, { minRatio, maxSharedHeight }: StackedRule): boolean =>
  sharedWidth(one, other) > MAX_SHARED_WIDTH * Math.min(widthOf(one), widthOf(other)) &&
  sharedHeight(one, other) < maxSharedHeight * Math.min(heightOf(one), heightOf(other)) &&
  Math.max(ratioOf(one), ratioOf(other)) >= minRatio;

function isOnLine<T>({ tallest, boxes }: OpenLine<T>, box: Edges, rules: LineRules): boolean {
  if (rules.compareWith === 'tallest') return areBeside(tallest, box, rules);
  const compared = boxes.slice(-BOXES_BACK);
  const { stacked } = rules;
  return (
    compared.some((other) => areBeside(other, box, rules)) &&
    !(stacked !== undefined && compared.some((other) => areStacked(other, box, stacked)))
  );
}

function addTo<T>(line: OpenLine<T>, { item, box }: Placed<T>): void {
  line.items.push(item);
  line.boxes.push(box);
  if (heightOf(box) > heightOf(line.tallest)) line.tallest = box;
}

/** The last of the open lines that a box is on. */
function lastLineOf<T>(box: Edges, lines: readonly OpenLine<T>[], rules: LineRules): OpenLine<T> | undefined {
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - LINES_BACK); at -= 1) {
    const line = lines[at];
    if (line !== undefined && isOnLine(line, box, rules)) return line;
  }
  return undefined;
}

/** The share of their height that signs have at most in common with a line; 0 if there is no room for them in it. */
function roomIn<T>({ boxes }: OpenLine<T>, signs: readonly Edges[]): number {
  const compared = boxes.slice(-BOXES_BACK);
  const line = unionOf(compared);
  let share = 0;
  for (const sign of signs) {
    const reach = heightOf(sign);
    if (sign.left < line.left - reach || sign.right > line.right + reach) return 0;
    for (const box of compared) {
      if (sharedWidth(sign, box) > MAX_SHARED_WIDTH * Math.min(widthOf(sign), widthOf(box))) return 0;
      share = Math.max(share, sharedHeight(sign, box) / Math.min(heightOf(sign), heightOf(box)));
    }
  }
  return share;
}

/** Adds the signs between two lines, such as those of roots, to the line that they reach into and that has room for them. */
function addSigns<T>(lines: readonly OpenLine<T>[], minSignHeight: number): OpenLine<T>[] {
  const isSigns = ({ boxes }: OpenLine<T>): boolean =>
    boxes.length <= MAX_SIGNS && boxes.every((box) => ratioOf(box) < SIGN_RATIO);
  return lines.filter((line, at) => {
    if (!isSigns(line)) return true;
    let best: OpenLine<T> | undefined;
    let most = minSignHeight;
    for (const other of lines.slice(Math.max(0, at - LINES_BACK), at + 1 + LINES_BACK)) {
      const share = isSigns(other) ? 0 : roomIn(other, line.boxes);
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
    const line = lastLineOf(one.box, lines, rules);
    if (line === undefined) lines.push({ items: [one.item], boxes: [one.box], tallest: one.box });
    else addTo(line, one);
  }
  return rules.minSignHeight === undefined ? lines : addSigns(lines, rules.minSignHeight);
}

/** The line whose middle is nearest to `at`, of lines sorted by their middles. */
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
    .map((item): Placed<T> => ({ item, box: boxOf(item) }))
    .toSorted((one, other) => one.box.bottom - other.box.bottom);
  if (rules.maxHeight === Infinity) return group(placed, rules);
  const tall = rules.maxHeight * median(placed.map(({ box }) => heightOf(box)));
  const usual = group(
    placed.filter(({ box }) => heightOf(box) <= tall),
    rules,
  );
  const byMiddle = usual.toSorted((one, other) => middleOf(one.tallest) - middleOf(other.tallest));
  const apart: Placed<T>[] = [];
  for (const one of placed.filter(({ box }) => heightOf(box) > tall)) {
    const line = nearestLine(byMiddle, middleOf(one.box));
    const distance = line === undefined ? Infinity : Math.abs(middleOf(line.tallest) - middleOf(one.box));
    if (line !== undefined && distance < TALL_REACH * heightOf(one.box)) line.items.push(one.item);
    else apart.push(one);
  }
  return [...usual, ...group(apart, rules)];
}
