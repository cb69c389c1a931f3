import type { DocumentInfo } from '../document/document.ts';
import type { Format } from '../formats.ts';

/**
 * A cell's value; an error such as `#DIV/0!` is its text. A date is in UTC and means the day and time as shown, without a
 * zone; one before the year 1900 is a time of day alone, which spreadsheets have as a day's fraction.
 */
export type CellValue = string | number | boolean | Date | null;

/** How numbers are shown: a code as in ECMA-376 18.8.30, and what a number means that has it. */
export interface NumberFormat {
  readonly code: string;
  readonly kind: 'number' | 'date' | 'time' | 'date_time' | 'duration';
}

/** Cells that are shown as one; rows and columns count from 0, the last ones are inside. */
export interface MergedCells {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** One sheet. */
export interface Sheet {
  readonly name: string;
  /** Rows may be of different lengths; what is missing at the end is empty. Empty rows may be one and the same array. */
  readonly rows: readonly (readonly CellValue[])[];
  /**
   * Number formats of each row's cells, as indexes into the workbook's `numberFormats`: a missing row or cell and 0 mean
   * none. Rows that are formatted alike share one array. Left out where no cell has a format.
   */
  readonly formats?: readonly (readonly number[] | undefined)[] | undefined;
  readonly merged?: readonly MergedCells[] | undefined;
  readonly hidden?: true | undefined;
}

/** Tables of values: what every reader of sheets makes and every writer of sheets takes. Formulas are their results. */
export interface Workbook {
  readonly hub: 'workbook';
  /** The format it was read from. */
  readonly fileType: Format;
  readonly info: DocumentInfo;
  readonly sheets: readonly Sheet[];
  /** The first one is General: no format. Left out where no sheet has formats. */
  readonly numberFormats?: readonly NumberFormat[] | undefined;
}

/** The format of a cell; undefined where it has none. */
export function formatOf(
  workbook: Workbook,
  sheet: Sheet,
  row: number,
  column: number,
): NumberFormat | undefined {
  const index = sheet.formats?.[row]?.[column] ?? 0;
  return index === 0 ? undefined : workbook.numberFormats?.[index];
}

/** Cells of the longest row. */
export function columnCount(sheet: Sheet): number {
  return sheet.rows.reduce((most, row) => Math.max(most, row.length), 0);
}

/** A workbook as it was read, and what is to be told about it. */
export interface ReadWorkbook {
  readonly workbook: Workbook;
  readonly warnings: readonly string[];
}
