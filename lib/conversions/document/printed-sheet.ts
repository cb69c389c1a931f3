import type { Borders } from './page-layout.ts';

/**
 * How a spreadsheet program prints a sheet. Rows and columns count from 0, ends are inclusive, lengths are in points and
 * colours are `#rrggbb`.
 */

/** How a cell looks; undefined properties have the default of spreadsheet programs. */
export interface SheetCellStyle {
  readonly font?: string | undefined;
  readonly size?: number | undefined;
  readonly colour?: string | undefined;
  readonly bold?: true | undefined;
  readonly italic?: true | undefined;
  readonly underline?: true | undefined;
  readonly strike?: true | undefined;
  readonly fill?: string | undefined;
  readonly borders?: Borders | undefined;
  /** Default: numbers right, text left. */
  readonly align?: 'left' | 'center' | 'right' | 'justify' | undefined;
  /** Default: bottom. */
  readonly verticalAlign?: 'top' | 'middle' | 'bottom' | undefined;
  readonly wrap?: true | undefined;
  /** Distance of the text from the side that it is aligned with. */
  readonly indent?: number | undefined;
}

/** A range of cells. */
export interface CellRange {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** Neighbouring columns or rows of one size. */
export interface SizedRange {
  readonly first: number;
  readonly last: number;
  /** 0 if they are hidden. */
  readonly size: number;
}

/** The columns or the rows of a sheet. */
export interface SheetAxis {
  readonly defaultSize: number;
  /** In order, without overlaps. The others have the default size. */
  readonly ranges: readonly SizedRange[];
  /** Columns or rows that start a page. */
  readonly breaks: readonly number[];
  /** Printed again on each page that follows them. */
  readonly repeated?: { readonly first: number; readonly last: number } | undefined;
}

/** Neighbouring cells of a row with one style. */
export interface StyleRun {
  readonly first: number;
  readonly last: number;
  /** Index into the styles of the workbook. */
  readonly style: number;
}

/** The print settings and the layout of a sheet. */
export interface SheetLayout {
  readonly columns: SheetAxis;
  readonly rows: SheetAxis;
  /** Styles of the cells in each row, by column; other cells have style 0. */
  readonly styles: ReadonlyMap<number, readonly StyleRun[]>;
  /** Ranges to print, each on its own pages. Default: from the first cell to the last one with content. */
  readonly areas?: readonly CellRange[] | undefined;
  /** 1 for 100 %. */
  readonly scale: number;
  /** Reduces the scale so that the sheet is at most this many pages wide and high; undefined for any number. */
  readonly fit?: { readonly wide?: number | undefined; readonly high?: number | undefined } | undefined;
  /** Whether pages follow each other from left to right instead of from top to bottom. */
  readonly overThenDown?: true | undefined;
  readonly gridLines?: true | undefined;
  readonly centered?: { readonly horizontal: boolean; readonly vertical: boolean } | undefined;
}

/** A cell with text. */
export interface PrintedCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** Whether its value is a number or a date: it is aligned right and never shown in part. */
  readonly isNumber?: true | undefined;
  /** The number in a cell without a number format, which is rounded to the width of its column. */
  readonly general?: number | undefined;
}

/** A sheet to print. */
export interface PrintedSheet extends SheetLayout {
  readonly name: string;
  /** By row and column. */
  readonly cells: readonly PrintedCell[];
  readonly merged: readonly CellRange[];
  readonly cellStyles: readonly SheetCellStyle[];
}
