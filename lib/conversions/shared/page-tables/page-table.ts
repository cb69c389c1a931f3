import type { Box } from '../geometry/box.ts';
import type { Drawing } from '../page-layout/drawing.ts';
import type { TextRun } from '../page-layout/text-run.ts';

/** What the tables of a page are found in. */
export interface TablePage {
  readonly width: number;
  readonly height: number;
  /** The text of the page, in the order of its file; texts with `turns` where they are on the page. */
  readonly runs: readonly TextRun[];
  readonly drawings: readonly Drawing[];
  /** Areas that may be tables. */
  readonly proposals: readonly Box[];
}

/** A cell of a table on a page. */
export interface PageCell {
  /** The cell's lines, joined by spaces. */
  readonly text: string;
  /** Around its text; undefined if it has none. */
  readonly box?: Box | undefined;
  /** Default: 1. Spanned positions have no cells in the rows. */
  readonly columnSpan?: number | undefined;
  readonly rowSpan?: number | undefined;
}

/** A table of a page. */
export interface PageTable {
  /** The area of the table. All text in it is in the rows or the caption. */
  readonly bbox: Box;
  readonly rows: readonly (readonly PageCell[])[];
  /** Number of header rows. */
  readonly headerRows: number;
  /** A title inside the table's frame. */
  readonly caption?: string | undefined;
}
