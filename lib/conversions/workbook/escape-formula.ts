// Spreadsheet programs detect a formula by a cell's first character (OWASP, "CSV Injection").
const STARTS_FORMULA = /^[=+\-@\t\r\n]/;
// A lone sign, or one before digits and separators, calculates nothing: -, -5, +1,000.50, -3%.
const SIGNED_NUMBER = /^[+-](?:\d[\d.,]*%?)?$/;

/** Adds an apostrophe before text that a spreadsheet program could run as a formula. */
export const escapeFormula = (text: string): string =>
  STARTS_FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
