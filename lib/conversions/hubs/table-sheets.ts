import type { DocumentTree, TreeBlock, TreeCell } from '../document/document-tree.ts';
import { headingLine } from '../document/list-labels.ts';
import { cellText, plainLine } from '../document/plain-text.ts';
import { tableCaptions } from '../document/table-captions.ts';
import { isOrigin, tableGrid } from '../document/table-grid.ts';
import { createCellBudget, spendRow } from '../workbook/cell-budget.ts';
import { createLinks } from '../workbook/cell-links.ts';
import { rangeOfCell } from '../workbook/cell-names.ts';
import { createFormatList } from '../workbook/format-list.ts';
import { createTableValues } from '../workbook/table-values.ts';
import type { CellValue, MergedCells, Sheet, Workbook } from '../workbook/workbook.ts';

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

/** The address of a cell whose whole text is one link. */
function cellHref(cell: TreeCell): string | undefined {
  const [block, ...others] = typeof cell === 'string' ? [] : cell.blocks;
  if (block?.kind !== 'paragraph' || others.length > 0) return undefined;
  const [first] = block.content;
  const href = first?.kind === 'text' ? first.href : undefined;
  return block.content.every((piece) => piece.kind === 'text' && piece.href === href) ? href : undefined;
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
  const list = createFormatList();

  function sheetOf({ table, title }: FoundTable, index: number): Sheet {
    const merged: MergedCells[] = [];
    const formats: number[][] = [];
    const links = createLinks();
    const grid = tableGrid(table.rows);
    const texts = grid.map((line, row) =>
      line.map((slot, column) =>
        slot !== undefined && isOrigin(slot, row, column) ? cellText(slot.cell).trim() : '',
      ),
    );
    const values = createTableValues(tree.language, list);
    if (typing !== 'none')
      for (const line of texts) for (const [column, text] of line.entries()) values.observe(text, column);
    const rows = grid.map((line, row) => {
      spendRow(budget, line.length, line.length);
      return line.map((slot, column): CellValue => {
        if (slot === undefined || !isOrigin(slot, row, column)) return null;
        if (slot.columnSpan > 1 || slot.rowSpan > 1) {
          const lastRow = row + slot.rowSpan - 1;
          const lastColumn = column + slot.columnSpan - 1;
          merged.push({ firstRow: row, firstColumn: column, lastRow, lastColumn });
        }
        const href = cellHref(slot.cell);
        if (href !== undefined) links.add(href, rangeOfCell(row, column));
        const text = texts[row]?.[column] ?? '';
        if (text === '' || typing === 'none') return text === '' ? null : text;
        if (typing === 'plain') return values.numberOf(text, column)?.plain ?? text;
        const { value, format } = values.typedOf(text, column);
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
      links: links.of(rows),
    };
  }

  const sheets = found
    .map(sheetOf)
    .filter(({ rows }) => rows.some((row) => row.some((value) => value !== null)));
  return {
    hub: 'workbook',
    format: tree.format,
    metadata: tree.metadata,
    sheets,
    numberFormats: list.numberFormats,
  };
}
