import type { DocumentInfo } from '../documents/document.ts';
import type { Format } from '../formats.ts';

/** A cell's value; a date is in UTC and means the day and time as shown, without a zone. */
export type CellValue = string | number | boolean | Date | null;

/** One sheet. */
export interface Sheet {
  readonly name: string;
  /** Rows may be of different lengths; what is missing at the end is empty. */
  readonly rows: readonly (readonly CellValue[])[];
}

/** Tables of values: what every reader of sheets makes and every writer of sheets takes. Formulas are their results. */
export interface Workbook {
  readonly hub: 'workbook';
  /** The format it was read from. */
  readonly fileType: Format;
  readonly info: DocumentInfo;
  readonly sheets: readonly Sheet[];
}
