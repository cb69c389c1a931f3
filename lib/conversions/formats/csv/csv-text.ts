import { createTextSink, type ResultBudget } from '../../base/result-size.ts';
import { escapeFormula } from '../../workbook/escape-formula.ts';
import { plainText } from '../../workbook/number-formats.ts';
import { type CellValue, columnCount, formatOf, type Sheet, type Workbook } from '../../workbook/workbook.ts';

/** How csv is written. */
export interface CsvStyle {
  /** One character. */
  readonly delimiter: string;
  /** Puts `'` before what a spreadsheet would take for a formula. */
  readonly escapeFormulas: boolean;
}

// RFC 4180, 2.1.
const LINE_END = '\r\n';
// Where full rows are mostly emptiness, they are written as long as they are.
const MAX_PADDED_PLACES = 20_000_000;

const escapedForRegExp = (character: string): string => character.replace(/[\\\]^-]/, '\\$&');

/**
 * A sheet as csv in UTF-8 (RFC 4180): fields in quotes only where needed, lines of equal numbers of fields that end with
 * CR LF, values as they are and not as they are shown: numbers in full, dates in ISO 8601, `TRUE` and `FALSE`.
 * Throws ConversionError `too_complex` beyond the budget.
 */
export function csvBytes(
  workbook: Workbook,
  sheet: Sheet,
  style: CsvStyle,
  budget?: ResultBudget,
): Uint8Array {
  const { delimiter, escapeFormulas } = style;
  const special = new RegExp(`["\\r\\n${escapedForRegExp(delimiter)}]`);
  const width = columnCount(sheet);
  const isPadded = width * sheet.rows.length <= MAX_PADDED_PLACES;
  const sink = createTextSink(budget);

  function field(value: CellValue, row: number, column: number): string {
    if (value === null) return '';
    if (typeof value === 'number' && sheet.formats === undefined) return String(value);
    const isText = typeof value === 'string';
    const kind = isText ? undefined : formatOf(workbook, sheet, row, column)?.kind;
    const plain = isText ? value : plainText(value, kind);
    const text = isText && escapeFormulas ? escapeFormula(plain) : plain;
    return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
