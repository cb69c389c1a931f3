import type { Lattice, LatticeCell } from './lattice.ts';
import { type Line, linesOf } from './lines.ts';
import { centerOf, middleOf, type Word } from './words.ts';

/** A cell of a grid with the lines of text in it. */
export interface FilledCell extends LatticeCell {
  readonly lines: readonly Line[];
}

/** Index of the stretch between two edges that a place lies in; -1 where it lies outside. */
export function indexIn(edges: readonly number[], place: number): number {
  if (place < (edges[0] ?? 0) || place > (edges.at(-1) ?? 0)) return -1;
  let low = 0;
  let high = edges.length - 2;
  while (low < high) {
    const half = (low + high + 1) >> 1;
    if ((edges[half] ?? 0) <= place) low = half;
    else high = half - 1;
  }
  return low;
}

/** Puts words into the cells that their middle lies in. */
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

/** Where groups of boxes are parted by white at least `gap` wide; undefined where two of them aren't. */
function areParted(groups: readonly (readonly { from: number; to: number }[])[], gap: number): boolean {
  const held = groups.filter((group) => group.length > 0);
  if (held.length < 2) return false;
  return held.slice(1).every((group, index) => {
    const end = Math.max(...(held[index] ?? []).map(({ to }) => to));
    return Math.min(...group.map(({ from }) => from)) - end > gap;
  });
}

const range = (from: number, end: number): number[] =>
  Array.from({ length: end - from }, (_, index) => from + index);

/**
 * Cells that lines leave open to each other, but white parts: drawn lines may stop at a coloured row, or run only along
 * one column. `height` is that of the text.
 */
export function splitSpans(
  { xs, ys }: Pick<Lattice, 'xs' | 'ys'>,
  cells: readonly FilledCell[],
  height: number,
): LatticeCell[] {
  return cells.flatMap((cell): LatticeCell[] => {
    const { row, endRow, column, endColumn, lines } = cell;
    const words = lines.flatMap((line) => line.words);
    const across = range(column, endColumn).map((index) =>
      words
        .filter((word) => indexIn(xs, centerOf(word)) === index)
        .map(({ left, right }) => ({ from: left, to: right })),
    );
    if (areParted(across, 0.75 * height)) {
      return range(column, endColumn).map((index) => ({ row, endRow, column: index, endColumn: index + 1 }));
    }
    const down = range(row, endRow).map((index) =>
      lines
        .filter((line) => indexIn(ys, middleOf(line)) === index)
        .map(({ top, bottom }) => ({ from: top, to: bottom })),
    );
    if (areParted(down, 0.6 * height)) {
      return range(row, endRow).map((index) => ({ row: index, endRow: index + 1, column, endColumn }));
    }
    return [{ row, endRow, column, endColumn }];
  });
}
