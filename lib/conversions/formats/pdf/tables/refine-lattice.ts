import { middleOf } from '../../../shared/geometry/box.ts';
import { columnsOf, SEGMENT_GAP } from './columns.ts';
import { type FilledCell, indexIn } from './fill-lattice.ts';
import { type Lattice, type LatticeCell, withInnerEdges } from './lattice.ts';
import { type Line, linesOf, segmentsOf, textOf, toLine } from './lines.ts';
import { type GridLine, rowsOfLines } from './rows.ts';
import { isNumeric } from './words.ts';

// In heights of a line: how far from each other the middles of texts on one line may be.
const ALIGNED = 0.3;

// What text keeps from the lines around its cell, on both sides together, in points.
const PADDING = 6;

/** Whether most lines of a cell end although the next word would have found room, as lines of a list do. */
function isListed(cell: FilledCell, xs: readonly number[], height: number): boolean {
  const room = (xs[cell.endColumn] ?? 0) - (xs[cell.column] ?? 0) - PADDING;
  const breaks = cell.lines.slice(1).map((line, index) => {
    const word = line.words[0];
    const above = cell.lines[index];
    if (word === undefined || above === undefined) return false;
    return above.right - above.left + 0.3 * height + (word.right - word.left) < room;
  });
  return breaks.filter((isFree) => isFree).length >= 0.6 * breaks.length;
}

/** Rows between the lines of a grid: those of numbers, which don't wrap, or of a list, whose lines aren't full. */
function heldRows(
  cells: readonly FilledCell[],
  xs: readonly number[],
  height: number,
): 'numbers' | 'list' | undefined {
  const stacks = cells.filter(({ lines }) => lines.length > 1);
  if (cells.filter(({ lines }) => lines.length > 0).length < 2) return undefined;
  if (stacks.some(({ lines }) => lines.every((line) => isNumeric(textOf(line))))) return 'numbers';
  const long = stacks.filter(({ lines }) => lines.length > 2);
  const [label] = long;
  if (label === undefined || long.length < 2 || label !== stacks[0]) return undefined;
  const isBeside = (line: Line): boolean =>
    label.lines.some((other) => Math.abs(middleOf(other) - middleOf(line)) < ALIGNED * height);
  const isList = (cell: FilledCell): boolean =>
    isListed(cell, xs, height) && cell.lines.filter(isBeside).length >= 0.7 * cell.lines.length;
  const isOne = isList(label) && long.filter(isList).length >= Math.max(2, 0.6 * long.length);
  return isOne ? 'list' : undefined;
}

/** Where a row is parted by white that goes through at least two of its cells. */
function whiteGaps(cells: readonly FilledCell[], height: number): number[] {
  const lines = cells.flatMap((cell) => cell.lines).toSorted((a, b) => a.top - b.top);
  const gaps: number[] = [];
  let bottom = lines[0]?.bottom ?? 0;
  for (const line of lines) {
    if (line.top - bottom > 0.8 * height) {
      const goesOn = cells.filter(
        (cell) => cell.lines.some(({ top }) => top < bottom) && cell.lines.some(({ top }) => top >= line.top),
      );
      if (goesOn.length >= 2) gaps.push((bottom + line.top) / 2);
    }
    bottom = Math.max(bottom, line.bottom);
  }
  return gaps;
}

/** Edges of the rows inside a row of the grid. */
function rowEdges(cells: readonly FilledCell[], xs: readonly number[], height: number): number[] {
  const held = heldRows(cells, xs, height);
  if (held === undefined) return whiteGaps(cells, height);
  const columnOf = new Map(
    cells.flatMap((cell) =>
      cell.lines.flatMap((line) => line.words.map((word) => [word, cell.column] as const)),
    ),
  );
  const grid = linesOf([...columnOf.keys()]).map((line): GridLine => {
    const columns = Map.groupBy(line.words, (word) => columnOf.get(word) ?? 0);
    const { top, bottom } = line;
    return { top, bottom, cells: new Map([...columns].map(([column, held]) => [column, toLine(held)])) };
  });
  const rows = rowsOfLines(grid, held === 'list');
  return rows.slice(1).map((row, index) => {
    const above = rows[index]?.at(-1)?.bottom ?? 0;
    return (above + (row[0]?.top ?? 0)) / 2;
  });
}

const BULLET = /^(?:[^\p{L}\p{N}]|\p{Lu}?\p{N}{0,2}[.)]|[a-z][.)]|o|n|l|q)$/u;

/** Edges of the columns inside a column of the grid. */
function columnEdges(cells: readonly FilledCell[], height: number): number[] {
  const lines = cells.flatMap((cell) => cell.lines);
  const several = lines
    .map((line) => segmentsOf(line, SEGMENT_GAP * height))
    .filter(([first, second]) => second !== undefined && first !== undefined && !BULLET.test(textOf(first)));
  if (several.length < 3 || several.length < 0.5 * lines.length) return [];
  const columns = columnsOf(lines);
  const share = (index: number): number => {
    const column = columns[index];
    if (column === undefined) return 0;
    const holds = (line: Line): boolean =>
      line.words.some((word) => word.left < column.right && word.right > column.left);
    return lines.filter(holds).length / lines.length;
  };
  if (columns.length < 2 || columns.some((_, index) => share(index) < 0.3)) return [];
  return columns.slice(1).map((column, index) => (column.left + (columns[index]?.right ?? 0)) / 2);
}

const range = (from: number, end: number): number[] =>
  Array.from({ length: end - from }, (_, index) => from + index);

/** The grid with columns split where lines are drawn only around groups of them; undefined where none are. */
export function refineColumns(
  { drawn, xs, ys }: Lattice,
  cells: readonly FilledCell[],
  height: number,
): Lattice | undefined {
  const inner = xs.slice(0, -1).map((_, column) =>
    columnEdges(
      cells.filter((cell) => cell.column === column && cell.endColumn === column + 1),
      height,
    ),
  );
  if (inner.every((edges) => edges.length === 0)) return undefined;
  const { edges, start } = withInnerEdges(xs, inner);
  const finer = cells.map(
    ({ row, endRow, column, endColumn }): LatticeCell => ({
      row,
      endRow,
      column: start(column),
      endColumn: start(endColumn),
    }),
  );
  return { drawn, xs: edges, ys, cells: finer };
}

/** The cells that a row of the grid goes through, with their lines in that row. */
function within(cells: readonly FilledCell[], ys: readonly number[], row: number): FilledCell[] {
  return cells
    .filter((cell) => cell.row <= row && cell.endRow > row)
    .map((cell) =>
      cell.endRow === cell.row + 1
        ? cell
        : { ...cell, lines: cell.lines.filter((line) => indexIn(ys, middleOf(line)) === row) },
    );
}

/** The grid with rows split where lines are drawn only around groups of them; undefined where none are. */
export function refineRows(
  { drawn, xs, ys }: Lattice,
  cells: readonly FilledCell[],
  height: number,
): Lattice | undefined {
  const inner = ys.slice(0, -1).map((_, row) => rowEdges(within(cells, ys, row), xs, height));
  if (inner.every((edges) => edges.length === 0)) return undefined;
  const { edges, start } = withInnerEdges(ys, inner);
  const finer = cells.flatMap(({ row, endRow, column, endColumn }): LatticeCell[] =>
    endRow > row + 1
      ? [{ row: start(row), endRow: start(endRow), column, endColumn }]
      : range(start(row), start(endRow)).map((at) => ({ row: at, endRow: at + 1, column, endColumn })),
  );
  return { drawn, xs, ys: edges, cells: finer };
}
