import { ConversionError } from '../errors.ts';
import type { TreeCell } from './document-tree.ts';

/** A grid slot and the cell that covers it. */
export interface GridSlot {
  readonly cell: TreeCell;
  /** First row of the cell. */
  readonly row: number;
  readonly column: number;
  /** Columns covered: at least 1, never beyond the table. */
  readonly columnSpan: number;
  readonly rowSpan: number;
}

// A slot is a pointer of 8 bytes, and a tiny file can declare spans of millions.
const MAX_SLOTS = 2_000_000;

const spanOf = (span: number | undefined): number =>
  span !== undefined && span > 1 ? Math.floor(Math.min(span, MAX_SLOTS)) : 1;

function tooManySlots(): ConversionError {
  return new ConversionError(
    'too_complex',
    `A table has more than ${MAX_SLOTS} cells, counting those that merged cells cover. Split the table.`,
  );
}

/**
 * Lays out a table as a grid: rows of equal length whose slots contain the covering cell, or undefined. Overlapping
 * cells move to the right, as in HTML (WHATWG HTML 4.9.12). Throws ConversionError `too_complex`.
 */
export function tableGrid(rows: readonly (readonly TreeCell[])[]): (GridSlot | undefined)[][] {
  const grid: (GridSlot | undefined)[][] = rows.map(() => []);
  let slots = 0;
  for (const [row, cells] of rows.entries()) {
    const line = grid[row] ?? [];
    let column = 0;
    for (const cell of cells) {
      while (line[column] !== undefined) column += 1;
      const columnSpan = typeof cell === 'string' ? 1 : spanOf(cell.column_span);
      const rowSpan = typeof cell === 'string' ? 1 : Math.min(spanOf(cell.row_span), rows.length - row);
      slots += columnSpan * rowSpan;
      if (slots > MAX_SLOTS) throw tooManySlots();
      const slot = { cell, row, column, columnSpan, rowSpan };
      for (let down = 0; down < rowSpan; down += 1) {
        const covered = grid[row + down];
        if (covered === undefined) break;
        // Earlier cells retain their slots.
        for (let right = column; right < column + columnSpan; right += 1) covered[right] ??= slot;
      }
      column += columnSpan;
    }
  }
  const width = grid.reduce((widest, line) => Math.max(widest, line.length), 0);
  if (width * grid.length > MAX_SLOTS) throw tooManySlots();
  return grid.map((line) => Array.from({ length: width }, (_, column) => line[column]));
}

/** The column in which each cell begins, row by row. */
export const cellColumns = (rows: readonly (readonly TreeCell[])[]): number[][] =>
  tableGrid(rows).map((line, row) =>
    line.flatMap((slot, column) => (slot !== undefined && isOrigin(slot, row, column) ? [column] : [])),
  );

/** Whether a slot is the first of its cell. */
export const isOrigin = (slot: GridSlot, row: number, column: number): boolean =>
  slot.row === row && slot.column === column;

// Repeat a heading over several columns, but not a paragraph across a form.
const REPEATED_CHARACTERS = 80;

/**
 * Returns a table's text, in rows of equal length. The text of a merged cell is in its first slot and, with
 * `repeatsMerged`, in every slot it covers, so that each row makes sense alone. Long text, and text across the whole
 * row, is not repeated.
 */
export function tableTexts(
  rows: readonly (readonly TreeCell[])[],
  textOf: (cell: TreeCell) => string,
  repeatsMerged: boolean,
): string[][] {
  const texts = new Map<GridSlot, string>();
  return tableGrid(rows).map((line, row) =>
    line.map((slot, column) => {
      if (slot === undefined) return '';
      const text = texts.get(slot) ?? textOf(slot.cell);
      texts.set(slot, text);
      const repeats = repeatsMerged && text.length <= REPEATED_CHARACTERS && slot.columnSpan < line.length;
      return repeats || isOrigin(slot, row, column) ? text : '';
    }),
  );
}
