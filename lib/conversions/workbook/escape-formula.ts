// What a spreadsheet program may take for a formula (OWASP, "CSV Injection"): the character that starts a cell decides.
const STARTS_FORMULA = /^[=+\-@\t\r\n]/;
// A sign alone, or before digits and their separators, calculates nothing: -, -5, +1,000.50, -3%.
const SIGNED_NUMBER = /^[+-](?:\d[\d.,]*%?)?$/;

/** A text that a spreadsheet program shows as it is: one that could be a formula gets an apostrophe before it. */
export const escapeFormula = (text: string): string =>
  STARTS_FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
