const LT = 0x3c;
const DOT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
// Integers up to 2^53 and powers of ten up to 10^22 are exact, so one division rounds correctly (IEEE 754).
const EXACT_DIGITS = 15;
const powersOfTen = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
// One more digit or letter keeps the value exact; larger ones are no row or column of any format.
const MAX_INTEGER = 0xfffffff;
const MAX_COLUMN = 0xfffff;

/** Value of the decimal digits in a range of bytes; -1 if there is another character or no digit. */
export function scanInteger(bytes: Uint8Array, start: number, end: number): number {
  if (start === end) return -1;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    if (code < ZERO || code > NINE || value > MAX_INTEGER) return -1;
    value = value * 10 + code - ZERO;
  }
  return value;
}

/** Column, from 0, of a cell reference such as `AB12`; -1 if the range does not start with a letter. */
export function scanColumn(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    // Upper and lower case differ in this bit.
    const letter = ((bytes[at] ?? 0) & ~0x20) - 0x40;
    if (letter < 1 || letter > 26 || value > MAX_COLUMN) break;
    value = value * 26 + letter;
  }
  return value - 1;
}

/**
 * Value of a decimal number that the next tag follows directly, without making a string of it. NaN for any other text,
 * including numbers with an exponent or too many digits to be computed exactly.
 */
export function scanDecimal(bytes: Uint8Array, start: number): number {
  const isNegative = bytes[start] === MINUS;
  let at = isNegative ? start + 1 : start;
  let digits = 0;
  let decimals = -1;
  let value = 0;
  for (; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
      digits += 1;
      if (decimals >= 0) decimals += 1;
    } else if (code === DOT && decimals < 0) decimals = 0;
    else break;
  }
  if (bytes[at] !== LT || digits === 0 || digits > EXACT_DIGITS) return Number.NaN;
  const magnitude = decimals > 0 ? value / (powersOfTen[decimals] ?? 1) : value;
  return isNegative ? -magnitude : magnitude;
}
