import { ConversionError } from '../../../../../../errors.ts';
import type { CellRange, PrintedSheet } from '../../../../../document/printed-sheet.ts';
import type { LayoutContext } from '../layout-context.ts';
import type { BlockData, PaneData } from '../typst-data.ts';
import { createAxis } from './axis.ts';
import { cellBoxes, isVisibleStyle } from './cell-boxes.ts';
import { type CellFont, cellFont } from './cell-font.ts';
import { type CellText, cellTexts } from './cell-texts.ts';
import { besideEdge } from './joined-boxes.ts';
import { repeatedSize, type Span } from './page-spans.ts';
import { addEdge, addFill, addText, type OpenPane, type PaneStyle } from './pane-content.ts';
import { createPanes, stretchOf } from './panes.ts';
import { pageGrid } from './print-scale.ts';
import { type SheetRow, sheetRows } from './sheet-rows.ts';

/** Most cells with text or a visible style in one PDF. */
export const MAX_PRINTED_CELLS = 200_000;
const LAST_COLUMN = 16_383;

type Pages = Extract<BlockData, { readonly k: 'sheet' }>;

function tooManyCells(): ConversionError {
  const message = `The sheets have more than ${MAX_PRINTED_CELLS} cells to print, the limit for one PDF. Select one sheet, set a print area, or convert to xlsx or csv.`;
  return new ConversionError('too_complex', message);
}

/** The rows with what is in an area. */
function rowsInside(rows: readonly SheetRow[], area: CellRange): SheetRow[] {
  return rows
    .filter(({ row }) => row >= area.firstRow && row <= area.lastRow)
    .map(({ row, cells, styles }) => ({
      row,
      cells: cells.filter(({ column }) => column >= area.firstColumn && column <= area.lastColumn),
      styles: styles.filter(({ first, last }) => last >= area.firstColumn && first <= area.lastColumn),
    }));
}

/** The range from the first cell to the last one that shows something; undefined if none does. */
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

/** Whether a pane shows no text and no line; such a page is not printed, even if cells have a fill. */
const isBlank = ({ data }: OpenPane): boolean =>
  data.cells.length + data.cut.length + data.lines.length === 0;

/** Adds the pages of an area to those of a sheet. */
function printArea(
  sheet: PrintedSheet,
  all: readonly SheetRow[],
  area: CellRange,
  context: LayoutContext,
  pages: Pages,
): void {
  const columns = createAxis(sheet.columns);
  const rows = createAxis(sheet.rows);
  const inside = rowsInside(all, area);
  countCells(sheet, inside, area, context);
  const grid = pageGrid(sheet, area, columns, rows, context);
  const { scale } = grid;
  const fonts = new Map<number, CellFont>();
  const fontAt = (index: number, factor: number): CellFont => {
    const font = fonts.get(index) ?? cellFont(sheet.cellStyles[index] ?? {}, factor, context);
    fonts.set(index, font);
    return font;
  };
  const texts = cellTexts(sheet, inside, area.lastColumn, {
    columns,
    rows,
    fontOf: (index) => fontAt(index, 1),
  });
  fonts.clear();
  const style: PaneStyle = {
    scale,
    styles: sheet.cellStyles,
    fontOf: (index) => fontAt(index, scale),
    context,
  };
  const { fills, edges } = cellBoxes(sheet, inside, area.lastColumn, columns, rows);

  const panesOf = (columnSpans: readonly Span[], rowSpans: readonly Span[]) => {
    const panes = createPanes(
      columnSpans.map((span) => stretchOf(columns, span)),
      rowSpans.map((span) => stretchOf(rows, span)),
      scale,
    );
    for (const fill of fills) panes.visit(fill, (pane) => addFill(pane, fill, style));
    for (const text of texts) panes.visit(text, (pane) => addText(pane, text, style));
    for (const edge of edges) panes.visit(besideEdge(edge), (pane) => addEdge(pane, edge, style));
    return panes;
  };
  const { repeated: headRows } = sheet.rows;
  const { repeated: headColumns } = sheet.columns;
  const body = panesOf(grid.columns, grid.rows);
  const above = headRows === undefined ? undefined : panesOf(grid.columns, [headRows]);
  const beside = headColumns === undefined ? undefined : panesOf([headColumns], grid.rows);
  const corner =
    headRows === undefined || headColumns === undefined ? undefined : panesOf([headColumns], [headRows]);
  const indexes = new Map<PaneData, number>();
  const indexOf = ({ data }: OpenPane): number => {
    const index = indexes.get(data) ?? pages.panes.length;
    if (index === pages.panes.length) {
      indexes.set(data, index);
      pages.panes.push(data);
    }
    return index;
  };
  const printPage = (row: number, column: number): void => {
    const main = body.paneAt(row, column);
    if (isBlank(main)) return;
    const firstRow = grid.rows[row]?.first ?? 0;
    const firstColumn = grid.columns[column]?.first ?? 0;
    const top = repeatedSize(rows, headRows, firstRow) * scale;
    const left = repeatedSize(columns, headColumns, firstColumn) * scale;
    const dx = sheet.centered?.horizontal ? Math.max(0, (context.width - left - main.data.w) / 2) : 0;
    const dy = sheet.centered?.vertical ? Math.max(0, (context.height - top - main.data.h) / 2) : 0;
    const parts: [number, number, number][] = [[indexOf(main), dx + left, dy + top]];
    if (top > 0 && above?.has(0, column)) parts.push([indexOf(above.paneAt(0, column)), dx + left, dy]);
    if (left > 0 && beside?.has(row, 0)) parts.push([indexOf(beside.paneAt(row, 0)), dx, dy + top]);
    if (top > 0 && left > 0 && corner?.has(0, 0)) parts.push([indexOf(corner.paneAt(0, 0)), dx, dy]);
    pages.pages.push(parts);
  };
  const places = body.places();
  const inOrder = sheet.overThenDown
    ? places.toSorted((one, other) => one.row - other.row || one.column - other.column)
    : places.toSorted((one, other) => one.column - other.column || one.row - other.row);
  for (const { row, column } of inOrder) printPage(row, column);
}

/** Converts a sheet to the data of its pages. Throws ConversionError `too_complex` if it has too many cells. */
export function sheetData(sheet: PrintedSheet, context: LayoutContext): BlockData[] {
  const columns = createAxis(sheet.columns);
  const rows = createAxis(sheet.rows);
  const all = sheetRows(sheet, (row) => rows.size(row) > 0);
  const pages: Pages = { k: 'sheet', panes: [], pages: [] };
  const areas = sheet.areas ?? [];
  if (areas.length === 0) {
    const fonts = new Map<number, CellFont>();
    const fontOf = (index: number): CellFont => {
      const font = fonts.get(index) ?? cellFont(sheet.cellStyles[index] ?? {}, 1, context);
      fonts.set(index, font);
      return font;
    };
    const texts = cellTexts(sheet, all, LAST_COLUMN, { columns, rows, fontOf });
    const area = usedArea(sheet, all, texts);
    if (area !== undefined) printArea(sheet, all, area, context, pages);
  }
  for (const area of areas) printArea(sheet, all, area, context, pages);
  return pages.pages.length === 0 ? [] : [pages];
}
