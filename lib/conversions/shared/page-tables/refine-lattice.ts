import { middleOf } from '../geometry/box.ts';
import { columnsOf, SEGMENT_GAP } from './columns.ts';
import { areLevel, type FilledCell, indexIn, range } from './fill-lattice.ts';
import { type Lattice, type LatticeCell, withInnerEdges } from './lattice.ts';
import { linesOf, segmentsOf, type TableLine, textOf, toLine } from './lines.ts';
import { type GridLine, rowsOfLines } from './rows.ts';
import { isNumeric } from './words.ts';

// Total padding between text and the rules of its cell, in points.
const PADDING = 6;
// Width of a space, in line heights.
const SPACE = 0.3;
// Minimum share of line ends in a list that are not wraps.
const FREE_ENDS = 0.6;
// Minimum share of a list's lines that are level with a line of the label.
const BESIDE_LABEL = 0.7;
// Minimum share of lists among the cells with several lines.
const LIST_CELLS = 0.6;
// A column of the grid contains columns if at least this number and share of its lines have several pieces.
const MIN_SPLIT_LINES = 3;
const SPLIT_LINES = 0.5;

/** Returns true if most lines of a cell end although the next word would fit, as in a list. */
function isListed(cell: FilledCell, xs: readonly number[], height: number): boolean {
  const room = (xs[cell.endColumn] ?? 0) - (xs[cell.column] ?? 0) - PADDING;
  const breaks = cell.lines.slice(1).map((line, index) => {
    const word = line.words[0];
    const above = cell.lines[index];
    if (word === undefined || above === undefined) return false;
    return above.right - above.left + SPACE * height + (word.right - word.left) < room;
  });
  return breaks.filter((isFree) => isFree).length >= FREE_ENDS * breaks.length;
}

/** Returns the kind of rows without rules between them: numbers, which never wrap, or list items. */
function innerRows(
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
  const isBeside = (line: TableLine): boolean => label.lines.some((other) => areLevel(other, line, height));
  const isList = (cell: FilledCell): boolean =>
    isListed(cell, xs, height) && cell.lines.filter(isBeside).length >= BESIDE_LABEL * cell.lines.length;
  const isOne = isList(label) && long.filter(isList).length >= Math.max(2, LIST_CELLS * long.length);
  return isOne ? 'list' : undefined;
}

/** Returns the edges between rows inside a row of the grid. */
function rowEdges(cells: readonly FilledCell[], xs: readonly number[], height: number): number[] {
  const held = innerRows(cells, xs, height);
  if (held === undefined) return [];
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

/** Returns the edges between columns inside a column of the grid. */
function columnEdges(cells: readonly FilledCell[], height: number): number[] {
  const lines = cells.flatMap((cell) => cell.lines);
  const several = lines
    .map((line) => segmentsOf(line, SEGMENT_GAP * height))
    .filter((pieces) => pieces.length > 1);
  if (several.length < MIN_SPLIT_LINES || several.length < SPLIT_LINES * lines.length) return [];
  const columns = columnsOf(lines);
  if (columns.length < 2) return [];
  return columns.slice(1).map((column, index) => (column.left + (columns[index]?.right ?? 0)) / 2);
}

/** Splits columns if rules enclose only groups of them; undefined if nothing is split. */
export function refineColumns(
  { drawnDown, xs, ys }: Lattice,
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
  return { drawnDown, xs: edges, ys, cells: finer };
}

/** Returns the cells in a row of the grid, with their lines in that row. */
function within(cells: readonly FilledCell[], ys: readonly number[], row: number): FilledCell[] {
  return cells
    .filter((cell) => cell.row <= row && cell.endRow > row)
    .map((cell) =>
      cell.endRow === cell.row + 1
        ? cell
        : { ...cell, lines: cell.lines.filter((line) => indexIn(ys, middleOf(line)) === row) },
    );
}

/** Splits rows if rules enclose only groups of them; undefined if nothing is split. */
export function refineRows(
  { drawnDown, xs, ys }: Lattice,
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
  return { drawnDown, xs, ys: edges, cells: finer };
}
