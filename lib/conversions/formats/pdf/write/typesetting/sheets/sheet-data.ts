import { ConversionError } from '../../../../../../errors.ts';
import type { CellRange, PrintedSheet } from '../../../../../document/printed-sheet.ts';
import type { LayoutContext } from '../layout-context.ts';
import type { BlockData } from '../typst-data.ts';
import { createAxis } from './axis.ts';
import { isVisibleStyle } from './cell-boxes.ts';
import { cellFonts } from './cell-font.ts';
import { type CellText, cellTexts } from './cell-texts.ts';
import { createPages, printArea, type SheetAxes } from './print-area.ts';
import { type SheetRow, sheetRows } from './sheet-rows.ts';

/** Maximum number of cells with text or a visible style in one PDF. */
export const MAX_PRINTED_CELLS = 200_000;
const LAST_COLUMN = 16_383;

function tooManyCells(): ConversionError {
  const message = `The sheets have more than ${MAX_PRINTED_CELLS} cells to print, the limit for one PDF. Select one sheet, set a print area, or convert to xlsx or csv.`;
  return new ConversionError('too_complex', message);
}

/** The rows of an area, with only the cells and styles inside it. */
function rowsInside(rows: readonly SheetRow[], area: CellRange): SheetRow[] {
  return rows
    .filter(({ row }) => row >= area.firstRow && row <= area.lastRow)
    .map(({ row, cells, styles }) => ({
      row,
      cells: cells.filter(({ column }) => column >= area.firstColumn && column <= area.lastColumn),
      styles: styles.filter(({ first, last }) => last >= area.firstColumn && first <= area.lastColumn),
    }));
}

/** The range from A1 to the last visible row and column. Undefined if the sheet shows nothing. */
function usedArea(
  sheet: PrintedSheet,
  rows: readonly SheetRow[],
  texts: readonly CellText[],
): CellRange | undefined {
  let lastRow = -1;
  let lastColumn = -1;
  for (const text of texts) {
    lastRow = Math.max(lastRow, text.lastRow);
    lastColumn = Math.max(lastColumn, text.lastColumn);
  }
  for (const { row, styles } of rows) {
    for (const { last, style } of styles) {
      if (!isVisibleStyle(sheet.cellStyles[style] ?? {})) continue;
      lastRow = Math.max(lastRow, row);
      lastColumn = Math.max(lastColumn, last);
    }
  }
  return lastRow < 0 ? undefined : { firstRow: 0, firstColumn: 0, lastRow, lastColumn };
}

function countCells(
  sheet: PrintedSheet,
  rows: readonly SheetRow[],
  area: CellRange,
  context: LayoutContext,
): void {
  for (const { cells, styles } of rows) {
    context.seen.printed += cells.length;
    for (const { first, last, style } of styles)
      if (isVisibleStyle(sheet.cellStyles[style] ?? {}))
        context.seen.printed += Math.min(last, area.lastColumn) - Math.max(first, area.firstColumn) + 1;
    if (context.seen.printed > MAX_PRINTED_CELLS) throw tooManyCells();
  }
}

/** The print areas of a sheet. Without any, its used area. */
function printedAreas(
  sheet: PrintedSheet,
  rows: readonly SheetRow[],
  axes: SheetAxes,
  context: LayoutContext,
): readonly CellRange[] {
  const { areas = [] } = sheet;
  if (areas.length > 0) return areas;
  const fontOf = cellFonts(sheet.cellStyles, 1, context);
  const used = usedArea(sheet, rows, cellTexts(sheet, rows, LAST_COLUMN, { ...axes, fontOf }));
  return used === undefined ? [] : [used];
}

/** Converts a sheet to the data of its pages. Throws ConversionError `too_complex` if it has too many cells. */
export function sheetData(sheet: PrintedSheet, context: LayoutContext): BlockData[] {
  const axes: SheetAxes = { columns: createAxis(sheet.columns), rows: createAxis(sheet.rows) };
  const rows = sheetRows(sheet, (row) => axes.rows.size(row) > 0);
  const pages = createPages();
  for (const area of printedAreas(sheet, rows, axes, context)) {
    const inside = rowsInside(rows, area);
    countCells(sheet, inside, area, context);
    printArea(sheet, inside, area, axes, context, pages);
  }
  return pages.data.pages.length === 0 ? [] : [pages.data];
}
