import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { centerOf, type Edges, middleOf, overlap, sharedWidth, unionOf } from '../geometry/box.ts';
import { type Line, linesOf, toLine } from './lines.ts';
import { areOne, growDown, growUp, piecesOf } from './region.ts';
import type { Rule } from './rules.ts';
import type { Word } from './words.ts';

// Points from a seed within which its header and last rows are searched for.
const REACH = 250;
// Points by which text of a seed may stick out at its sides.
const SIDE = 12;

/** A region that may be a table, and the seeds that it has grown from. */
export interface Region extends Edges {
  readonly seeds: readonly Edges[];
}

/** Tells whether two regions are parts of one table, by the text between them. */
export const partsAmong =
  (words: readonly Word[]) =>
  (upper: Edges, lower: Edges): boolean => {
    const sides = { left: Math.min(upper.left, lower.left), right: Math.max(upper.right, lower.right) };
    return areOne(upper, lower, linesIn(words, { ...sides, top: upper.bottom, bottom: lower.top }));
  };

/** Joins seeds that overlap, and those that `areParts` of one table. */
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

/** Extends parts of tables to whole tables: adds their headers and last rows. */
export function growRegions(
  open: readonly Region[],
  words: readonly Word[],
  across: readonly Rule[],
): Region[] {
  const grown: Region[] = [];
  for (const [index, region] of open.entries()) {
    const ceiling = maxOf(
      grown.filter((other) => beside(other, region)).map(({ bottom }) => bottom),
      0,
    );
    const floor = minOf(
      open
        .slice(index + 1)
        .filter((other) => beside(other, region) && other.top > region.bottom)
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
    const up = growUp(region, above.toReversed(), across, gap, row);
    grown.push({ ...growDown(up, below, gap), seeds: region.seeds });
  }
  return grown;
}

/** The usual white space between the lines of a region. */
const usualGap = (lines: readonly Line[]): number =>
  lines.length < 2 ? 0 : median(lines.slice(1).map((line, index) => line.top - (lines[index]?.bottom ?? 0)));

const beside = (a: Edges, b: Edges): boolean => sharedWidth(a, b) > 0;

/** Lines of the words whose centers are in a region. */
export function linesIn(words: readonly Word[], { left, right, top, bottom }: Edges): Line[] {
  return linesOf(
    words.filter(
      (word) =>
        middleOf(word) > top &&
        middleOf(word) < bottom &&
        centerOf(word) > left - SIDE &&
        centerOf(word) < right + SIDE,
    ),
  );
}

/**
 * Lines near a region, with their pieces that reach into it, whole, so that their extent is known. All pieces of a line that has
 * one for each piece of the `row` beside it: headings above numbers are outside of the region if they are left-aligned and the
 * numbers right-aligned.
 */
function linesAround(
  words: readonly Word[],
  { left, right, top, bottom }: Edges,
  row: readonly Line[],
): Line[] {
  const lines = linesOf(words.filter((word) => middleOf(word) > top && middleOf(word) < bottom));
  return lines.flatMap((line) => {
    const all = piecesOf(line);
    const reaching = all.filter((piece) => piece.right > left - SIDE && piece.left < right + SIDE);
    const isOneEach =
      all.length === row.length && all.every((piece, index) => piece.left < (row[index]?.right ?? 0));
    const pieces = isOneEach && reaching.length > 1 ? all : reaching;
    return pieces.length === 0 ? [] : [toLine(pieces.flatMap((piece) => piece.words))];
  });
}
