import type { DocumentTree, TreeBlock } from '../document/document-tree.ts';
import { headingLine } from '../document/list-labels.ts';
import { cellText, plainLine } from '../document/plain-text.ts';
import { tableCaptions } from '../document/table-captions.ts';
import { isOrigin, tableGrid } from '../document/table-grid.ts';
import { createCellBudget, spendRow } from '../workbook/cell-budget.ts';
import { type InferredValue, inferredFormats, inferValue } from '../workbook/infer-value.ts';
import type { CellValue, MergedCells, NumberFormat, Sheet, Workbook } from '../workbook/workbook.ts';
import { type DecimalSign, decimalSignOf, readWrittenNumber } from '../workbook/written-number.ts';

type Table = TreeBlock & { readonly kind: 'table' };

interface FoundTable {
  readonly table: Table;
  readonly title: string;
}

/** Finds tables in reading order with their caption or the heading above. Nested tables follow the outer one. */
function findTables(blocks: readonly TreeBlock[], found: FoundTable[], under: string): void {
  const captions = tableCaptions(blocks);
  let heading = under;
  for (const block of blocks) {
    if (block.kind === 'heading') heading = plainLine(headingLine(block)).trim();
    else if (block.kind === 'quote') findTables(block.blocks, found, heading);
    else if (block.kind === 'list') for (const item of block.items) findTables(item.blocks, found, heading);
    else if (block.kind === 'table') {
      found.push({ table: block, title: captions.get(block)?.trim() || heading });
      for (const cell of block.rows.flat())
        if (typeof cell !== 'string') findTables(cell.blocks, found, heading);
    }
  }
}

/**
 * What numbers become: nothing else (`none`), text without groups of thousands (`plain`, for formats of text), or values
 * with a number format (`values`).
 */
export type Typing = 'none' | 'plain' | 'values';

/**
 * Converts the tables of a document to a workbook. Numbers are read as the document writes them, ISO 8601 dates only for
 * values. The text of a merged cell is in its first cell. Throws ConversionError `too_complex` for too many cells.
 */
export function tableSheets(tree: DocumentTree, typing: Typing): Workbook {
  const budget = createCellBudget();
  const found: FoundTable[] = [];
  findTables(tree.blocks, found, '');
  const formatCodes = new Map<string, number>();

  /** The value of a cell and its number format. */
  function typed(text: string, decimal: DecimalSign): InferredValue {
    if (typing === 'plain') return { value: readWrittenNumber(text, decimal)?.plain ?? text, format: 0 };
    const inferred = inferValue(text);
    const number = typeof inferred.value === 'string' ? readWrittenNumber(text, decimal) : undefined;
    if (number === undefined) return inferred;
    const format = formatCodes.get(number.code) ?? inferredFormats.length + formatCodes.size;
    formatCodes.set(number.code, format);
    return { value: number.value, format };
  }

  function sheetOf({ table, title }: FoundTable, index: number): Sheet {
    const merged: MergedCells[] = [];
    const formats: number[][] = [];
    const grid = tableGrid(table.rows);
    const texts = grid.map((line, row) =>
      line.map((slot, column) =>
        slot !== undefined && isOrigin(slot, row, column) ? cellText(slot.cell).trim() : '',
      ),
    );
    const decimal = typing === 'none' ? '.' : decimalSignOf(texts.flat(), tree.language);
    const rows = grid.map((line, row) => {
      spendRow(budget, line.length, line.length);
      return line.map((slot, column): CellValue => {
        if (slot === undefined || !isOrigin(slot, row, column)) return null;
        if (slot.columnSpan > 1 || slot.rowSpan > 1) {
          const lastRow = row + slot.rowSpan - 1;
          const lastColumn = column + slot.columnSpan - 1;
          merged.push({ firstRow: row, firstColumn: column, lastRow, lastColumn });
        }
        const text = texts[row]?.[column] ?? '';
        if (text === '' || typing === 'none') return text === '' ? null : text;
        const { value, format } = typed(text, decimal);
        if (format > 0) {
          const ofRow = formats[row] ?? [];
          formats[row] = ofRow;
          while (ofRow.length < column) ofRow.push(0);
          ofRow[column] = format;
        }
        return value;
      });
    });
    return {
      name: title || `Table ${index + 1}`,
      rows,
      ...(formats.length > 0 ? { formats } : {}),
      ...(merged.length > 0 ? { merged } : {}),
    };
  }

  const sheets = found
    .map(sheetOf)
    .filter(({ rows }) => rows.some((row) => row.some((value) => value !== null)));
  return {
    hub: 'workbook',
    fileType: tree.fileType,
    info: tree.info,
    sheets,
    numberFormats: [
      ...inferredFormats,
      ...[...formatCodes.keys()].map((code): NumberFormat => ({ code, kind: 'number' })),
    ],
  };
}
