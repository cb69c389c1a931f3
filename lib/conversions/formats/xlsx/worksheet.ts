import { parseIsoTime } from '../../base/iso-time.ts';
import { isOn } from '../../shared/ooxml/on-off.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { type XmlCursor, xmlCursor } from '../../shared/xml/xml-cursor.ts';
import { type CellBudget, MAX_COLUMNS, MAX_ROWS, spendRow } from '../../workbook/cell-budget.ts';
import { createLinks, hyperlinkOf } from '../../workbook/cell-links.ts';
import { parseRange, rangeOfCell } from '../../workbook/cell-names.ts';
import { MAX_MERGED } from '../../workbook/merged-cells.ts';
import type { MissingResult } from '../../workbook/missing-result.ts';
import { serialValue } from '../../workbook/serial-date.ts';
import { shiftFormula } from '../../workbook/shift-formula.ts';
import type { CellValue, MergedCells, Sheet, Span } from '../../workbook/workbook.ts';
import { readStringItem, unescapeXstring } from './strings.ts';
import type { CellStyles } from './styles.ts';

/** Data shared by all sheets of a workbook. */
interface SheetContext {
  readonly sharedStrings: readonly string[];
  readonly styles: CellStyles;
  /** True if the date system starts in 1904 instead of 1900. */
  readonly is1904: boolean;
  readonly budget: CellBudget;
  /** True if stored zeros are placeholders for results, because the file requests calculation when it is opened. */
  readonly hasPlaceholders: boolean;
}

type SheetCells = Pick<Sheet, 'rows' | 'formats' | 'merged' | 'links' | 'hiddenRows' | 'hiddenColumns'> & {
  /** True if the part ends before its closing tag. */
  readonly isCut: boolean;
  readonly missing: readonly Omit<MissingResult, 'sheet'>[];
};

/** A cell's formula: its own, or the group with which it shares one. */
interface CellFormula {
  readonly text: string;
  readonly isArray: boolean;
  /** True if its results fill several cells. */
  readonly isBlock: boolean;
  readonly group: string | undefined;
}

const names = [
  'row',
  'c',
  'v',
  'is',
  'r',
  's',
  't',
  'mergeCell',
  'ref',
  'rPh',
  'f',
  'si',
  'hidden',
  'col',
  'min',
  'max',
  'hyperlink',
  'id',
  'location',
];
const [ROW, C, V, IS, R, S, T, MERGE_CELL, REF, READING, F, SI] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const [HIDDEN, COL, MIN, MAX, HYPERLINK, ID, LOCATION] = [12, 13, 14, 15, 16, 17, 18];

const emptyRow: readonly CellValue[] = [];

/** Parses a cell's text by its type (ECMA-376 18.18.11). */
function readValue(
  cursor: XmlCursor,
  type: string | undefined,
  context: SheetContext,
  format: number,
): CellValue {
  switch (type) {
    case undefined:
    case 'n': {
      const value = cursor.number();
      if (!Number.isFinite(value)) return null;
      if (format === 0) return value;
      return serialValue(value, context.styles.numberFormats[format]?.kind, context.is1904);
    }
    case 's':
      return context.sharedStrings[cursor.number()] ?? null;
    case 'b':
      return cursor.text().trim() !== '0';
    case 'd': {
      const text = cursor.text();
      return parseIsoTime(text) ?? text;
    }
    default:
      return unescapeXstring(cursor.text());
  }
}

/** Adds a row to the last span, or as a new span. */
function addRow(spans: Span[], row: number): void {
  const last = spans.at(-1);
  if (last?.last === row - 1) spans[spans.length - 1] = { first: last.first, last: row };
  else spans.push({ first: row, last: row });
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/** Reads a worksheet (ECMA-376 18.3.1.99). Throws ConversionError `too_complex` if it has too many cells. */
export function readWorksheet(
  part: Uint8Array,
  context: SheetContext & { readonly addressOf: (id: string | undefined) => string | undefined },
): SheetCells {
  const cursor = xmlCursor(part, names);
  const rows: (readonly CellValue[])[] = [];
  const formats: (readonly number[])[] = [];
  const merged: MergedCells[] = [];
  let values: CellValue[] = [];
  let rowFormats: number[] | undefined;
  let lastFormats: readonly number[] = [];
  const missing: Omit<MissingResult, 'sheet'>[] = [];
  const links = createLinks();
  const hiddenRows: Span[] = [];
  const hiddenColumns: Span[] = [];
  const shared = new Map<string, { readonly text: string; readonly row: number; readonly column: number }>();
  let rowIndex = -1;
  let column = -1;

  function readFormula(token: number): CellFormula {
    const type = cursor.attribute(T);
    const group = type === 'shared' ? cursor.attribute(SI) : undefined;
    const reference = cursor.attribute(REF);
    const isBlock = type === 'dataTable' || (type === 'array' && reference?.includes(':') === true);
    const text = token === XML_OPEN ? cursor.text().trim() : '';
    const link = hyperlinkOf(text);
    if (link !== undefined) links.add(link.href, rangeOfCell(rowIndex, column));
    if (group !== undefined && text !== '') shared.set(group, { text, row: rowIndex, column });
    return { text, isArray: type === 'array', isBlock, group };
  }

  /** Records a formula without a result. Until it is calculated, its cell is empty or contains the placeholder. */
  function addMissing({ text, isArray, isBlock, group }: CellFormula, format: number): void {
    const first = shared.get(group ?? '');
    const own =
      text === '' && first !== undefined
        ? shiftFormula(first.text, rowIndex - first.row, column - first.column)
        : text;
    const kind = context.styles.numberFormats[format]?.kind;
    const at = column;
    if (values[at] === undefined) {
      put(0, format);
      values[at] = null;
    }
    const cells = values;
    const link = hyperlinkOf(own);
    if (link?.text !== undefined) {
      cells[at] = link.text;
      return;
    }
    missing.push({
      row: rowIndex,
      column,
      formula: own === '' || isBlock ? undefined : own,
      ...(isArray ? { isArray } : {}),
      set: (value) => {
        cells[at] = typeof value === 'number' ? serialValue(value, kind, false) : value;
      },
    });
  }

  function endRow(): void {
    if (values.length === 0) return;
    while (rows.length < rowIndex) rows.push(emptyRow);
    rows[rowIndex] = values;
    if (rowFormats !== undefined) {
      if (!isSame(rowFormats, lastFormats)) lastFormats = rowFormats;
      formats[rowIndex] = lastFormats;
    }
    values = [];
  }

  function beginRow(): void {
    endRow();
    const reference = cursor.integer(R);
    rowIndex = reference > 0 && reference <= MAX_ROWS ? reference - 1 : rowIndex + 1;
    if (isOn(cursor.attribute(HIDDEN))) addRow(hiddenRows, rowIndex);
    column = -1;
    rowFormats = undefined;
    values = [];
  }

  function put(value: CellValue, format: number): void {
    if (value === null || value === '' || column >= MAX_COLUMNS) return;
    spendRow(context.budget, 1, Math.max(0, column + 1 - values.length));
    while (values.length < column) values.push(null);
    values[column] = value;
    if (format === 0) return;
    rowFormats ??= [];
    while (rowFormats.length < column) rowFormats.push(0);
    rowFormats[column] = format;
  }

  function readCell(token: number): void {
    const reference = cursor.column(R);
    column = reference >= 0 ? reference : column + 1;
    if (token !== XML_OPEN) return;
    const type = cursor.attribute(T);
    const format = context.styles.formatOfStyle[cursor.integer(S)] ?? 0;
    const outside = cursor.depth() - 1;
    let formula: CellFormula | undefined;
    let stored: CellValue = null;
    while (cursor.depth() > outside) {
      const inner = cursor.next();
      if (inner === XML_END) return;
      if (inner === XML_CLOSE) continue;
      const name = cursor.name();
      if (name === F) formula = readFormula(inner);
      else if (inner !== XML_OPEN) continue;
      else if (name === V) {
        stored = readValue(cursor, type, context, format);
        put(stored, format);
      } else if (name === IS) put(readStringItem(cursor, T, READING), format);
    }
    if (formula === undefined || column >= MAX_COLUMNS) return;
    const isPlaceholder = context.hasPlaceholders && stored === 0;
    if (isPlaceholder || (stored === null && type !== 'str')) addMissing(formula, format);
  }

  let isClosed = false;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    isClosed = cursor.depth() === 0;
    if (token === XML_CLOSE) continue;
    const name = cursor.name();
    if (name === C) readCell(token);
    else if (name === ROW) beginRow();
    else if (name === COL && isOn(cursor.attribute(HIDDEN)))
      hiddenColumns.push({ first: cursor.integer(MIN) - 1, last: cursor.integer(MAX) - 1 });
    else if (name === HYPERLINK) {
      const range = parseRange(cursor.attribute(REF) ?? '');
      const location = cursor.attribute(LOCATION);
      const address = context.addressOf(cursor.attribute(ID));
      const href =
        address === undefined ? location && `#${location}` : `${address}${location ? `#${location}` : ''}`;
      if (range !== undefined) links.add(href, range);
    } else if (name === MERGE_CELL && merged.length < MAX_MERGED) {
      const range = parseRange(cursor.attribute(REF) ?? '');
      if (range !== undefined) merged.push(range);
    }
  }
  endRow();
  return {
    rows,
    ...(formats.length > 0 ? { formats } : {}),
    ...(merged.length > 0 ? { merged } : {}),
    links: links.of(rows),
    ...(hiddenRows.length > 0 ? { hiddenRows } : {}),
    ...(hiddenColumns.length > 0 ? { hiddenColumns } : {}),
    isCut: !isClosed,
    missing,
  };
}
