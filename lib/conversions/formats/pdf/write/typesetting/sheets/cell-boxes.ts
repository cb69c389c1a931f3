import type { PrintedSheet, SheetCellStyle, StyleRun } from '../../../../../document/printed-sheet.ts';
import type { Axis } from './axis.ts';
import { createEdges, createFills, type Edge, type Fill, type Rectangle } from './joined-boxes.ts';
import { createMergedAt, type MergedAt } from './merged-areas.ts';
import type { SheetRow } from './sheet-rows.ts';

/** The fills and lines of a sheet. */
export interface CellBoxes {
  readonly fills: readonly Fill[];
  readonly edges: readonly Edge[];
}

/** Whether a style is visible in an empty cell. */
export const isVisibleStyle = ({ fill, borders }: SheetCellStyle): boolean =>
  fill !== undefined || borders !== undefined;

/** The rectangle of a range of cells. */
type BoxOf = (firstRow: number, lastRow: number, firstColumn: number, lastColumn: number) => Rectangle;

const sides = ['top', 'bottom', 'left', 'right'] as const;

/** Adds the borders of a cell, but not those inside a merged range. */
function addBorders(
  { borders = {} }: SheetCellStyle,
  row: number,
  column: number,
  mergedAt: MergedAt,
  boxOf: BoxOf,
  add: (edge: Edge) => void,
): void {
  const merged = mergedAt(row, column);
  const { top, bottom, left, right } = boxOf(row, row, column, column);
  const isInner = {
    top: merged !== undefined && merged.firstRow < row,
    bottom: merged !== undefined && merged.lastRow > row,
    left: merged !== undefined && merged.firstColumn < column,
    right: merged !== undefined && merged.lastColumn > column,
  };
  const lines = {
    top: { top, bottom: top, left, right },
    bottom: { top: bottom, bottom, left, right },
    left: { top, bottom, left, right: left },
    right: { top, bottom, left: right, right },
  };
  for (const side of sides) {
    const border = borders[side];
    if (border !== undefined && !isInner[side]) add({ ...lines[side], side, border });
  }
}

/** Adds the fill of cells in a row. A merged range has the fill of its first cell. */
function addFills(
  { first, last }: StyleRun,
  colour: string,
  row: number,
  mergedAt: MergedAt,
  boxOf: BoxOf,
  add: (fill: Fill) => void,
): void {
  let from = first;
  for (let column = first; column <= last; column += 1) {
    const merged = mergedAt(row, column);
    if (merged === undefined) continue;
    if (from < column) add({ ...boxOf(row, row, from, column - 1), colour });
    from = column + 1;
    if (merged.firstRow === row && merged.firstColumn === column)
      add({ ...boxOf(row, merged.lastRow, column, merged.lastColumn), colour });
  }
  if (from <= last) add({ ...boxOf(row, row, from, last), colour });
}

/** Returns the fills and lines of the visible cells up to a column. */
export function cellBoxes(
  sheet: PrintedSheet,
  rowsWithStyles: readonly SheetRow[],
  lastColumn: number,
  columns: Axis,
  rows: Axis,
): CellBoxes {
  const mergedAt = createMergedAt(sheet.merged);
  const fills = createFills();
  const edges = createEdges();
  const boxOf: BoxOf = (firstRow, lastRow, first, last) => ({
    top: rows.offset(firstRow),
    bottom: rows.offset(lastRow + 1),
    left: columns.offset(first),
    right: columns.offset(last + 1),
  });
  for (const { row, styles } of rowsWithStyles) {
    for (const run of styles) {
      const style = sheet.cellStyles[run.style] ?? {};
      const last = Math.min(run.last, lastColumn);
      if (style.fill !== undefined) addFills({ ...run, last }, style.fill, row, mergedAt, boxOf, fills.add);
      if (style.borders === undefined) continue;
      for (let column = run.first; column <= last; column += 1)
        if (columns.size(column) > 0) addBorders(style, row, column, mergedAt, boxOf, edges.add);
    }
  }
  // Wider lines cover narrower ones.
  return {
    fills: fills.fills,
    edges: edges.edges.toSorted((one, other) => one.border.width - other.border.width),
  };
}
