import { ConversionError } from '../../../errors.ts';
import { XML_CLOSE, XML_EMPTY, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import { type CellBudget, MAX_COLUMNS, MAX_ROWS, spendRow } from '../../workbook/cell-budget.ts';
import { MAX_MERGED } from '../../workbook/merged-cells.ts';
import type { CellValue, MergedCells, NumberFormat, Sheet } from '../../workbook/workbook.ts';
import { readCellText, textNames } from './cell-text.ts';
import { typedValue } from './cell-value.ts';

const ownNames = [
  'table',
  'table-row',
  'table-cell',
  'covered-table-cell',
  'tracked-changes',
  'name',
  'style-name',
  'value-type',
  'value',
  'date-value',
  'time-value',
  'boolean-value',
  'string-value',
  'currency',
  'number-columns-repeated',
  'number-rows-repeated',
  'number-columns-spanned',
  'number-rows-spanned',
  'style',
  'table-properties',
  'display',
  'shapes',
];
const names = [...textNames, ...ownNames];
const nameIndex = (name: string): number => names.indexOf(name);
const TABLE = nameIndex('table');
const ROW = nameIndex('table-row');
const CELL = nameIndex('table-cell');
const COVERED = nameIndex('covered-table-cell');
const TRACKED = nameIndex('tracked-changes');
const SHAPES = nameIndex('shapes');
const STYLE = nameIndex('style');
const TABLE_PROPERTIES = nameIndex('table-properties');
const NAME = nameIndex('name');
const STYLE_NAME = nameIndex('style-name');
const TYPE = nameIndex('value-type');
const CURRENCY = nameIndex('currency');
const STRING_VALUE = nameIndex('string-value');
const DISPLAY = nameIndex('display');
const COLUMNS_REPEATED = nameIndex('number-columns-repeated');
const ROWS_REPEATED = nameIndex('number-rows-repeated');
const COLUMNS_SPANNED = nameIndex('number-columns-spanned');
const ROWS_SPANNED = nameIndex('number-rows-spanned');
const valueNames = ['value', 'date-value', 'time-value', 'boolean-value'].map(nameIndex);

/** Sheets, and the formats their cells point to. */
export interface OdsTables {
  readonly sheets: readonly Sheet[];
  readonly numberFormats: readonly NumberFormat[];
  /** Whether the part ends before it is closed. */
  readonly isCut: boolean;
}

const emptyRow: readonly CellValue[] = [];

/**
 * The sheets in a part of content (ODF 1.3 part 3, 9.1). With `isTyped` cells have their values, else the texts they show.
 * What is repeated costs as much as it holds: emptiness nothing. Throws ConversionError `too_complex`.
 */
export function readTables(part: Uint8Array, isTyped: boolean, budget: CellBudget): OdsTables {
  const cursor = xmlCursor(part, names);
  const sheets: Sheet[] = [];
  const numberFormats: NumberFormat[] = [{ code: 'General', kind: 'number' }];
  const formatIndexes = new Map<string, number>();
  const hiddenStyles = new Set<string>();
  let styleName = '';

  function formatIndex(format: NumberFormat | undefined): number {
    if (format === undefined) return 0;
    const known = formatIndexes.get(format.code);
    if (known !== undefined) return known;
    formatIndexes.set(format.code, numberFormats.length);
    return numberFormats.push(format) - 1;
  }

  function readTable(): Sheet {
    const name = cursor.attribute(NAME) ?? `Sheet${sheets.length + 1}`;
    const hidden = hiddenStyles.has(cursor.attribute(STYLE_NAME) ?? '');
    const outside = cursor.depth() - 1;
    const rows: (readonly CellValue[])[] = [];
    const formats: (readonly number[])[] = [];
    const merged: MergedCells[] = [];
    let emptyRows = 0;

    function readCell(row: CellValue[], ofRow: number[], column: number, token: number): number {
      const repeated = Math.min(Math.max(1, cursor.integer(COLUMNS_REPEATED)), MAX_COLUMNS - column);
      const columnSpan = cursor.integer(COLUMNS_SPANNED);
      const rowSpan = cursor.integer(ROWS_SPANNED);
      if ((columnSpan > 1 || rowSpan > 1) && merged.length < MAX_MERGED) {
        const firstRow = rows.length + emptyRows;
        const lastRow = Math.min(MAX_ROWS, firstRow + Math.max(1, rowSpan)) - 1;
        const lastColumn = Math.min(MAX_COLUMNS, column + Math.max(1, columnSpan)) - 1;
        merged.push({ firstRow, firstColumn: column, lastRow, lastColumn });
      }
      const type = cursor.attribute(TYPE);
      const value = valueNames.map((index) => cursor.attribute(index)).find((text) => text !== undefined);
      const stringValue = cursor.attribute(STRING_VALUE);
      const currency = cursor.attribute(CURRENCY);
      const shown = (token === XML_OPEN ? readCellText(cursor) : '') || (stringValue ?? '');
      budget.spend('characters', shown.length);
      const typed = isTyped ? typedValue({ type, value, currency }, shown) : { value: shown };
      if (typed.value === null || typed.value === '' || repeated < 1) return column + Math.max(1, repeated);
      spendRow(budget, repeated, column + repeated - row.length);
      while (row.length < column) row.push(null);
      for (let copy = 0; copy < repeated; copy += 1) row.push(typed.value);
      const format = formatIndex(typed.format);
      if (format > 0) {
        while (ofRow.length < column) ofRow.push(0);
        for (let copy = 0; copy < repeated; copy += 1) ofRow.push(format);
      }
      return column + repeated;
    }

    function readRow(): void {
      const repeated = Math.max(1, cursor.integer(ROWS_REPEATED));
      const outsideRow = cursor.depth() - 1;
      const row: CellValue[] = [];
      const ofRow: number[] = [];
      let column = 0;
      while (cursor.depth() > outsideRow) {
        const token = cursor.next();
        if (token === XML_END) break;
        if (token === XML_CLOSE) continue;
        const tag = cursor.name();
        if (tag === CELL) column = readCell(row, ofRow, column, token);
        else if (tag === COVERED) {
          column += Math.max(1, cursor.integer(COLUMNS_REPEATED));
          if (token === XML_OPEN) cursor.skip();
        } else if (token === XML_OPEN) cursor.skip();
      }
      if (row.length === 0) {
        emptyRows = Math.min(MAX_ROWS, emptyRows + repeated);
        return;
      }
      if (rows.length + emptyRows + repeated > MAX_ROWS) {
        throw new ConversionError(
          'too_complex',
          `The sheet "${name}" has more than ${MAX_ROWS} rows. Split it.`,
        );
      }
      for (; emptyRows > 0; emptyRows -= 1) rows.push(emptyRow);
      // The first copy is paid for already.
      spendRow(budget, row.length * (repeated - 1), row.length * (repeated - 1));
      for (let copy = 0; copy < repeated; copy += 1) {
        if (ofRow.length > 0) formats[rows.length] = ofRow;
        rows.push(row);
      }
    }

    while (cursor.depth() > outside) {
      const token = cursor.next();
      if (token === XML_END) break;
      if (token === XML_CLOSE) continue;
      const tag = cursor.name();
      if (tag === ROW) {
        if (token === XML_EMPTY) emptyRows += 1;
        else readRow();
      } else if (token === XML_OPEN && (tag === TRACKED || tag === SHAPES || tag === TABLE)) cursor.skip();
    }
    return {
      name,
      rows,
      ...(formats.length > 0 ? { formats } : {}),
      ...(merged.length > 0 ? { merged } : {}),
      ...(hidden ? { hidden } : {}),
    };
  }

  let isClosed = false;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const tag = cursor.name();
    if (token === XML_CLOSE) isClosed = cursor.depth() === 0;
    else if (tag === STYLE) styleName = cursor.attribute(NAME) ?? '';
    else if (tag === TABLE_PROPERTIES && cursor.attribute(DISPLAY) === 'false') hiddenStyles.add(styleName);
    else if (token === XML_OPEN && tag === TRACKED) cursor.skip();
    else if (tag === TABLE) {
      const empty = { name: cursor.attribute(NAME) ?? `Sheet${sheets.length + 1}`, rows: [] };
      sheets.push(token === XML_OPEN ? readTable() : empty);
    }
  }
  return { sheets, numberFormats, isCut: !isClosed };
}
