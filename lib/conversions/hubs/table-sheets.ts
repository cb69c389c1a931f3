import type { DocumentTree, TreeBlock } from '../document/document-tree.ts';
import { cellText, plainLine } from '../document/flatten-tree.ts';
import { isOrigin, tableGrid } from '../document/table-grid.ts';
import { createCellBudget, spendRow } from '../workbook/cell-budget.ts';
import { inferredFormats, inferValue } from '../workbook/infer-value.ts';
import type { CellValue, MergedCells, Sheet, Workbook } from '../workbook/workbook.ts';

type Table = TreeBlock & { readonly kind: 'table' };

interface FoundTable {
  readonly table: Table;
  readonly title: string;
}

/** Finds tables in reading order with their caption or the heading above. Nested tables follow the outer one. */
function findTables(blocks: readonly TreeBlock[], found: FoundTable[], under: string): void {
  let heading = under;
  for (const block of blocks) {
    if (block.kind === 'heading') heading = plainLine(block.content).trim();
    else if (block.kind === 'quote') findTables(block.blocks, found, heading);
    else if (block.kind === 'list') for (const item of block.items) findTables(item.blocks, found, heading);
    else if (block.kind === 'table') {
      found.push({ table: block, title: block.caption?.trim() || heading });
      for (const cell of block.rows.flat())
        if (typeof cell !== 'string') findTables(cell.blocks, found, heading);
    }
  }
}

/**
 * Converts the tables of a document to a workbook. With `isTyped`, plain numbers and dates become typed values. The text of
 * a merged cell is in its first cell. Throws ConversionError `too_complex` for too many cells.
 */
export function tableSheets(tree: DocumentTree, isTyped: boolean): Workbook {
  const budget = createCellBudget();
  const found: FoundTable[] = [];
  findTables(tree.blocks, found, '');

  function sheetOf({ table, title }: FoundTable, index: number): Sheet {
    const merged: MergedCells[] = [];
    const formats: number[][] = [];
    const rows = tableGrid(table.rows).map((line, row) => {
      spendRow(budget, line.length, line.length);
      return line.map((slot, column): CellValue => {
        if (slot === undefined || !isOrigin(slot, row, column)) return null;
        if (slot.columnSpan > 1 || slot.rowSpan > 1) {
          const lastRow = row + slot.rowSpan - 1;
          const lastColumn = column + slot.columnSpan - 1;
          merged.push({ firstRow: row, firstColumn: column, lastRow, lastColumn });
        }
        const text = cellText(slot.cell).trim();
        if (text === '' || !isTyped) return text === '' ? null : text;
        const { value, format } = inferValue(text);
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
    numberFormats: inferredFormats,
  };
}
