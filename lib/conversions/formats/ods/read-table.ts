import { ConversionError } from '../../errors.ts';
import { XML_CLOSE, XML_EMPTY, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import type { XmlCursor } from '../../shared/xml/xml-cursor.ts';
import { type CellBudget, MAX_COLUMNS, MAX_ROWS, spendRow } from '../../workbook/cell-budget.ts';
import { createLinks } from '../../workbook/cell-links.ts';
import { rangeOfCell } from '../../workbook/cell-names.ts';
import { MAX_MERGED } from '../../workbook/merged-cells.ts';
import type { MissingResult } from '../../workbook/missing-result.ts';
import type { CellValue, MergedCells, NumberFormat, Sheet, Span } from '../../workbook/workbook.ts';
import { isDrawnName, readCellText } from './cell-text.ts';
import { typedValue } from './cell-value.ts';
import {
  CELL,
  COLUMN,
  COLUMNS_REPEATED,
  COLUMNS_SPANNED,
  COVERED,
  CURRENCY,
  FORMULA,
  ROW,
  ROWS_REPEATED,
  ROWS_SPANNED,
  SHAPES,
  STRING_VALUE,
  TABLE,
  TRACKED,
  TYPE,
  VISIBILITY,
  valueNames,
} from './content-names.ts';
import { excelFormula } from './open-formula.ts';

/** Reads a comment or drawing that the cursor is on, by the cell that it is in; undefined for one over the whole sheet. */
export type ReadDrawn = (
  cursor: XmlCursor,
  sheet: string,
  cell: { readonly row: number; readonly column: number } | undefined,
) => void;

/** State shared by the tables of a file. */
interface TableContext {
  readonly cursor: XmlCursor;
  /** Whether cells have typed values, or their displayed text. */
  readonly isTyped: boolean;
  readonly budget: CellBudget;
  readonly formatIndex: (format: NumberFormat | undefined) => number;
  /** The formulas without a result, which this adds to. */
  readonly missing: MissingResult[];
  /** Index of the sheet that is read. */
  readonly sheet: number;
  /** Undefined if the target does not show what lies over the cells. */
  readonly readDrawn: ReadDrawn | undefined;
}

/** The table being read. */
interface OpenTable {
  readonly name: string;
  readonly rows: (readonly CellValue[])[];
  readonly formats: (readonly number[])[];
  readonly merged: MergedCells[];
  readonly links: ReturnType<typeof createLinks>;
  readonly hiddenRows: Span[];
  readonly hiddenColumns: Span[];
  columns: number;
  /** Empty rows that are stored only if a row with content follows. */
  emptyRows: number;
}

interface OpenRow {
  readonly values: CellValue[];
  readonly formats: number[];
}

const emptyRow: readonly CellValue[] = [];

/** Stores `count` copies of an item from a column on, after `filler` for the columns before it. */
function putCopies<Item>(items: Item[], column: number, count: number, item: Item, filler: Item): void {
  while (items.length < column) items.push(filler);
  for (let copy = 0; copy < count; copy += 1) items.push(item);
}

function readSpan({ cursor }: TableContext, table: OpenTable, column: number): void {
  const columnSpan = cursor.integer(COLUMNS_SPANNED);
  const rowSpan = cursor.integer(ROWS_SPANNED);
  if ((columnSpan <= 1 && rowSpan <= 1) || table.merged.length >= MAX_MERGED) return;
  const firstRow = table.rows.length + table.emptyRows;
  const lastRow = Math.min(MAX_ROWS, firstRow + Math.max(1, rowSpan)) - 1;
  const lastColumn = Math.min(MAX_COLUMNS, column + Math.max(1, columnSpan)) - 1;
  table.merged.push({ firstRow, firstColumn: column, lastRow, lastColumn });
}

/** The address of a link, whose place in the file is written `#Sheet2.A1`, as a workbook has it. */
const odfAddress = (href: string | undefined): string | undefined =>
  href?.startsWith('#') ? href.replace(/\.(\$?[A-Z]{1,3}\$?\d{1,7})$/, '!$1') : href;

// Both of hidden rows, and those that a filter leaves out.
const isHidden = (visibility: string | undefined): boolean =>
  visibility === 'collapse' || visibility === 'filter';

/** Reads a cell and its copies. Returns the column after them. */
function readCell(
  context: TableContext,
  table: OpenTable,
  row: OpenRow,
  column: number,
  token: number,
): number {
  const { cursor, budget, isTyped, readDrawn } = context;
  const repeated = Math.min(Math.max(1, cursor.integer(COLUMNS_REPEATED)), MAX_COLUMNS - column);
  const type = cursor.attribute(TYPE);
  const value = valueNames.map((index) => cursor.attribute(index)).find((text) => text !== undefined);
  const stringValue = cursor.attribute(STRING_VALUE);
  const currency = cursor.attribute(CURRENCY);
  const formula = cursor.attribute(FORMULA);
  const cell = { row: table.rows.length + table.emptyRows, column };
  const drawn = readDrawn === undefined ? undefined : () => readDrawn(cursor, table.name, cell);
  const onLink = (href: string | undefined): void =>
    table.links.add(odfAddress(href), rangeOfCell(cell.row, column));
  const shown = (token === XML_OPEN ? readCellText(cursor, onLink, drawn) : '') || (stringValue ?? '');
  budget.spend('characters', shown.length);
  const typed = isTyped ? typedValue({ type, value, currency }, shown) : { value: shown };
  if (
    formula !== undefined &&
    value === undefined &&
    stringValue === undefined &&
    shown === '' &&
    repeated === 1
  ) {
    spendRow(budget, 1, column + 1 - row.values.length);
    putCopies(row.values, column, 1, null, null);
    context.missing.push({
      sheet: context.sheet,
      ...cell,
      formula: excelFormula(formula),
      set: (result) => {
        row.values[column] = result;
      },
    });
    return column + 1;
  }
  if (typed.value === null || typed.value === '' || repeated < 1) return column + Math.max(1, repeated);
  spendRow(budget, repeated, column + repeated - row.values.length);
  putCopies(row.values, column, repeated, typed.value, null);
  const format = context.formatIndex(typed.format);
  if (format > 0) putCopies(row.formats, column, repeated, format, 0);
  return column + repeated;
}

/** Reads the cells of a row, with the cursor on its start tag. */
function readCells(context: TableContext, table: OpenTable): OpenRow {
  const { cursor } = context;
  const outside = cursor.depth() - 1;
  const row: OpenRow = { values: [], formats: [] };
  let column = 0;
  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) break;
    if (token === XML_CLOSE) continue;
    const tag = cursor.name();
    if (tag === CELL) {
      readSpan(context, table, column);
      column = readCell(context, table, row, column, token);
    } else if (tag === COVERED) {
      column += Math.max(1, cursor.integer(COLUMNS_REPEATED));
      if (token === XML_OPEN) cursor.skip();
    } else if (token === XML_OPEN) cursor.skip();
  }
  return row;
}

function readRow(context: TableContext, table: OpenTable): void {
  const repeated = Math.max(1, context.cursor.integer(ROWS_REPEATED));
  if (isHidden(context.cursor.attribute(VISIBILITY))) {
    const first = table.rows.length + table.emptyRows;
    table.hiddenRows.push({ first, last: first + repeated - 1 });
  }
  const { values, formats } = readCells(context, table);
  if (values.length === 0) {
    table.emptyRows = Math.min(MAX_ROWS, table.emptyRows + repeated);
    return;
  }
  if (table.rows.length + table.emptyRows + repeated > MAX_ROWS) {
    throw new ConversionError(
      'too_complex',
      `The sheet "${table.name}" has more than ${MAX_ROWS} rows, the limit. Split it.`,
    );
  }
  for (; table.emptyRows > 0; table.emptyRows -= 1) table.rows.push(emptyRow);
  // The first copy has already been charged.
  spendRow(context.budget, values.length * (repeated - 1), values.length * (repeated - 1));
  for (let copy = 0; copy < repeated; copy += 1) {
    if (formats.length > 0) table.formats[table.rows.length] = formats;
    table.rows.push(values);
  }
}

/** Reads the drawings that lie over the sheet and belong to no cell, with the cursor on the start tag of their list. */
function readShapes({ cursor, readDrawn }: TableContext, table: OpenTable): void {
  const outside = cursor.depth() - 1;
  if (readDrawn === undefined) cursor.skip();
  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) return;
    if (token === XML_OPEN && isDrawnName(cursor.name())) readDrawn?.(cursor, table.name, undefined);
    else if (token === XML_OPEN) cursor.skip();
  }
}

/** Reads a table, with the cursor on its start tag. Throws ConversionError `too_complex`. */
export function readTable(context: TableContext, name: string): Sheet {
  const { cursor } = context;
  const outside = cursor.depth() - 1;
  const table: OpenTable = {
    name,
    rows: [],
    formats: [],
    merged: [],
    links: createLinks(),
    hiddenRows: [],
    hiddenColumns: [],
    columns: 0,
    emptyRows: 0,
  };
  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) break;
    if (token === XML_CLOSE) continue;
    const tag = cursor.name();
    if (tag === COLUMN) {
      const repeated = Math.max(1, cursor.integer(COLUMNS_REPEATED));
      if (isHidden(cursor.attribute(VISIBILITY)))
        table.hiddenColumns.push({ first: table.columns, last: table.columns + repeated - 1 });
      table.columns += repeated;
    } else if (tag === ROW) {
      if (token === XML_EMPTY) table.emptyRows += 1;
      else readRow(context, table);
    } else if (token === XML_OPEN && tag === SHAPES) readShapes(context, table);
    else if (token === XML_OPEN && (tag === TRACKED || tag === TABLE)) cursor.skip();
  }
  const { rows, formats, merged, hiddenRows, hiddenColumns } = table;
  return {
    name,
    rows,
    ...(formats.length > 0 ? { formats } : {}),
    ...(merged.length > 0 ? { merged } : {}),
    links: table.links.of(rows),
    ...(hiddenRows.length > 0 ? { hiddenRows } : {}),
    ...(hiddenColumns.length > 0 ? { hiddenColumns } : {}),
  };
}
