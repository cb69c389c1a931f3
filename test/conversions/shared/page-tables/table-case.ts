import type { Drawn, Placed } from './synthetic-page.ts';

/** A page as placed texts and drawn lines, and the tables on it. */
export interface TableCase {
  readonly title: string;
  readonly texts: readonly Placed[];
  readonly lines?: readonly Drawn[];
  readonly tables: readonly { readonly rows: readonly string[]; readonly headerRows: number }[];
}
