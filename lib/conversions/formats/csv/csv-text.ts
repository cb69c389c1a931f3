import { createTextSink, type ResultBudget } from '../../base/result-size.ts';
import { csvFields } from '../../workbook/csv-field.ts';
import { type NumberFormats, plainText } from '../../workbook/number-formats.ts';
import { type CellValue, columnCount, formatOf, type Sheet, type Workbook } from '../../workbook/workbook.ts';

interface CsvStyle {
  /** One character. */
  readonly delimiter: string;
  /** Prefixes text that a spreadsheet would run as a formula with `'`. */
  readonly escapeFormulas: boolean;
  /** Formats values as a spreadsheet displays them; by default they are raw. */
  readonly show?: NumberFormats['show'] | undefined;
}

// RFC 4180, 2.1.
const LINE_END = '\r\n';
// Above this, rows are not padded to equal length: most of the output would be delimiters.
const MAX_PADDED_CELLS = 20_000_000;

/**
 * Writes a sheet as UTF-8 csv (RFC 4180) with CR LF, quotes only where needed, and the same number of fields per line.
 * Raw values are numbers in full precision, ISO 8601 dates, `TRUE` and `FALSE`. Throws ConversionError `too_complex` if the budget
 * is exceeded.
 */
export function csvBytes(
  workbook: Workbook,
  sheet: Sheet,
  style: CsvStyle,
  budget?: ResultBudget,
): Uint8Array {
  const { delimiter, escapeFormulas, show } = style;
  const fields = csvFields(delimiter, escapeFormulas);
  const width = columnCount(sheet);
  const isPadded = width * sheet.rows.length <= MAX_PADDED_CELLS;
  const sink = createTextSink(budget);

  function field(value: CellValue, row: number, column: number): string {
    if (value === null) return '';
    if (typeof value === 'number' && sheet.formats === undefined && show === undefined) return String(value);
    const isText = typeof value === 'string';
    const format = isText && show === undefined ? undefined : formatOf(workbook, sheet, row, column);
    const plain = show === undefined ? plainText(value, format?.kind) : show(value, format);
    return isText ? fields.text(plain) : fields.plain(plain);
  }

  for (const [index, row] of sheet.rows.entries()) {
    let line = '';
    for (let column = 0; column < row.length; column += 1) {
      if (column > 0) line += delimiter;
      line += field(row[column] ?? null, index, column);
    }
    if (isPadded && row.length < width) line += delimiter.repeat(width - Math.max(1, row.length));
    sink.push(line, LINE_END);
  }
  return sink.bytes();
}
