import { createTextSink, type ResultBudget } from '../base/result-size.ts';
import { csvFields } from '../workbook/csv-field.ts';
import type { DocumentTree, TreeBlock } from './document-tree.ts';
import { cellText } from './plain-text.ts';
import type { ExtractedTable } from './result-schemas.ts';
import { tableCaptions } from './table-captions.ts';
import { tableTexts } from './table-grid.ts';

interface Found {
  readonly table: TreeBlock & { readonly kind: 'table' };
  readonly caption: string | null;
}

function findTables(blocks: readonly TreeBlock[], found: Found[]): void {
  const captions = tableCaptions(blocks);
  for (const block of blocks) {
    if (block.kind === 'quote') findTables(block.blocks, found);
    if (block.kind === 'list') for (const item of block.items) findTables(item.blocks, found);
    if (block.kind !== 'table') continue;
    found.push({ table: block, caption: captions.get(block) ?? null });
    for (const cell of block.rows.flat()) if (typeof cell !== 'string') findTables(cell.blocks, found);
  }
}

/** Yields all tables of a document. */
export function* tablesOf(tree: DocumentTree): Generator<ExtractedTable> {
  const found: Found[] = [];
  findTables(tree.blocks, found);
  for (const [index, { table, caption }] of found.entries())
    yield {
      index,
      page: table.page ?? null,
      caption,
      header_rows: table.header_rows,
      rows: tableTexts(table.rows, cellText, true),
    };
}

/** Writes rows as CSV (RFC 4180). `escapesFormulas` adds an apostrophe before what a spreadsheet would calculate. */
export function rowsToCsv(
  rows: readonly (readonly string[])[],
  escapesFormulas: boolean,
  budget?: ResultBudget,
): Uint8Array {
  const sink = createTextSink(budget);
  const { text } = csvFields(',', escapesFormulas);
  for (const row of rows) sink.push(row.map(text).join(','), '\r\n');
  return sink.bytes();
}
