import type { CellRange, PrintedSheet } from '../../../../../document/printed-sheet.ts';
import type { LayoutContext } from '../layout-context.ts';
import type { BlockData, PaneData } from '../typst-data.ts';
import type { Axis } from './axis.ts';
import { cellBoxes } from './cell-boxes.ts';
import { cellFonts } from './cell-font.ts';
import { cellTexts } from './cell-texts.ts';
import { besideEdge } from './joined-boxes.ts';
import { repeatedSize, type Span } from './page-spans.ts';
import { addEdge, addFill, addText, type OpenPane, type PaneStyle } from './pane-content.ts';
import { createPanes, stretchOf } from './panes.ts';
import { type PageGrid, pageGrid } from './print-scale.ts';
import type { SheetRow } from './sheet-rows.ts';

type Panes = ReturnType<typeof createPanes>;
type SheetPages = Extract<BlockData, { readonly k: 'sheet' }>;

/** The positions of a sheet's columns and rows. */
export interface SheetAxes {
  readonly columns: Axis;
  readonly rows: Axis;
}

/** The panes of an area's pages: the cells of each page, and the repeated rows and columns beside them. */
interface AreaPanes {
  readonly body: Panes;
  readonly above: Panes | undefined;
  readonly beside: Panes | undefined;
  readonly corner: Panes | undefined;
}

/** Collects the pages of a sheet. A pane that several pages show is stored once. */
export function createPages() {
  const data: SheetPages = { k: 'sheet', panes: [], pages: [] };
  const indexes = new Map<PaneData, number>();
  const indexOf = (pane: PaneData): number => {
    const index = indexes.get(pane) ?? data.panes.length;
    if (index === data.panes.length) {
      indexes.set(pane, index);
      data.panes.push(pane);
    }
    return index;
  };
  return {
    data,
    add: (panes: readonly (readonly [pane: OpenPane, x: number, y: number])[]): void => {
      data.pages.push(panes.map(([pane, x, y]) => [indexOf(pane.data), x, y] as const));
    },
  };
}

type Pages = ReturnType<typeof createPages>;

/** Whether a pane shows no text and no line. Such a page is not printed, even if cells have a fill. */
const isBlank = ({ data }: OpenPane): boolean =>
  data.cells.length + data.cut.length + data.lines.length === 0;

function areaPanes(
  sheet: PrintedSheet,
  inside: readonly SheetRow[],
  area: CellRange,
  { columns, rows }: SheetAxes,
  grid: PageGrid,
  context: LayoutContext,
): AreaPanes {
  const { scale } = grid;
  const styles = sheet.cellStyles;
  const texts = cellTexts(sheet, inside, area.lastColumn, {
    columns,
    rows,
    fontOf: cellFonts(styles, 1, context),
  });
  const { fills, edges } = cellBoxes(sheet, inside, area.lastColumn, columns, rows);
  const style: PaneStyle = { scale, styles, fontOf: cellFonts(styles, scale, context), context };

  const panesOf = (columnSpans: readonly Span[], rowSpans: readonly Span[]): Panes => {
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
  return {
    body: panesOf(grid.columns, grid.rows),
    above: headRows && panesOf(grid.columns, [headRows]),
    beside: headColumns && panesOf([headColumns], grid.rows),
    corner: headRows && headColumns && panesOf([headColumns], [headRows]),
  };
}

/** Adds the pages of an area to those of its sheet. `inside` are the area's rows. */
export function printArea(
  sheet: PrintedSheet,
  inside: readonly SheetRow[],
  area: CellRange,
  axes: SheetAxes,
  context: LayoutContext,
  pages: Pages,
): void {
  const grid = pageGrid(sheet, area, axes.columns, axes.rows, context);
  const { body, above, beside, corner } = areaPanes(sheet, inside, area, axes, grid, context);
  const printPage = (row: number, column: number): void => {
    const main = body.paneAt(row, column);
    if (isBlank(main)) return;
    const firstRow = grid.rows[row]?.first ?? 0;
    const firstColumn = grid.columns[column]?.first ?? 0;
    const top = repeatedSize(axes.rows, sheet.rows.repeated, firstRow) * grid.scale;
    const left = repeatedSize(axes.columns, sheet.columns.repeated, firstColumn) * grid.scale;
    const dx = sheet.centered?.horizontal ? Math.max(0, (context.width - left - main.data.w) / 2) : 0;
    const dy = sheet.centered?.vertical ? Math.max(0, (context.height - top - main.data.h) / 2) : 0;
    const shown: [OpenPane, number, number][] = [[main, dx + left, dy + top]];
    if (top > 0 && above?.has(0, column)) shown.push([above.paneAt(0, column), dx + left, dy]);
    if (left > 0 && beside?.has(row, 0)) shown.push([beside.paneAt(row, 0), dx, dy + top]);
    if (top > 0 && left > 0 && corner?.has(0, 0)) shown.push([corner.paneAt(0, 0), dx, dy]);
    pages.add(shown);
  };
  const places = body.places();
  const inOrder = sheet.overThenDown
    ? places.toSorted((one, other) => one.row - other.row || one.column - other.column)
    : places.toSorted((one, other) => one.column - other.column || one.row - other.row);
  for (const { row, column } of inOrder) printPage(row, column);
}
