import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { centerOf, heightOf } from '../geometry/box.ts';
import { coverage, type Lattice, type LatticeCell } from './lattice.ts';
import { linesOf, type TableLine, wordsIn } from './lines.ts';
import { isProse, piecesOf } from './region.ts';
import { ALIGNED_ENDS, isAsLong, type Rule, type Rules, SNAP } from './rules.ts';
import { isCaption } from './titles.ts';
import type { Word } from './words.ts';

// Minimum share of an edge of the grid that a rule covers.
const COVERED = 0.6;
// Maximum height of the row next to a band of shading, as a multiple of its tallest row.
const ROW_REACH = 1.5;
// Maximum distance of the rows that are examined, in line heights.
const REACH = 12;
// Minimum rows of a grid; fewer are a shaded header.
const MIN_ROWS = 3;

export const covers = (rules: readonly Rule[], at: number, from: number, to: number): boolean =>
  coverage(
    rules.filter((rule) => Math.abs(rule.at - at) < SNAP),
    from,
    to,
  ) > COVERED;

/** Returns true if a grid is rows of shading among others that only drawn rules as wide divide. */
export function isBand({ xs, ys }: Lattice, words: readonly Word[], { shaded, drawn }: Rules): boolean {
  const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
  if (!ys.every((at) => covers(shaded, at, left, right))) return false;
  const reach = ROW_REACH * maxOf(ys.slice(1).map((at, index) => at - (ys[index] ?? 0)));
  const isRowTo = (from: number, to: number): boolean =>
    linesOf(wordsIn(words, { left, right, top: from, bottom: to })).some((line) => piecesOf(line).length > 1);
  const near = drawn
    .filter((rule) => isAsLong(rule, { from: left, to: right }))
    .map(({ at }) => at)
    .filter((at) => at > top - reach && at < bottom + reach);
  return isRowTo(minOf(near, top), top) || isRowTo(bottom, maxOf(near, bottom));
}

/** Returns true if the pieces of a line are aligned with those of a row of the table. */
function isRowLike(line: TableLine, row: readonly TableLine[]): boolean {
  const pieces = piecesOf(line);
  const isAligned = (piece: TableLine): boolean =>
    row.some(
      (other) =>
        Math.abs(other.left - piece.left) < ALIGNED_ENDS ||
        Math.abs(other.right - piece.right) < ALIGNED_ENDS ||
        Math.abs(centerOf(other) - centerOf(piece)) < ALIGNED_ENDS,
    );
  return pieces.filter(isAligned).length > 1;
}

/** Returns the adjacent lines that continue a grid's rows, nearest first. */
function rowsBeside(
  near: readonly TableLine[],
  row: readonly TableLine[],
  edge: number,
  slack: number,
): TableLine[] {
  const rows: TableLine[] = [];
  let at = edge;
  for (const line of near) {
    const height = heightOf(line);
    const gap = Math.max(line.top - at, at - line.bottom);
    const region = { left: row[0]?.left ?? 0, right: row.at(-1)?.right ?? 0, top: 0, bottom: 0 };
    if (gap > height + slack) break;
    if (isCaption(line) || isProse(line, region) || !isRowLike(line, row)) break;
    rows.push(line);
    at = line.top > edge - 1 ? line.bottom : line.top;
  }
  return rows;
}

/**
 * Extends a grid by unshaded rows at its ends: if every other row is shaded, the grid ends where the shading does.
 * Returns other grids unchanged.
 */
export function withUnshadedRows(
  lattice: Lattice,
  words: readonly Word[],
  { shaded, drawn }: Rules,
): Lattice {
  const { xs, ys, cells } = lattice;
  const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
  if (ys.length <= MIN_ROWS) return lattice;
  const isShadedAt = (at: number): boolean =>
    covers(shaded, at, left, right) && !covers(drawn, at, left, right);
  const isOpen = { above: isShadedAt(top), below: isShadedAt(bottom) };
  if (!isOpen.above && !isOpen.below) return lattice;
  const sides = { left, right };
  const beside = wordsIn(words, { ...sides, top: -Infinity, bottom: Infinity });
  const height = median(beside.map(heightOf));
  const inside = linesOf(wordsIn(beside, { ...sides, top, bottom }));
  const slack = median(ys.slice(1).map((y, index) => y - (ys[index] ?? 0))) - height;
  const nearby = (from: number, to: number): TableLine[] =>
    linesOf(wordsIn(beside, { ...sides, top: from, bottom: to }));
  const rowOf = (line: TableLine | undefined): TableLine[] => (line === undefined ? [] : piecesOf(line));
  const [first, last] = [inside[0], inside.at(-1)];
  const below = isOpen.below
    ? rowsBeside(nearby(bottom, bottom + REACH * height), rowOf(last), bottom, slack)
    : [];
  const above = isOpen.above
    ? rowsBeside(nearby(top - REACH * height, top).toReversed(), rowOf(first), top, slack)
    : [];
  if (below.length + above.length === 0) return lattice;
  const header = above.length === 0 ? [] : [minOf(above.map((line) => line.top)) - 1];
  const rows = ys.length - 1;
  const columns = xs.length - 1;
  const rowCells = (row: number): LatticeCell[] =>
    Array.from({ length: columns }, (_, column) => ({ row, column, endRow: row + 1, endColumn: column + 1 }));
  const shift = header.length;
  return {
    drawnDown: lattice.drawnDown,
    xs,
    ys: [...header, ...ys, ...below.map((line) => line.bottom + 1)],
    cells: [
      ...(shift === 0 ? [] : rowCells(0)),
      ...cells.map((cell) => ({ ...cell, row: cell.row + shift, endRow: cell.endRow + shift })),
      ...below.flatMap((_, index) => rowCells(rows + shift + index)),
    ],
  };
}
