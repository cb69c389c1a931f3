import { maxOf, minOf } from '../../../base/arrays.ts';
import { median } from '../../../base/median.ts';
import type { Box } from '../../../shared/geometry/box.ts';

/** A cell of a tagged table. */
export interface GridCell {
  readonly columnSpan: number;
  readonly rowSpan: number;
  /** Around its text on the first page that it is on; undefined if it has none. */
  readonly box?: Box | undefined;
}

/** A cell and its column. */
interface Placed<Cell> {
  readonly cell: Cell;
  readonly column: number;
}

// Maximum columns of a table, and maximum cells with those that spans cover; tables whose spans are larger lose their spans.
const MAX_COLUMNS = 1000;
const MAX_SLOTS = 500_000;
// Maximum distance between the texts of one column, in points, beyond their own edges.
const NEAR = 1;

/** The columns of a row that cells of rows above it cover, up to the row in which they end. */
type Covered = number[];

/** Places the cells of a row one after another, as in HTML. */
function placeInOrder<Cell extends GridCell>(
  row: readonly Cell[],
  at: number,
  covered: Covered,
): Placed<Cell>[] {
  let column = 0;
  return row.map((cell) => {
    while ((covered[column] ?? 0) > at) column += 1;
    const placed = { cell, column };
    column += cell.columnSpan;
    return placed;
  });
}

const widthOf = (row: readonly Placed<GridCell>[], at: number, covered: Covered): number => {
  const last = row.at(-1);
  let width = last === undefined ? 0 : last.column + last.cell.columnSpan;
  while ((covered[width] ?? 0) > at) width += 1;
  return width;
};

function cover(row: readonly Placed<GridCell>[], at: number, covered: Covered): void {
  for (const { cell, column } of row)
    for (let each = column; each < column + cell.columnSpan; each += 1) covered[each] = at + cell.rowSpan;
}

/** Returns the boundaries between columns, from the texts in rows that have all cells. Undefined if two columns overlap. */
function boundariesOf(rows: readonly (readonly Placed<GridCell>[])[], columns: number): number[] | undefined {
  const lefts: number[][] = Array.from({ length: columns }, () => []);
  const rights: number[][] = Array.from({ length: columns }, () => []);
  for (const { cell, column } of rows.flat()) {
    const { box } = cell;
    if (box === undefined || cell.columnSpan > 1) continue;
    lefts[column]?.push(box.x);
    rights[column]?.push(box.x + box.width);
  }
  const boundaries: number[] = [];
  for (let column = 1; column < columns; column += 1) {
    const [before, after] = [rights[column - 1] ?? [], lefts[column] ?? []];
    if (before.length === 0 || after.length === 0) return undefined;
    const [end, start] = [maxOf(before), minOf(after)];
    boundaries.push(end <= start + NEAR ? (end + start) / 2 : (median(before) + median(after)) / 2);
  }
  return boundaries.every((each, at) => at === 0 || each > (boundaries[at - 1] ?? 0))
    ? boundaries
    : undefined;
}

/** Places the cells of a row that lacks some by where their texts are. Undefined if two would be in one column. */
function placeByText<Cell extends GridCell>(
  row: readonly Cell[],
  at: number,
  covered: Covered,
  boundaries: readonly number[],
): Placed<Cell>[] | undefined {
  let next = 0;
  const placed: Placed<Cell>[] = [];
  for (const [index, cell] of row.entries()) {
    const { box } = cell;
    while ((covered[next] ?? 0) > at) next += 1;
    let column = next;
    if (box !== undefined) {
      const middle = box.x + box.width / 2;
      const found = boundaries.findIndex((boundary) => middle < boundary);
      column = Math.max(
        0,
        (found === -1 ? boundaries.length : found) - Math.floor((cell.columnSpan - 1) / 2),
      );
    }
    // The cells that follow need columns too.
    if (column < next || column > boundaries.length + 1 - (row.length - index)) return undefined;
    placed.push({ cell, column });
    next = column + cell.columnSpan;
  }
  return placed;
}

const withoutSpans = <Cell extends GridCell>(rows: readonly (readonly Cell[])[]): Cell[][] =>
  rows.map((row) => row.map((cell) => ({ ...cell, columnSpan: 1, rowSpan: 1 })));

function areTooLarge(rows: readonly (readonly GridCell[])[]): boolean {
  let slots = 0;
  for (const [at, row] of rows.entries()) {
    let width = 0;
    for (const { columnSpan, rowSpan } of row) {
      width += columnSpan;
      slots += columnSpan * Math.min(rowSpan, rows.length - at);
    }
    if (width > MAX_COLUMNS || slots > MAX_SLOTS) return true;
  }
  return false;
}

/**
 * Adds the cells that rows lack: Chromium and Excel do not tag empty ones. The cells of such a row are placed by where their texts
 * are, below those of the rows that have all cells.
 */
export function completeRows<Cell extends GridCell>(
  tagged: readonly (readonly Cell[])[],
  empty: Cell,
): Cell[][] {
  const rows = areTooLarge(tagged) ? withoutSpans(tagged) : tagged.map((row) => [...row]);
  const ordered: Placed<Cell>[][] = [];
  const widths: number[] = [];
  const covered: Covered = [];
  for (const [at, row] of rows.entries()) {
    const own = row.map((cell) => ({ ...cell, rowSpan: Math.min(cell.rowSpan, rows.length - at) }));
    const placed = placeInOrder(own, at, covered);
    widths.push(widthOf(placed, at, covered));
    cover(placed, at, covered);
    ordered.push(placed);
  }
  const columns = maxOf(widths, 0);
  if (widths.every((width) => width === columns)) return ordered.map((row) => row.map(({ cell }) => cell));
  const boundaries = boundariesOf(
    ordered.filter((_, at) => widths[at] === columns),
    columns,
  );
  const filled: Covered = [];
  return ordered.map((row, at) => {
    const cells = row.map(({ cell }) => cell);
    const placed =
      boundaries === undefined || widths[at] === columns
        ? placeInOrder(cells, at, filled)
        : (placeByText(cells, at, filled, boundaries) ?? placeInOrder(cells, at, filled));
    const complete: Cell[] = [];
    let column = 0;
    const fillTo = (end: number): void => {
      for (; column < end; column += 1) if ((filled[column] ?? 0) <= at) complete.push(empty);
    };
    for (const each of placed) {
      fillTo(each.column);
      complete.push(each.cell);
      column = each.column + each.cell.columnSpan;
    }
    fillTo(columns);
    cover(placed, at, filled);
    return complete;
  });
}
