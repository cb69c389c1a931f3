import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LiteParse } from '@llamaindex/liteparse';
import type { PageTable } from '../../lib/conversions/shared/page-tables/page-table.ts';
import { tablesOfPage } from '../../lib/conversions/shared/page-tables/tables-of-page.ts';
import type { TextTable } from './score-tables.ts';

/** The tables found in the documents of a folder. */
export interface TableRun {
  /** By file name. */
  readonly predictions: Readonly<Record<string, readonly TextTable[]>>;
  /** By file name: the time of liteparse, and the additional time for finding tables. */
  readonly milliseconds: Readonly<Record<string, { readonly parse: number; readonly tables: number }>>;
}

/** Returns a table as rows of equal length. Spanned positions are empty. */
export function toTextTable(table: PageTable): TextTable {
  const grid: (string | undefined)[][] = table.rows.map(() => []);
  for (const [top, cells] of table.rows.entries()) {
    let left = 0;
    for (const { text, columnSpan = 1, rowSpan = 1 } of cells) {
      while (grid[top]?.[left] !== undefined) left += 1;
      for (let row = top; row < top + rowSpan; row += 1) {
        for (let column = left; column < left + columnSpan; column += 1) {
          const line = grid[row];
          if (line !== undefined) line[column] = row === top && column === left ? text : '';
        }
      }
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length));
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
}

/** Finds the tables in each PDF of a folder, sequentially. */
export async function findTables(folder: string): Promise<TableRun> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).toSorted();
  const predictions: Record<string, TextTable[]> = {};
  const milliseconds: Record<string, { parse: number; tables: number }> = {};
  for (const name of files) {
    const bytes = await readFile(path.join(folder, name));
    const parser = new LiteParse({
      ocrEnabled: false,
      quiet: true,
      numWorkers: 1,
      outputFormat: 'text',
      imageMode: 'off',
      extractLinks: false,
      continueOnPageError: true,
      keepHeadersFooters: true,
      extractBlocks: true,
      extractVectorGraphics: true,
      emitWordBoxes: true,
    });
    const began = performance.now();
    const { pages } = await parser.parse(bytes);
    const parsed = performance.now();
    predictions[name] = pages.flatMap(tablesOfPage).map(toTextTable);
    milliseconds[name] = { parse: parsed - began, tables: performance.now() - parsed };
  }
  return { predictions, milliseconds };
}
