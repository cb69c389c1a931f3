import { median } from '../../base/median.ts';
import { heightOf } from '../geometry/box.ts';
import { type FilledCell, fillLattice, splitSpans } from './fill-lattice.ts';
import { headerRowsOf } from './header-rows.ts';
import type { Lattice } from './lattice.ts';
import { contentOf, readLines, wordsIn } from './lines.ts';
import type { PageCell, PageTable } from './page-table.ts';
import { refineColumns, refineRows } from './refine-lattice.ts';
import type { Word } from './words.ts';

/** Minimum words of a table. */
export const MIN_WORDS = 4;
// Minimum share of rows with a cell across an edge that is not a column edge.
const CROSSED = 0.5;

/** Returns the rows that contain cells. */
function rowsOf(cells: readonly FilledCell[]): Set<number> {
  const rows = new Set<number>();
  for (const { row, endRow } of cells) for (let at = row; at < endRow; at += 1) rows.add(at);
  return rows;
}

const hasText = ({ lines }: FilledCell): boolean => lines.length > 0;
const cellText = ({ lines }: FilledCell): string => readLines(lines);

/**
 * Returns the columns in which text starts; other columns belong to the one before. An edge that most rows reach across, and
 * that no row has texts on both sides of, is an edge of shading inside a cell.
 */
function columnsOfTexts(filled: readonly FilledCell[], texts: readonly FilledCell[]): number[] {
  const columns: number[] = [];
  const all = new Set(filled.map(({ row }) => row)).size;
  for (const column of new Set(texts.map((cell) => cell.column).toSorted((a, b) => a - b))) {
    const from = columns.at(-1);
    const across = rowsOf(filled.filter((cell) => cell.column < column && cell.endColumn > column));
    const left = rowsOf(texts.filter((cell) => cell.column >= (from ?? 0) && cell.endColumn <= column));
    const right = rowsOf(texts.filter((cell) => cell.column === column));
    const isEdge = across.size < CROSSED * all || [...right].some((row) => left.has(row));
    if (from === undefined || isEdge) columns.push(column);
  }
  return columns;
}

/** Returns the rows with text from `first` to `end` (exclusive), and the number of columns with text. */
function toRows(
  filled: readonly FilledCell[],
  first: number,
  end: number,
): { rows: PageCell[][]; columns: number } {
  const texts = filled.filter((cell) => hasText(cell) && cell.row >= first && cell.endRow <= end);
  // A row in which no cell starts belongs to the one before.
  const rowsKept = [...new Set(texts.map((cell) => cell.row).toSorted((a, b) => a - b))];
  const columnsKept = columnsOfTexts(filled, texts);
  const count = (list: readonly number[], from: number, to: number): number =>
    list.filter((index) => index >= from && index < to).length;
  const taken = new Set<string>();
  const columnAt = (column: number): number => columnsKept.findLast((kept) => kept <= column) ?? 0;
  const byPlace = new Map(texts.map((cell) => [`${cell.row},${columnAt(cell.column)}`, cell] as const));
  const rows = rowsKept.map((row, r) => {
    const made: PageCell[] = [];
    for (const [c, column] of columnsKept.entries()) {
      if (taken.has(`${r},${c}`)) continue;
      const cell = byPlace.get(`${row},${column}`);
      if (cell === undefined) {
        made.push({ text: '' });
        continue;
      }
      const columnSpan = Math.max(1, count(columnsKept, column, cell.endColumn));
      const rowSpan = Math.max(1, count(rowsKept, cell.row, cell.endRow));
      for (let y = r; y < r + rowSpan; y += 1)
        for (let x = c; x < c + columnSpan; x += 1) taken.add(`${y},${x}`);
      made.push({
        ...contentOf(cell.lines),
        ...(columnSpan > 1 ? { columnSpan } : {}),
        ...(rowSpan > 1 ? { rowSpan } : {}),
      });
    }
    return made;
  });
  return { rows, columns: columnsKept.length };
}

/** Removes rows of a single cell: a title at the top, notes at the bottom. */
function trim(filled: readonly FilledCell[], rows: number): { first: number; end: number; title: string } {
  const texts = filled.filter(hasText);
  const isOne = (row: number): boolean =>
    texts.filter((cell) => cell.row <= row && cell.endRow > row).length < 2;
  const isWide = (row: number): boolean =>
    texts.some((cell) => cell.row === row && cell.endRow === row + 1 && cell.endColumn - cell.column > 1) ||
    !texts.some((cell) => cell.row <= row && cell.endRow > row);
  let first = 0;
  while (first < rows && isOne(first) && isWide(first)) first += 1;
  let end = rows;
  while (end > first && isOne(end - 1) && isWide(end - 1)) end -= 1;
  const title = texts.filter((cell) => cell.row < first).map(cellText);
  return { first, end, title: title.join(' ') };
}

const split = ({ drawnDown, xs, ys }: Lattice, cells: readonly FilledCell[], height: number): Lattice => ({
  drawnDown,
  xs,
  ys,
  cells: splitSpans({ xs, ys }, cells, height),
});

/** Returns true if most texts are turned: the grid is that of a table on its side. */
const isTurned = (texts: readonly Word[]): boolean =>
  texts.filter(({ turns }) => turns !== undefined).length > texts.length / 2;

/** Returns the table in a grid of rules; undefined if it has fewer than two rows or columns. */
export function latticeTable(lattice: Lattice, words: readonly Word[]): PageTable | undefined {
  const [left = 0, right = 0] = [lattice.xs[0], lattice.xs.at(-1)];
  const [top = 0, bottom = 0] = [lattice.ys[0], lattice.ys.at(-1)];
  const inside = wordsIn(words, { left, right, top, bottom });
  if (inside.length < MIN_WORDS || isTurned(inside)) return undefined;
  const height = median(inside.map(heightOf));
  let grid = lattice;
  let filled = fillLattice(grid, inside);
  for (const step of [refineColumns, split, refineRows, split]) {
    const finer = step(grid, filled, height);
    if (finer === undefined) continue;
    grid = finer;
    filled = fillLattice(grid, inside);
  }
  const { ys } = grid;
  const { first, end, title } = trim(filled, ys.length - 1);
  const { rows, columns } = toRows(filled, first, end);
  if (columns < 2 || rows.length < 2) return undefined;
  // The title is the table's caption.
  const y = ys[0] ?? top;
  return {
    bbox: { x: left, y, width: right - left, height: (ys[end] ?? bottom) - y },
    rows,
    headerRows: headerRowsOf(rows),
    ...(title === '' ? {} : { caption: title }),
  };
}
