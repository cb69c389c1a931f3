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
const escapeFormula = (text: string): string => {
  if (!STARTS_FORMULA.test(text) || CALCULATES_NOTHING.test(text)) return text;
  // Nor is a signed number a formula in any notation: -3 %, -1.234,50 €, -1 000.
  return (readWrittenNumber(text, '.') ?? readWrittenNumber(text, ',')) === undefined ? `'${text}` : text;
};

const escapedForRegExp = (character: string): string => character.replace(/[\\\]^-]/, '\\$&');

/** Writes the fields of delimited text. */
interface CsvFields {
  /** A field that a spreadsheet program shows as text, never as a formula if formulas are escaped. */
  readonly text: (text: string) => string;
  /** A field as it is, quoted if necessary. */
  readonly plain: (text: string) => string;
}

/**
 * Creates a writer of fields (RFC 4180). Semicolons and tabs are quoted too: where they separate lists, spreadsheet
 * programs split at them. `escapesFormulas` adds an apostrophe before what such a program would calculate.
 */
export function csvFields(delimiter: string, escapesFormulas: boolean): CsvFields {
  const special = new RegExp(`["\\r\\n;\\t${escapedForRegExp(delimiter)}]`);
  const plain = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return { plain, text: escapesFormulas ? (text) => plain(escapeFormula(text)) : plain };
}
