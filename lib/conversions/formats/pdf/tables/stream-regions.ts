import { maxOf, minOf } from '../../../base/arrays.ts';
import {
  centerOf,
  type Edges,
  middleOf,
  overlap,
  sharedWidth,
  unionOf,
} from '../../../shared/geometry/box.ts';
import { type Line, linesOf, textOf, toLine } from './lines.ts';
import { areOne, growDown, growUp, piecesOf, withoutNotes } from './region.ts';
import type { Rule } from './rules.ts';
import type { Word } from './words.ts';

/** Stretches that seeds of tables grow to: parts of one table are joined, heads and last rows taken in. */
export function growSeeds(seeds: readonly Edges[], words: readonly Word[], across: readonly Rule[]): Edges[] {
  const open: Edges[] = [];
  for (const seed of seeds.toSorted((a, b) => a.top - b.top)) {
    const wide = widen(seed, across);
    const index = open.findLastIndex((region) => {
      if (wide.top < region.bottom && overlap(region, wide)) return true;
      const sides = { left: Math.min(region.left, wide.left), right: Math.max(region.right, wide.right) };
      const head = linesIn(words, { ...sides, top: region.top - HEAD, bottom: region.top + HEAD / 2 });
      const between = linesIn(words, { ...sides, top: region.bottom, bottom: wide.top });
      const next = linesIn(words, { ...sides, top: wide.top, bottom: wide.top + HEAD / 2 });
      return areOne(region, wide, { head, between, next }, across);
    });
    const region = open[index];
    if (region === undefined) open.push(wide);
    else open[index] = unionOf([region, wide]);
  }
  const grown: Edges[] = [];
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
    const row = piecesOf(linesIn(words, region)[0] ?? NO_LINE);
    const over = { ...region, top: Math.max(ceiling, region.top - REACH), bottom: region.top };
    const above = linesAround(words, over, row);
    const down = { ...region, top: region.bottom, bottom: Math.min(floor, region.bottom + REACH) };
    const below = linesAround(words, down, row);
    const up = growUp(region, above.toReversed(), across);
    const head = linesIn(words, { ...up, top: up.top - 1, bottom: up.top + HEAD });
    const whole = growDown(up, below, head, across);
    grown.push(withoutNotes(whole, linesIn(words, whole)));
  }
  return grown;
}

// How far from a seed its head and last rows are looked for, in points.
const REACH = 250;
const NO_LINE: Line = { words: [], left: 0, right: 0, top: 0, bottom: 0 };
// How far from a seed's first row its head may be, in points.
const HEAD = 40;
// Text that sticks out of a seed's sides is still its own.
const SIDE = 12;

const beside = (a: Edges, b: Edges): boolean => sharedWidth(a, b) > 0;

/** Lines of the words whose middle lies in a stretch. */
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

// Words of a heading over one column.
const LONGEST_HEADING = 4;

/**
 * Lines near a stretch, with those of their pieces that reach into it: whole, so that they show where they go on. A line
 * of as many short texts as there are in the `row` beside it is its head, wherever they stand: texts are set at the left
 * of their columns, and numbers at the right.
 */
function linesAround(
  words: readonly Word[],
  { left, right, top, bottom }: Edges,
  row: readonly Line[],
): Line[] {
  const lines = linesOf(words.filter((word) => middleOf(word) > top && middleOf(word) < bottom));
  return lines.flatMap((line) => {
    const all = piecesOf(line);
    const isOneEach =
      row.length > 1 &&
      all.length === row.length &&
      all.every((piece, index) => piece.left < (row[index]?.right ?? 0)) &&
      all.every((piece) => piece.words.length <= LONGEST_HEADING && !/\d/.test(textOf(piece))) &&
      Math.min(line.right, right) - Math.max(line.left, left) >
        0.6 * Math.min(line.right - line.left, right - left);
    const reaching = all.filter((piece) => piece.right > left - SIDE && piece.left < right + SIDE);
    const pieces = isOneEach ? all : reaching;
    return pieces.length === 0 ? [] : [toLine(pieces.flatMap((piece) => piece.words))];
  });
}

/** A seed as wide as the lines drawn through it. */
function widen(seed: Edges, across: readonly Rule[]): Edges {
  let { left, right } = seed;
  const rules = across.filter(
    ({ at, from, to }) =>
      at > seed.top - 40 &&
      at < seed.bottom + 40 &&
      Math.min(to, right) - Math.max(from, left) > 0.8 * (right - left) &&
      to - from < 3 * (right - left),
  );
  for (const { from, to } of rules) [left, right] = [Math.min(left, from), Math.max(right, to)];
  return { ...seed, left, right };
}
