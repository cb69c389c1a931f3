import type { Drawn, Placed } from './synthetic-page.ts';

/** A page as placed texts and drawn lines, and the tables on it. */
export interface TableCase {
  readonly title: string;
  readonly texts: readonly Placed[];
  readonly lines?: readonly Drawn[];
  /** Boxes that are filled but not drawn around, by their upper left and lower right corners. */
  readonly shades?: readonly Drawn[];
  readonly tables: readonly { readonly rows: readonly string[]; readonly headerRows: number }[];
}
