import { escapeFormula } from './escape-formula.ts';

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
