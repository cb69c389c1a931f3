import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import { ConversionError } from '../../errors.ts';
import { plainText } from '../../workbook/number-formats.ts';
import { durationText, isoDate } from '../../workbook/serial-date.ts';
import { createUniqueNames } from '../../workbook/unique-names.ts';
import { type CellValue, columnCount, formatOf, type Sheet, type Workbook } from '../../workbook/workbook.ts';

// Each row repeats all column names.
const MAX_KEY_CHARACTERS = 500_000_000;

/** Returns unique, non-empty column names. */
export function columnNames(row: readonly CellValue[], width: number): string[] {
  const unique = createUniqueNames();
  return Array.from({ length: width }, (_, column) => {
    const label = plainText(row[column] ?? null, undefined).trim();
    const base = label === '' ? `column_${column + 1}` : label;
    return unique(base, (copy) => `${base}_${copy}`);
  });
}

/** Yields a sheet as a JSON array, one row per line: objects keyed by the header row, or arrays. */
function* sheetJson(workbook: Workbook, sheet: Sheet, header: boolean): Generator<string> {
  const start = header
    ? sheet.rows.findIndex((row) => row.some((value) => value !== null && value !== ''))
    : 0;
  const width = columnCount(sheet);
  const keys = header ? columnNames(sheet.rows[start] ?? [], width).map((name) => JSON.stringify(name)) : [];

  const keyCharacters = keys.reduce((sum, key) => sum + key.length, 0) * sheet.rows.length;
  if (keyCharacters > MAX_KEY_CHARACTERS) {
    const message = `The column names, repeated in ${sheet.rows.length} rows, would take ${keyCharacters} characters; the limit is ${MAX_KEY_CHARACTERS}. Set the "header_row" option to false.`;
    throw new ConversionError('too_complex', message);
  }

  function valueText(value: CellValue, row: number, column: number): string {
    if (value === null) return 'null';
    const kind =
      typeof value === 'object' || typeof value === 'number'
        ? formatOf(workbook, sheet, row, column)?.kind
        : undefined;
    if (value instanceof Date) return `"${isoDate(value, kind === 'date_time')}"`;
    if (typeof value === 'number' && kind === 'duration') return `"${durationText(value)}"`;
    return JSON.stringify(value);
  }

  yield '[';
  let separator = '\n';
  for (let index = header ? start + 1 : 0; index < sheet.rows.length; index += 1) {
    const row = sheet.rows[index] ?? [];
    if (header && row.every((value) => value === null)) continue;
    let line = header ? '{' : '[';
    for (let column = 0; column < (header ? width : row.length); column += 1) {
      if (column > 0) line += ',';
      if (header) line += `${keys[column]}:`;
      line += valueText(row[column] ?? null, index, column);
    }
    yield `${separator}${line}${header ? '}' : ']'}`;
    separator = ',\n';
  }
  yield '\n]';
}

function* workbookJson(workbook: Workbook, sheets: readonly Sheet[], header: boolean): Generator<string> {
  const [only] = sheets;
  if (sheets.length === 1 && only !== undefined) yield* sheetJson(workbook, only, header);
  else {
    const names = columnNames(
      sheets.map(({ name }) => name),
      sheets.length,
    );
    yield '{';
    for (const [index, sheet] of sheets.entries()) {
      yield `${index > 0 ? ',' : ''}\n${JSON.stringify(names[index])}: `;
      yield* sheetJson(workbook, sheet, header);
    }
    yield '\n}';
  }
  yield '\n';
}

/**
 * Writes sheets as UTF-8 JSON: one sheet is an array of rows, several are an object of such arrays keyed by sheet name.
 * Throws ConversionError `too_complex` if the result would exceed `maxBytes`.
 */
export function jsonBytes(
  workbook: Workbook,
  sheets: readonly Sheet[],
  header: boolean,
  maxBytes?: number,
): Uint8Array {
  const sink = createTextSink(createResultBudget(maxBytes));
  for (const text of workbookJson(workbook, sheets, header)) sink.push(text);
  return sink.bytes();
}
