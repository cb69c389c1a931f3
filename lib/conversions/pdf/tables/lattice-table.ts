import type { Lattice, LatticeCell } from './lattice.ts';
import { type Line, linesOf, textOf, toLine } from './lines.ts';
import type { PageCell, PageTable } from './page-table.ts';
import { type GridLine, rowsOfLines } from './rows.ts';
import { centerOf, heightOf, isNumeric, median, middleOf, type Word } from './words.ts';

interface FilledCell extends LatticeCell {
  readonly lines: readonly Line[];
}

/** Index of the stretch between two edges that a place lies in; -1 where it lies outside. */
function indexIn(edges: readonly number[], place: number): number {
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

function fill({ xs, ys, cells }: Lattice, words: readonly Word[]): FilledCell[] {
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

/** Whether what a row holds between its lines is several rows: a number doesn't wrap. */
function holdsRows(cells: readonly FilledCell[]): boolean {
  const stacks = cells.filter(({ lines }) => lines.length > 1);
  if (cells.filter(({ lines }) => lines.length > 0).length < 2) return false;
  return stacks.some(({ lines }) => lines.every((line) => isNumeric(textOf(line))));
}

/** Where a row is parted by white that goes through all of its cells. */
function whiteGaps(cells: readonly FilledCell[], height: number): number[] {
  const lines = cells.flatMap((cell) => cell.lines).toSorted((a, b) => a.top - b.top);
  const gaps: number[] = [];
  let bottom = lines[0]?.bottom ?? 0;
  for (const line of lines) {
    const isParted = line.top - bottom > 0.8 * height;
    const goesOn = cells.filter(
      (cell) => cell.lines.some(({ top }) => top < bottom) && cell.lines.some(({ top }) => top >= line.top),
    );
    if (isParted && goesOn.length >= 2) gaps.push((bottom + line.top) / 2);
    bottom = Math.max(bottom, line.bottom);
  }
  return gaps;
}

/** Edges of the rows inside a row of the grid. */
function innerEdges(cells: readonly FilledCell[], height: number): number[] {
  if (!holdsRows(cells)) return whiteGaps(cells, height);
  const words = cells.flatMap(({ lines }) => lines.flatMap((line) => line.words));
  const columnOf = new Map(
    cells.flatMap((cell) =>
      cell.lines.flatMap((line) => line.words.map((word) => [word, cell.column] as const)),
    ),
  );
  const grid = linesOf(words).map((line): GridLine => {
    const columns = Map.groupBy(line.words, (word) => columnOf.get(word) ?? 0);
    const { top, bottom } = line;
    return { top, bottom, cells: new Map([...columns].map(([column, held]) => [column, toLine(held)])) };
  });
  const rows = rowsOfLines(grid);
  return rows.slice(1).map((row, index) => {
    const above = rows[index]?.at(-1)?.bottom ?? 0;
    return (above + (row[0]?.top ?? 0)) / 2;
  });
}

/** The grid with rows split where lines are drawn only around groups of rows. */
function refine(lattice: Lattice, cells: readonly FilledCell[], height: number): Lattice | undefined {
  const inner = lattice.ys.slice(0, -1).map((_, row) =>
    innerEdges(
      cells.filter((cell) => cell.row === row && cell.endRow === row + 1),
      height,
    ),
  );
  if (inner.every((edges) => edges.length === 0)) return undefined;
  const starts: number[] = [];
  let next = 0;
  for (const edges of inner) {
    starts.push(next);
    next += edges.length + 1;
  }
  starts.push(next);
  const ys = lattice.ys.flatMap((y, row) => [y, ...(inner[row] ?? [])]);
  const start = (row: number): number => starts[row] ?? 0;
  return {
    xs: lattice.xs,
    ys,
    cells: cells.flatMap(({ row, endRow, column, endColumn }): LatticeCell[] => {
      if (endRow > row + 1) return [{ row: start(row), endRow: start(endRow), column, endColumn }];
      return Array.from({ length: start(endRow) - start(row) }, (_, index) => ({
        row: start(row) + index,
        endRow: start(row) + index + 1,
        column,
        endColumn,
      }));
    }),
  };
}

const hasText = ({ lines }: FilledCell): boolean => lines.length > 0;
const cellText = ({ lines }: FilledCell): string => lines.map(textOf).join(' ');

/** Rows from `first` to `end` (exclusive) and the columns that hold text, as they stand in a table. */
function toRows(
  filled: readonly FilledCell[],
  first: number,
  end: number,
): { rows: PageCell[][]; columns: number } {
  const texts = filled.filter((cell) => hasText(cell) && cell.row >= first && cell.endRow <= end);
  const kept = (edge: 'row' | 'column'): number[] => [
    ...new Set(texts.map((cell) => cell[edge]).toSorted((a, b) => a - b)),
  ];
  // A column or row in which no cell begins is but a part of the one before.
  const rowsKept = kept('row');
  const columnsKept = kept('column');
  const count = (list: readonly number[], from: number, to: number): number =>
    list.filter((index) => index >= from && index < to).length;
  const taken = new Set<string>();
  const byPlace = new Map(filled.map((cell) => [`${cell.row},${cell.column}`, cell] as const));
  const rows = rowsKept.map((row, r) => {
    const made: PageCell[] = [];
    for (const [c, column] of columnsKept.entries()) {
      if (taken.has(`${r},${c}`)) continue;
      const cell = byPlace.get(`${row},${column}`);
      if (cell === undefined || !hasText(cell)) {
        made.push({ text: '' });
        continue;
      }
      const columnSpan = Math.max(1, count(columnsKept, cell.column, cell.endColumn));
      const rowSpan = Math.max(1, count(rowsKept, cell.row, cell.endRow));
      for (let y = r; y < r + rowSpan; y += 1)
        for (let x = c; x < c + columnSpan; x += 1) taken.add(`${y},${x}`);
      made.push({
        text: cellText(cell),
        ...(columnSpan > 1 ? { columnSpan } : {}),
        ...(rowSpan > 1 ? { rowSpan } : {}),
      });
    }
    return made;
  });
  return { rows, columns: columnsKept.length };
}

/** Rows at the top that are one cell are the title, at the bottom they are notes. */
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

/** The table in a grid of lines; undefined where it holds no table but a box, a chart or a picture. */
export function latticeTable(lattice: Lattice, words: readonly Word[]): PageTable | undefined {
  const [left = 0, right = 0] = [lattice.xs[0], lattice.xs.at(-1)];
  const [top = 0, bottom = 0] = [lattice.ys[0], lattice.ys.at(-1)];
  const inside = words.filter(
    (word) =>
      centerOf(word) > left && centerOf(word) < right && middleOf(word) > top && middleOf(word) < bottom,
  );
  if (inside.length < 4) return undefined;
  const height = median(inside.map(heightOf));
  const rough = fill(lattice, inside);
  const refined = refine(lattice, rough, height);
  const filled = refined === undefined ? rough : fill(refined, inside);
  const ys = refined?.ys ?? lattice.ys;
  const { first, end, title } = trim(filled, ys.length - 1);
  const { rows, columns } = toRows(filled, first, end);
  if (columns < 2 || rows.length < 2) return undefined;
  const y = ys[first] ?? top;
  return {
    bbox: { x: left, y, width: right - left, height: (ys[end] ?? bottom) - y },
    rows,
    headerRows: 1,
    ...(title === '' ? {} : { caption: title }),
    confidence: 0.9,
  };
}
