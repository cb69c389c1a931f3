import { maxOf, minOf } from '../../base/arrays.ts';
import { lastNotAbove } from '../../base/binary-search.ts';
import { centerOf, middleOf } from '../geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import type { Lattice, LatticeCell } from './lattice.ts';
import { linesOf, type TableLine } from './lines.ts';
import type { Word } from './words.ts';

// Maximum difference between the middles of texts on one line, in line heights.
const ALIGNED = 0.3;
// A cell over several rows is a list if at least this number and share of them have a single line that is level with the row.
const MIN_LIST_LINES = 3;
const LIST_ROWS = 0.8;
// Minimum white space between two paragraphs of a cell, in line heights.
const PARAGRAPH_GAP = 0.6;

/** A cell of a grid with the lines of text in it. */
export interface FilledCell extends LatticeCell {
  readonly lines: readonly TableLine[];
}

/** Returns the index of the range between two edges that contains a position; -1 if none does. */
export function indexIn(edges: readonly number[], place: number): number {
  if (place > (edges.at(-1) ?? 0)) return -1;
  return Math.min(
    lastNotAbove(edges.length, (index) => edges[index] ?? 0, place),
    edges.length - 2,
  );
}

/** Returns true if two lines are level. */
export const areLevel = (one: TableLine, other: TableLine, height: number): boolean =>
  Math.abs(middleOf(one) - middleOf(other)) < ALIGNED * height;

/** Assigns words to the cells that contain their centers. */
export function fillLattice({ xs, ys, cells }: Lattice, words: readonly Word[]): FilledCell[] {
  const columns = xs.length - 1;
  const owner = new Map<number, number>();
  for (const [index, cell] of cells.entries()) {
    for (let row = cell.row; row < cell.endRow; row += 1) {
      for (let column = cell.column; column < cell.endColumn; column += 1)
        owner.set(row * columns + column, index);
    }
  }
  const held = cells.map((): Word[] => []);
  for (const word of words) {
    const row = indexIn(ys, middleOf(word));
    const column = indexIn(xs, centerOf(word));
    if (row >= 0 && column >= 0) held[owner.get(row * columns + column) ?? -1]?.push(word);
  }
  return cells.map((cell, index) => ({ ...cell, lines: linesOf(held[index] ?? []) }));
}

/** Returns true if at least two groups of boxes are not empty and all gaps between groups are wider than `gap`. */
function areParted(groups: readonly (readonly { from: number; to: number }[])[], gap: number): boolean {
  const held = groups.filter((group) => group.length > 0);
  if (held.length < 2) return false;
  return held.slice(1).every((group, index) => {
    const end = maxOf((held[index] ?? []).map(({ to }) => to));
    return minOf(group.map(({ from }) => from)) - end > gap;
  });
}

/** Returns the whole numbers from `from` to `end` (exclusive). */
export const range = (from: number, end: number): number[] =>
  Array.from({ length: end - from }, (_, index) => from + index);

/** Splits a cell over several rows into a line for each row, or into paragraphs that are level with rows. */
function rowParts(
  cell: FilledCell,
  starting: ReadonlyMap<number, readonly FilledCell[]>,
  ys: readonly number[],
  height: number,
): (readonly [number, number])[] {
  const { row, endRow, lines } = cell;
  const beside = range(row, endRow).map((at) =>
    (starting.get(at) ?? []).flatMap((other) => (other === cell ? [] : other.lines.slice(0, 1))),
  );
  const own = range(row, endRow).map((at) => lines.filter((line) => indexIn(ys, middleOf(line)) === at));
  const isAligned = (line: TableLine | undefined, index: number): boolean =>
    line !== undefined && (beside[index] ?? []).some((other) => areLevel(other, line, height));
  const single = own.filter((held, index) => held.length === 1 && isAligned(held[0], index)).length;
  if (single >= MIN_LIST_LINES && single >= LIST_ROWS * (endRow - row)) {
    return range(row, endRow).map((at) => [at, at + 1] as const);
  }
  const starts = range(row + 1, endRow).filter((at) => {
    if (beside[at - row]?.length === 0) return false;
    const above = lines.filter((line) => middleOf(line) < (ys[at] ?? 0)).at(-1);
    const below = lines.find((line) => middleOf(line) >= (ys[at] ?? 0));
    if (below === undefined) return false;
    return above === undefined
      ? isAligned(below, at - row)
      : below.top - above.bottom > PARAGRAPH_GAP * height;
  });
  return [row, ...starts].map((from, index) => [from, starts[index] ?? endRow] as const);
}

/**
 * Splits cells that are separated by white space only: rules may end at a coloured row, or run along one column only.
 *
 * @param height line height, in points
 */
export function splitSpans(
  { xs, ys }: Pick<Lattice, 'xs' | 'ys'>,
  cells: readonly FilledCell[],
  height: number,
): LatticeCell[] {
  const starting = Map.groupBy(cells, (cell) => cell.row);
  return cells.flatMap((cell): LatticeCell[] => {
    const { row, endRow, column, endColumn, lines } = cell;
    const words = lines.flatMap((line) => line.words);
    const across = range(column, endColumn).map((index) =>
      words
        .filter((word) => indexIn(xs, centerOf(word)) === index)
        .map(({ left, right }) => ({ from: left, to: right })),
    );
    if (areParted(across, SEGMENT_GAP * height)) {
      return range(column, endColumn).map((index) => ({ row, endRow, column: index, endColumn: index + 1 }));
    }
    if (endRow - row > 1 && lines.length > 1) {
      const parts = rowParts(cell, starting, ys, height);
      return parts.map(([from, end]) => ({ row: from, endRow: end, column, endColumn }));
    }
    return [{ row, endRow, column, endColumn }];
  });
}
