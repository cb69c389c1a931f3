import { extract } from '../../lib/conversions/index.ts';
import type { PageTable } from '../../lib/conversions/shared/page-tables/page-table.ts';
import type { relationsOf, TextTable } from '../engines/score-tables.ts';

/** A PDF and what is in its tables. */
export interface TableDocument {
  readonly name: string;
  /** How it was printed: documents of one kind are scored together. */
  readonly kind: string;
  readonly pdf: Uint8Array;
  /** The pages that are read, as the `pages` option has them. Default: all. */
  readonly pages?: string | undefined;
  /** Relations between the neighbouring cells of its tables. Empty if it has none. */
  readonly relations: ReturnType<typeof relationsOf>;
  /** Exact texts of the cells that have any. */
  readonly cells: readonly string[];
}

/** Text as it is, but for the width of white space. */
export const exact = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns a PDF without its tags, which would give its tables away. */
export const withoutTags = (pdf: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(pdf).toString('latin1').replaceAll('/StructTreeRoot', '/XtructTreeRoot'), 'latin1');

/** The tables that we find in a document, none if it cannot be read. */
export async function tablesIn({ pdf, pages }: Pick<TableDocument, 'pdf' | 'pages'>): Promise<TextTable[]> {
  const options = { ocr: 'never', ...(pages === undefined ? {} : { pages }) };
  const { bytes } = await extract(pdf, { from: 'pdf', format: 'tables', options }).catch(() => ({
    bytes: Buffer.from('[]'),
  }));
  const tables: readonly { readonly rows: TextTable }[] = JSON.parse(Buffer.from(bytes).toString());
  return tables.map(({ rows }) => rows);
}

/** The exact texts of the cells of tables that have any. */
export const cellsIn = (tables: readonly TextTable[]): string[] =>
  tables.flatMap((rows) => rows.flat().map(exact)).filter((text) => text !== '');

/** A table as rows of equal length; the text of a spanning cell is at each of its positions. */
export function toTextTable({ rows }: PageTable): TextTable {
  const grid: string[][] = rows.map(() => []);
  for (const [top, cells] of rows.entries()) {
    let left = 0;
    for (const { text, columnSpan = 1, rowSpan = 1 } of cells) {
      while (grid[top]?.[left] !== undefined) left += 1;
      for (const line of grid.slice(top, top + rowSpan))
        for (let column = left; column < left + columnSpan; column += 1) line[column] = text;
    }
  }
  return grid.map((line) => Array.from(line, (text: string | undefined) => text ?? ''));
}
