import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { centerOf, type Edges, middleOf, overlap, sharedWidth, unionOf } from '../geometry/box.ts';
import { type Line, linesOf, textOf, toLine } from './lines.ts';
import { areOne, growDown, growUp, piecesOf, withoutNotes } from './region.ts';
import type { Rule } from './rules.ts';
import type { Word } from './words.ts';

// Points from a seed within which its header and last rows are searched for.
const REACH = 250;
// Points from a seed's first row within which its header is.
const HEADER_REACH = 40;
// Points by which text of a seed may stick out at its sides.
const SIDE = 12;
// Words of a heading over one column, at most.
const MAX_HEADING_WORDS = 4;
// Share of the narrower width that a header shares with its rows.
const SHARED_WIDTH = 0.6;
// Points above and below a seed within which its rules are, the share of its width they cover, and times its width that
// they are long at most.
const RULE_REACH = 40;
const RULE_WIDTH = 0.8;
const MAX_RULE_WIDTH = 3;

const NO_LINE: Line = { words: [], left: 0, right: 0, top: 0, bottom: 0 };

/** Extends seeds of tables to whole tables: joins their parts and adds headers and last rows. */
export function growSeeds(seeds: readonly Edges[], words: readonly Word[], across: readonly Rule[]): Edges[] {
  const open: Edges[] = [];
  for (const seed of seeds.toSorted((a, b) => a.top - b.top)) {
    const wide = widen(seed, across);
    const index = open.findLastIndex((region) => {
      if (wide.top < region.bottom && overlap(region, wide)) return true;
      const sides = { left: Math.min(region.left, wide.left), right: Math.max(region.right, wide.right) };
      const header = linesIn(words, {
        ...sides,
        top: region.top - HEADER_REACH,
        bottom: region.top + HEADER_REACH / 2,
      });
      const between = linesIn(words, { ...sides, top: region.bottom, bottom: wide.top });
      const next = linesIn(words, { ...sides, top: wide.top, bottom: wide.top + HEADER_REACH / 2 });
      return areOne(region, wide, { header, between, next });
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
    const inside = linesIn(words, region);
    const row = piecesOf(inside[0] ?? NO_LINE);
    const gap = usualGap(inside);
    const over = { ...region, top: Math.max(ceiling, region.top - REACH), bottom: region.top };
    const above = linesAround(words, over, row);
    const down = { ...region, top: region.bottom, bottom: Math.min(floor, region.bottom + REACH) };
    const below = linesAround(words, down, row);
    const up = growUp(region, above.toReversed(), across, gap);
    const whole = growDown(up, below, across, gap);
    grown.push(withoutNotes(whole, linesIn(words, whole)));
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
 * Lines near a region, with their pieces that reach into it, whole, so that their extent is known. A line with as many
 * short texts as the `row` beside it is its header, wherever they are: texts are left-aligned, numbers right-aligned.
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
      all.every((piece) => piece.words.length <= MAX_HEADING_WORDS && !/\d/.test(textOf(piece))) &&
      Math.min(line.right, right) - Math.max(line.left, left) >
        SHARED_WIDTH * Math.min(line.right - line.left, right - left);
    const reaching = all.filter((piece) => piece.right > left - SIDE && piece.left < right + SIDE);
    const pieces = isOneEach ? all : reaching;
    return pieces.length === 0 ? [] : [toLine(pieces.flatMap((piece) => piece.words))];
  });
}

/** Widens a seed to the rules through it. */
function widen(seed: Edges, across: readonly Rule[]): Edges {
  let { left, right } = seed;
  const rules = across.filter(
    ({ at, from, to }) =>
      at > seed.top - RULE_REACH &&
      at < seed.bottom + RULE_REACH &&
      Math.min(to, right) - Math.max(from, left) > RULE_WIDTH * (right - left) &&
      to - from < MAX_RULE_WIDTH * (right - left),
  );
  for (const { from, to } of rules) [left, right] = [Math.min(left, from), Math.max(right, to)];
  return { ...seed, left, right };
}
