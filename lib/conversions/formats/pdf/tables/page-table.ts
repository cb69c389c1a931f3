import type { Box } from '../../../shared/geometry/box.ts';
/** A cell of a table as it stands on a page. */
export interface PageCell {
  /** The cell's lines, joined by spaces. */
  readonly text: string;
  /** 1 where left out. What it spans has no cells of its own in the rows. */
  readonly columnSpan?: number | undefined;
  readonly rowSpan?: number | undefined;
}

/** A table of a page. */
export interface PageTable {
  /** What the table covers: all text in it is in the rows or the caption. */
  readonly bbox: Box;
  readonly rows: readonly (readonly PageCell[])[];
  /** How many of the rows are the head; 0 where none is. */
  readonly headerRows: number;
  /** A title that stands inside the table's frame. */
  readonly caption?: string | undefined;
}
