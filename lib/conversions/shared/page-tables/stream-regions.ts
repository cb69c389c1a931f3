import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { type Edges, overlap, sharedWidth, unionOf } from '../geometry/box.ts';
import { linesOf, type TableLine, toLine, wordsIn } from './lines.ts';
import { areOne, growDown, growUp, piecesOf } from './region.ts';
import type { Word } from './words.ts';

// Maximum distance from a seed, in points, at which its header and last rows are searched.
const REACH = 250;
// Maximum points by which text may extend beyond the sides of a seed.
const SIDE = 12;

/** A candidate region and the seeds from which it grew. */
interface Region extends Edges {
  readonly seeds: readonly Edges[];
}

/** Returns a test that decides by the text between two regions whether they are parts of one table. */
export const partsAmong =
  (words: readonly Word[]) =>
  (upper: Edges, lower: Edges): boolean => {
    const sides = { left: Math.min(upper.left, lower.left), right: Math.max(upper.right, lower.right) };
    return areOne(upper, lower, linesIn(words, { ...sides, top: upper.bottom, bottom: lower.top }));
  };

/** Joins seeds that overlap or that `areParts` of one table. */
export function joinSeeds(
  seeds: readonly Edges[],
  areParts: (upper: Edges, lower: Edges) => boolean,
): Region[] {
  const open: Region[] = [];
  for (const seed of seeds.toSorted((a, b) => a.top - b.top)) {
    const index = open.findLastIndex(
      (region) => (seed.top < region.bottom && overlap(region, seed)) || areParts(region, seed),
    );
    const region = open[index];
    if (region === undefined) open.push({ ...seed, seeds: [seed] });
    else open[index] = { ...unionOf([region, seed]), seeds: [...region.seeds, seed] };
  }
  return open;
}

/** Extends regions to whole tables: adds headers and last rows. */
export function growRegions(open: readonly Region[], words: readonly Word[]): Region[] {
  const grown: Region[] = [];
  for (const [index, region] of open.entries()) {
    const ceiling = maxOf(
      grown.filter((other) => beside(other, region)).map(({ bottom }) => bottom),
      0,
    );
    const floor = minOf(
      open
        .slice(index + 1)
        .filter((other) => beside(other, region))
        .map(({ top }) => top),
      Infinity,
    );
    const inside = linesIn(words, region);
    const row = inside[0] === undefined ? [] : piecesOf(inside[0]);
    const gap = usualGap(inside);
    const over = { ...region, top: Math.max(ceiling, region.top - REACH), bottom: region.top };
    const above = linesAround(words, over, row);
    const down = { ...region, top: region.bottom, bottom: Math.min(floor, region.bottom + REACH) };
    const below = linesAround(words, down, row);
    const up = growUp(region, above.toReversed(), gap, inside[0]);
    grown.push({ ...growDown(up, below, gap, inside.at(-1)), seeds: region.seeds });
  }
  return grown;
}

/** The median white space between the lines of a region. */
const usualGap = (lines: readonly TableLine[]): number =>
  lines.length < 2 ? 0 : median(lines.slice(1).map((line, index) => line.top - (lines[index]?.bottom ?? 0)));

const beside = (a: Edges, b: Edges): boolean => sharedWidth(a, b) > 0;

/** Groups the words whose centers are in a region into lines. */
export const linesIn = (words: readonly Word[], { left, right, top, bottom }: Edges): TableLine[] =>
  linesOf(wordsIn(words, { left: left - SIDE, right: right + SIDE, top, bottom }));

/**
 * Lines near a region, reduced to the pieces that reach into it. A line with one piece for each piece of the adjacent `row` keeps
 * all of them: left-aligned headings above right-aligned numbers may be outside the region.
 */
function linesAround(
  words: readonly Word[],
  { left, right, top, bottom }: Edges,
  row: readonly TableLine[],
): TableLine[] {
  const lines = linesOf(wordsIn(words, { left: -Infinity, right: Infinity, top, bottom }));
  return lines.flatMap((line) => {
    const all = piecesOf(line);
    const reaching = all.filter((piece) => piece.right > left - SIDE && piece.left < right + SIDE);
    const isOneEach =
      all.length === row.length && all.every((piece, index) => piece.left < (row[index]?.right ?? 0));
    const pieces = isOneEach && reaching.length > 1 ? all : reaching;
    return pieces.length === 0 ? [] : [toLine(pieces.flatMap((piece) => piece.words))];
  });
}
