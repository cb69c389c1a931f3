import { parseIsoTime } from '../base/iso-time.ts';
import type { CellValue, NumberFormat } from './workbook.ts';

/** Number formats that {@link inferValue} uses: General, one to six decimals, then a date with its time. */
export const inferredFormats: readonly NumberFormat[] = [
  { code: 'General', kind: 'number' },
  ...[1, 2, 3, 4, 5, 6].map(
    (decimals): NumberFormat => ({ code: `0.${'0'.repeat(decimals)}`, kind: 'number' }),
  ),
  { code: 'yyyy-mm-dd hh:mm:ss', kind: 'date_time' },
];

const MAX_DECIMALS = 6;
const DATE_TIME = MAX_DECIMALS + 1;
// No leading zeros, plus sign or exponent: phone numbers, identifiers and postcodes remain text.
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
// Spreadsheets and JSON parsers represent this many digits exactly.
const EXACT_DIGITS = 15;
const DATE = /^(?:19|[2-9]\d)\d\d-[01]\d-[0-3]\d(?:[ T][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?)?$/;

/** A value and the index of its format in {@link inferredFormats}. */
export interface InferredValue {
  readonly value: CellValue;
  readonly format: number;
}

const asText = (value: string): InferredValue => ({ value, format: 0 });

function inferNumber(text: string): InferredValue {
  const match = NUMBER.exec(text);
  if (match === null || text.replace(/\D/g, '').length > EXACT_DIGITS) return asText(text);
  const value = Number(text);
  const decimals = match[1]?.length ?? 0;
  if (Object.is(value, -0)) return asText(text);
  // The number format restores trailing zeros.
  if (String(value) === text) return { value, format: 0 };
  return decimals <= MAX_DECIMALS ? { value, format: decimals } : { value, format: 0 };
}

function inferDate(text: string): InferredValue {
  if (!DATE.test(text)) return asText(text);
  const date = parseIsoTime(text);
  if (date === undefined) return asText(text);
  return { value: date, format: text.length === 10 ? 0 : DATE_TIME };
}

/** Infers a CSV value: a plain number, an ISO 8601 date without a time zone, `true` or `false`, otherwise the text. */
export function inferValue(text: string): InferredValue {
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (isDigit && text.charCodeAt(4) === 0x2d) return inferDate(text);
  if (isDigit || first === 0x2d) return inferNumber(text);
  if (text === 'true' || text === 'TRUE') return { value: true, format: 0 };
  if (text === 'false' || text === 'FALSE') return { value: false, format: 0 };
  return asText(text);
}
