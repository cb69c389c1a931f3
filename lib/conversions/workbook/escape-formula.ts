import { readWrittenNumber } from './written-number.ts';

/**
 * Spreadsheet programs detect a formula by a cell's first character, also in its full-width form, and may remove a byte
 * order mark, controls and other invisible characters before it (OWASP, "CSV Injection"). They keep blanks.
 */
const STARTS_FORMULA =
  /^(?:[\t\r\n]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u3000]*[=+\-@＝＋－＠])/u;
// Marks for missing values, lines, and numbers of any length: -, ---, -5, +1,000.50, -1e400.
const CALCULATES_NOTHING = /^[+-](?:[+-]*|\d[\d.,]*(?:[eE][+-]?\d+)?%?)$/;

/** Adds an apostrophe before text that a spreadsheet program could run as a formula. */
export const escapeFormula = (text: string): string => {
  if (!STARTS_FORMULA.test(text) || CALCULATES_NOTHING.test(text)) return text;
  // Nor is a signed number a formula in any notation: -3 %, -1.234,50 €, -1 000.
  return (readWrittenNumber(text, '.') ?? readWrittenNumber(text, ',')) === undefined ? `'${text}` : text;
};
