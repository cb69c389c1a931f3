import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import {
  type CollectedLayout,
  createCollectedLayout,
  sheetLayout,
} from '../../../shared/sheets/collected-layout.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../../shared/xml/tag-kinds.ts';
import type { XmlCursor } from '../../../shared/xml/xml-cursor.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../../../workbook/cell-budget.ts';
import type { SheetLayoutOnPages } from '../../../workbook/workbook.ts';
import type { CellStyles } from './cell-styles.ts';
import { applyPageStyle } from './page-style.ts';
import { printRanges } from './print-ranges.ts';
import type { OdsStyles } from './read-styles.ts';
import { createStyledRow, type StyledRow } from './styled-row.ts';
import { at, isOneOf, type TableName } from './table-names.ts';

/** State shared by the tables of a workbook. */
export interface LayoutContext {
  readonly cursor: XmlCursor;
  readonly styles: OdsStyles;
  readonly cellStyles: CellStyles;
  /** Number of copies of repeated rows that may still have styles. */
  copies: number;
}

// LibreOffice's default width of a column and largest size of either.
const COLUMN_WIDTH = 64.26;
const MAX_SIZE = 2880;
const MAX_BREAKS = 10_000;
// An empty row that is repeated more often only fills the sheet.
const MAX_COPIES = 1000;
const MAX_FILLED_COPIES = 65_536;
const numberTypes: readonly (string | undefined)[] = ['float', 'percentage', 'currency', 'date', 'time'];

interface OpenTable {
  readonly sheet: CollectedLayout;
  readonly row: StyledRow;
  column: number;
  nextRow: number;
  repeatedColumns?: { first: number; last: number };
  repeatedRows?: { first: number; last: number };
}

const repeats = ({ cursor }: LayoutContext, name: TableName, left: number): number =>
  Math.min(left, Math.max(1, cursor.integer(at(name))));

/** Size and page break of the column or row that the cursor is on; size 0 if it is hidden. */
function sizeOf(
  { cursor, styles }: LayoutContext,
  family: 'table-column' | 'table-row',
  defaultSize: number,
): { readonly size: number; readonly startsPage: boolean } {
  const style = styles.styles.get(`${family} ${cursor.attribute(at('style-name')) ?? ''}`)?.formatting;
  const fallback = styles.styles.get(`${family} `)?.formatting;
  const property = family === 'table-column' ? 'style:column-width' : 'style:row-height';
  const length = pointsOf(style?.[property] ?? fallback?.[property]) ?? defaultSize;
  const isHidden = /^(?:collapse|filter)$/.test(cursor.attribute(at('visibility')) ?? '');
  const size = length >= 0 ? Math.min(MAX_SIZE, length) : defaultSize;
  return { size: isHidden ? 0 : size, startsPage: style?.['fo:break-before'] === 'page' };
}

function readColumn(context: LayoutContext, table: OpenTable): void {
  const { cursor } = context;
  const first = table.column;
  const count = repeats(context, 'number-columns-repeated', MAX_COLUMNS - first);
  if (count < 1) return;
  const { size, startsPage } = sizeOf(context, 'table-column', COLUMN_WIDTH);
  table.sheet.columns.add(first, first + count - 1, size);
  const { columnBreaks } = table.sheet;
  for (let copy = 0; startsPage && copy < count && columnBreaks.length < MAX_BREAKS; copy += 1)
    columnBreaks.push(first + copy);
  table.row.addColumn(first, first + count - 1, cursor.attribute(at('default-cell-style-name')));
  table.column += count;
}

/** Reads the cells of a row and returns whether any has content. */
function readCells(context: LayoutContext, row: StyledRow): boolean {
  const { cursor } = context;
  const outside = cursor.depth() - 1;
  let isFilled = false;
  let column = 0;
  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) break;
    if (token === XML_CLOSE) continue;
    if (isOneOf(cursor.name(), ['table-cell', 'covered-table-cell'])) {
      const count = repeats(context, 'number-columns-repeated', MAX_COLUMNS - column);
      const type = cursor.attribute(at('value-type'));
      const style = cursor.attribute(at('style-name'));
      const hasContent = type !== undefined || token === XML_OPEN;
      // Empty cells up to the last column only fill the sheet.
      const fillsSheet = !hasContent && column + count >= MAX_COLUMNS;
      if (count > 0 && !fillsSheet) row.add(column, column + count - 1, style, numberTypes.includes(type));
      column += Math.max(0, count);
      isFilled ||= hasContent;
    }
    if (token === XML_OPEN) cursor.skip();
  }
  return isFilled;
}

function readRow(context: LayoutContext, table: OpenTable, token: number): void {
  const { cursor } = context;
  const { sheet, row, nextRow: first } = table;
  const count = repeats(context, 'number-rows-repeated', MAX_ROWS - first);
  if (count < 1) {
    if (token === XML_OPEN) cursor.skip();
    return;
  }
  const { size, startsPage } = sizeOf(context, 'table-row', sheet.rowHeight);
  sheet.rows.add(first, first + count - 1, size);
  for (let copy = 0; startsPage && copy < count && sheet.rowBreaks.length < MAX_BREAKS; copy += 1)
    sheet.rowBreaks.push(first + copy);
  row.begin(cursor.attribute(at('default-cell-style-name')));
  const isFilled = token === XML_OPEN && readCells(context, row);
  // Empty rows up to the last one fill it too.
  const fillsSheet = !isFilled && (count > MAX_COPIES || first + count >= MAX_ROWS);
  const copies = fillsSheet ? 0 : Math.min(count, MAX_FILLED_COPIES, context.copies);
  context.copies -= copies;
  const runs = row.runs();
  for (let copy = 0; runs.length > 0 && copy < copies; copy += 1)
    for (const run of runs) sheet.styles.add(first + copy, run.first, run.last, run.style);
  table.nextRow += count;
}

/** Reads how a table is printed, with the cursor on its start tag (OpenDocument 1.3 part 3, 9.1). */
export function readTableLayout(context: LayoutContext): SheetLayoutOnPages {
  const { cursor, styles, cellStyles } = context;
  const sheet = createCollectedLayout(COLUMN_WIDTH);
  const name = cursor.attribute(at('name')) ?? '';
  const areas = printRanges(cursor.attribute(at('print-ranges')));
  const page = applyPageStyle(styles, cursor.attribute(at('style-name')) ?? '', name, sheet);
  const table: OpenTable = { sheet, row: createStyledRow(cellStyles), column: 0, nextRow: 0 };
  const outside = cursor.depth() - 1;
  let headerFrom = 0;
  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) break;
    const tag = cursor.name();
    if (tag === at('table-header-columns')) {
      if (token === XML_OPEN) headerFrom = table.column;
      else if (table.column > headerFrom)
        table.repeatedColumns ??= { first: headerFrom, last: table.column - 1 };
    } else if (tag === at('table-header-rows')) {
      if (token === XML_OPEN) headerFrom = table.nextRow;
      else if (table.nextRow > headerFrom)
        table.repeatedRows ??= { first: headerFrom, last: table.nextRow - 1 };
    } else if (token === XML_CLOSE) continue;
    else if (tag === at('table-column')) readColumn(context, table);
    else if (tag === at('table-row')) readRow(context, table, token);
    else if (token === XML_OPEN && isOneOf(tag, ['shapes', 'tracked-changes', 'table'])) cursor.skip();
  }
  const { repeatedColumns, repeatedRows } = table;
  const layout = sheetLayout(sheet, { areas, repeatedColumns, repeatedRows });
  return { ...layout, setup: { ...layout.setup, ...page } };
}
