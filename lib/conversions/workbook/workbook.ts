import type { Comment, Furniture } from '../document/document-model.ts';
import type { TreeBlock, TreeImage } from '../document/document-tree.ts';
import type { DocumentInfo } from '../document/result-schemas.ts';
import type { Format } from '../formats.ts';
import type { CellRange } from './cell-names.ts';

/**
 * A cell's value; an error such as `#DIV/0!` is its text. A date is in UTC and represents the displayed day and time,
 * without a time zone. A date before 1900 is a time of day, which spreadsheets store as a fraction of a day.
 */
export type CellValue = string | number | boolean | Date | null;

/** A number format: its code (ECMA-376 18.8.30) and the kind of value that it displays. */
export interface NumberFormat {
  readonly code: string;
  readonly kind: 'number' | 'date' | 'time' | 'date_time' | 'duration';
}

export type { CellRange };

/** A merged range; rows and columns count from 0, ends are inclusive. */
export type MergedCells = CellRange;

/** Rows or columns one after the other, from 0, ends inclusive. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A link of a cell: a safe address, or `#` and a place in the workbook, such as `#Sheet2!A1`. */
export interface CellLink {
  readonly row: number;
  readonly column: number;
  readonly href: string;
}

export interface Sheet {
  readonly name: string;
  /** Rows may differ in length; missing cells at the end are empty. Empty rows may share one array. */
  readonly rows: readonly (readonly CellValue[])[];
  /**
   * Number formats of each row's cells, as indexes into the workbook's `numberFormats`. A missing row or cell and 0
   * mean no format. Rows with equal formats share one array. Undefined if no cell has a format.
   */
  readonly formats?: readonly (readonly number[] | undefined)[] | undefined;
  readonly merged?: readonly MergedCells[] | undefined;
  readonly hidden?: true | undefined;
  /** Rows that the program hides, those that a filter leaves out among them. */
  readonly hiddenRows?: readonly Span[] | undefined;
  readonly hiddenColumns?: readonly Span[] | undefined;
  /** The rows and columns of the file, from 0, that `rows` has, if hidden ones were left out. */
  readonly rowNumbers?: readonly number[] | undefined;
  readonly columnNumbers?: readonly number[] | undefined;
  readonly links?: readonly CellLink[] | undefined;
  /** What lies over its cells: text boxes, pictures, charts and diagrams. Readers add it only if the target shows it. */
  readonly drawn?: readonly TreeBlock[] | undefined;
  readonly comments?: readonly Comment[] | undefined;
  /** Its headers and footers when it is printed. Readers add it only if the target shows drawings. */
  readonly furniture?: readonly Furniture[] | undefined;
}

/**
 * Tables of values, produced by all sheet readers and consumed by all sheet writers. Formulas are stored as results.
 */
export interface Workbook {
  readonly hub: 'workbook';
  /** The source format. */
  readonly format: Format;
  readonly metadata: DocumentInfo;
  readonly sheets: readonly Sheet[];
  /** The first one is General: no format. Undefined if no sheet has formats. */
  readonly numberFormats?: readonly NumberFormat[] | undefined;
  /** The images that `drawn` refers to. */
  readonly images?: readonly TreeImage[] | undefined;
}

/** Returns a cell's format; undefined if it has none. */
export function formatOf(
  workbook: Workbook,
  sheet: Sheet,
  row: number,
  column: number,
): NumberFormat | undefined {
  const index = sheet.formats?.[row]?.[column] ?? 0;
  return index === 0 ? undefined : workbook.numberFormats?.[index];
}

/** Number of cells in the longest row. */
export function columnCount(sheet: Sheet): number {
  return sheet.rows.reduce((most, row) => Math.max(most, row.length), 0);
}

/** A workbook and the warnings from reading it. */
export interface ReadWorkbook {
  readonly workbook: Workbook;
  readonly warnings: readonly string[];
}
