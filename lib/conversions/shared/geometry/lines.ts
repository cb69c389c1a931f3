import { lastNotAbove } from '../../base/binary-search.ts';
import { median } from '../../base/median.ts';
import { type Edges, heightOf, middleOf, sharedHeight, sharedWidth, widthOf } from './box.ts';

/** How boxes are grouped into lines. */
export interface LineRules {
  /** Share of the smaller height that boxes of one line have in common. */
  readonly minSharedHeight: number;
  /** A box is compared with the tallest box of a line, or with any box of it, so that lines can slant. */
  readonly compareWith: 'tallest' | 'any';
  /** Median heights above which a box does not position a line, such as a bullet with a tall box. */
  readonly maxHeight: number;
  /** Whether a box that is above or below another one of a line is on another line, though a third is beside both. */
  readonly separatesStacked?: true;
  /** Share of the larger height that boxes at one height may overlap by, as glyphs do that are moved into each other. */
  readonly maxKerning?: number;
}

/** A line of items, and its tallest box, which shows where the line is. */
export interface ItemLine<T> {
  readonly items: T[];
  tallest: Edges;
}

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

// Share of the smaller height that boxes at one height have in common.
const SAME_HEIGHT = 0.9;

function areBeside(one: Edges, other: Edges, { minSharedHeight, maxKerning = 0 }: LineRules): boolean {
  const height = sharedHeight(one, other) / Math.min(heightOf(one), heightOf(other));
  if (!(height >= minSharedHeight)) return false;
  const width = sharedWidth(one, other);
  if (width <= MAX_SHARED_WIDTH * Math.min(widthOf(one), widthOf(other))) return true;
  return height >= SAME_HEIGHT && width <= maxKerning * Math.max(heightOf(one), heightOf(other));
}

const areStacked = (one: Edges, other: Edges, { minSharedHeight }: LineRules): boolean =>
  sharedWidth(one, other) > MAX_SHARED_WIDTH * Math.min(widthOf(one), widthOf(other)) &&
  sharedHeight(one, other) < minSharedHeight * Math.min(heightOf(one), heightOf(other));

function isOnLine<T>({ tallest, boxes }: OpenLine<T>, box: Edges, rules: LineRules): boolean {
  if (rules.compareWith === 'tallest') return areBeside(tallest, box, rules);
  const compared = boxes.slice(-BOXES_BACK);
  return (
    compared.some((other) => areBeside(other, box, rules)) &&
    !(rules.separatesStacked && compared.some((other) => areStacked(other, box, rules)))
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

/** Groups boxes, sorted by their bottoms, into lines. */
function group<T>(placed: readonly Placed<T>[], rules: LineRules): OpenLine<T>[] {
  const lines: OpenLine<T>[] = [];
  for (const one of placed) {
    const line = lastLineOf(one.box, lines, rules);
    if (line === undefined) lines.push({ items: [one.item], boxes: [one.box], tallest: one.box });
    else addTo(line, one);
  }
  return lines;
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
