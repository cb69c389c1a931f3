import type { DocumentModel, ModelBlock } from '../../lib/conversions/document/document-model.ts';
import { isRecord } from '../../lib/is-record.ts';

/** A cell of a table, which may cover several positions. */
export type TableCell = { readonly text: string; readonly columns: number; readonly rows: number };

/** A table to show. */
export type TableData = {
  readonly caption: string | undefined;
  readonly page: number | undefined;
  readonly headerRows: number;
  readonly rows: readonly (readonly TableCell[])[];
};

const isRow = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((cell) => typeof cell === 'string');

/** Returns the cells of a header row. A merged cell has its text in each position that it covers, so equal neighbours are one. */
const headerCells = (row: readonly string[]): readonly TableCell[] => {
  const cells: TableCell[] = [];
  for (const text of row) {
    const last = cells.at(-1);
    if (last !== undefined && text !== '' && last.text === text)
      cells[cells.length - 1] = { ...last, columns: last.columns + 1 };
    else cells.push({ text, columns: 1, rows: 1 });
  }
  return cells;
};

/** Returns a table of rows of text. */
export const tableOfRows = (rows: readonly (readonly string[])[], headerRows: number): TableData => ({
  caption: undefined,
  page: undefined,
  headerRows,
  rows: rows.map((row, at) =>
    at < headerRows - 1 ? headerCells(row) : row.map((text) => ({ text, columns: 1, rows: 1 })),
  ),
});

const extractedTable = (value: unknown): readonly TableData[] => {
  if (!isRecord(value) || !Array.isArray(value.rows) || !value.rows.every(isRow)) return [];
  const headerRows = typeof value.header_rows === 'number' ? value.header_rows : 1;
  return [
    {
      ...tableOfRows(value.rows, headerRows),
      caption: typeof value.caption === 'string' ? value.caption : undefined,
      page: typeof value.page === 'number' ? value.page : undefined,
    },
  ];
};

const blockTables = (block: ModelBlock): readonly TableData[] => {
  switch (block.kind) {
    case 'table':
      return [
        {
          caption: block.caption,
          page: block.page,
          headerRows: block.header_rows,
          rows: block.rows.map((row) =>
            row.map(({ text, column_span: columns = 1, row_span: rows = 1 }) => ({ text, columns, rows })),
          ),
        },
      ];
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks.flatMap(blockTables));
    case 'quote':
      return block.blocks.flatMap(blockTables);
    default:
      return [];
  }
};

/** Returns the tables of an extracted document. */
export const documentTables = ({ blocks }: DocumentModel): readonly TableData[] =>
  blocks.flatMap(blockTables);

/** Returns the tables of an extraction to `tables` or `structured`. */
export const tablesIn = (value: unknown): readonly TableData[] => {
  const tables = isRecord(value) && Array.isArray(value.tables) ? value.tables : value;
  return Array.isArray(tables) ? tables.flatMap(extractedTable) : [];
};
