import { plainText } from './number-formats.ts';
import { type CellValue, columnCount, formatOf, type Sheet, type Workbook } from './workbook.ts';

/** How csv is written. */
export interface CsvStyle {
  /** One character. */
  readonly delimiter: string;
  /** Puts `'` before what a spreadsheet would take for a formula. */
  readonly escapeFormulas: boolean;
}

// RFC 4180, 2.1.
const LINE_END = '\r\n';
// Long enough that the cost of a piece does not matter, short enough to be copied cheaply.
const PIECE_CHARACTERS = 1 << 18;
// Where full rows are mostly emptiness, they are written as long as they are.
const MAX_PADDED_PLACES = 20_000_000;
// What a spreadsheet program takes for a formula (OWASP, "CSV injection"); a number is none.
const FORMULA = /^[=+\-@\t\r](?!\d+(?:[.,]\d+)*%?$)/;

const escapedForRegExp = (character: string): string => character.replace(/[\\\]^-]/, '\\$&');

/**
 * A sheet as csv in UTF-8 (RFC 4180): fields in quotes only where needed, lines of equal numbers of fields that end with
 * CR LF, values as they are and not as they are shown: numbers in full, dates in ISO 8601, `TRUE` and `FALSE`.
 */
export function csvBytes(workbook: Workbook, sheet: Sheet, style: CsvStyle): Uint8Array {
  const { delimiter, escapeFormulas } = style;
  const special = new RegExp(`["\\r\\n${escapedForRegExp(delimiter)}]`);
  const width = columnCount(sheet);
  const isPadded = width * sheet.rows.length <= MAX_PADDED_PLACES;
  const pieces: Buffer[] = [];
  let piece = '';

  function field(value: CellValue, row: number, column: number): string {
    if (value === null) return '';
    if (typeof value === 'number' && sheet.formats === undefined) return String(value);
    const isText = typeof value === 'string';
    const kind = isText ? undefined : formatOf(workbook, sheet, row, column)?.kind;
    const plain = isText ? value : plainText(value, kind);
    const text = isText && escapeFormulas && FORMULA.test(plain) ? `'${plain}` : plain;
    return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  for (const [index, row] of sheet.rows.entries()) {
    for (let column = 0; column < row.length; column += 1) {
      if (column > 0) piece += delimiter;
      piece += field(row[column] ?? null, index, column);
    }
    if (isPadded && row.length < width) piece += delimiter.repeat(width - Math.max(1, row.length));
    piece += LINE_END;
    if (piece.length > PIECE_CHARACTERS) {
      pieces.push(Buffer.from(piece));
      piece = '';
    }
  }
  pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
