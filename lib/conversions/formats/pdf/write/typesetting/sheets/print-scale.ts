import type { CellRange, PrintedSheet } from '../../../../../document/printed-sheet.ts';
import type { Axis } from './axis.ts';
import { pageSpans, type Span } from './page-spans.ts';

/** The columns and the rows of the pages of an area. */
export interface PageGrid {
  /** 1 for 100 %. */
  readonly scale: number;
  readonly columns: readonly Span[];
  readonly rows: readonly Span[];
}

/** A width and a height in points. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

const MIN_PERCENT = 10;
const MAX_PERCENT = 100;

/** Splits an area into pages at the sheet's scale, or at the largest one that fits it on the requested number of pages. */
export function pageGrid(
  sheet: PrintedSheet,
  area: CellRange,
  columns: Axis,
  rows: Axis,
  { width, height }: Room,
): PageGrid {
  const { fit } = sheet;
  // A dimension that is fitted ignores manual breaks.
  const ofColumns = fit?.wide === undefined ? sheet.columns : { ...sheet.columns, breaks: [] };
  const ofRows = fit?.high === undefined ? sheet.rows : { ...sheet.rows, breaks: [] };
  const gridAt = (scale: number): PageGrid => ({
    scale,
    columns: pageSpans(columns, { first: area.firstColumn, last: area.lastColumn }, width / scale, ofColumns),
    rows: pageSpans(rows, { first: area.firstRow, last: area.lastRow }, height / scale, ofRows),
  });
  if (fit === undefined) return gridAt(sheet.scale);
  const fits = (grid: PageGrid): boolean =>
    grid.columns.length <= (fit.wide ?? Number.POSITIVE_INFINITY) &&
    grid.rows.length <= (fit.high ?? Number.POSITIVE_INFINITY);
  let low = MIN_PERCENT;
  let high = MAX_PERCENT;
  let best = gridAt(high / 100);
  if (fits(best)) return best;
  best = gridAt(low / 100);
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    const grid = gridAt(middle / 100);
    if (fits(grid)) {
      low = middle;
      best = grid;
    } else high = middle;
  }
  return best;
}
