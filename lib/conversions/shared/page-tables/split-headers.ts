import { centerOf } from '../geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { areParted, type FilledCell, indexIn } from './fill-lattice.ts';
import { type Lattice, type LatticeCell, withInnerEdges } from './lattice.ts';
import { segmentsOf } from './lines.ts';

const range = (from: number, end: number): number[] =>
  Array.from({ length: end - from }, (_, index) => from + index);

/** Position between a heading for several columns and the headings of each column below it, within one cell. */
function headingEdge(cell: FilledCell, xs: readonly number[], height: number): number | undefined {
  const { column, endColumn, lines, row, endRow } = cell;
  if (endColumn - column < 2 || endRow - row > 1) return undefined;
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above === undefined) continue;
    if (segmentsOf(above, SEGMENT_GAP * height).length > 1) return undefined;
    const words = lines.slice(index).flatMap((below) => below.words);
    const groups = range(column, endColumn).map((at) =>
      words
        .filter((word) => indexIn(xs, centerOf(word)) === at)
        .map(({ left, right }) => ({ from: left, to: right })),
    );
    if (areParted(groups, SEGMENT_GAP * height)) return (above.bottom + line.top) / 2;
  }
  return undefined;
}

/** Splits rows between headings over several columns and the headings below them that share their cell. */
export function splitHeaders(
  { drawnDown, xs, ys }: Lattice,
  cells: readonly FilledCell[],
  height: number,
): Lattice | undefined {
  const edgeOf = new Map(cells.map((cell) => [cell, headingEdge(cell, xs, height)] as const));
  const inner = ys.slice(0, -1).map((_, row) => {
    const edges = cells.flatMap((cell) => (cell.row === row ? (edgeOf.get(cell) ?? []) : []));
    return edges.slice(0, 1);
  });
  if (inner.every((edges) => edges.length === 0)) return undefined;
  const { edges, start } = withInnerEdges(ys, inner);
  return {
    drawnDown,
    xs,
    ys: edges,
    cells: cells.flatMap((cell): LatticeCell[] => {
      const { column, endColumn } = cell;
      const [row, endRow] = [start(cell.row), start(cell.endRow)];
      if (edgeOf.get(cell) === undefined) return [{ row, endRow, column, endColumn }];
      const below = range(column, endColumn).map((at) => ({
        row: row + 1,
        endRow,
        column: at,
        endColumn: at + 1,
      }));
      return [{ row, endRow: row + 1, column, endColumn }, ...below];
    }),
  };
}
