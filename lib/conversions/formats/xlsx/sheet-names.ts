import { trimOf } from '../../base/trim-text.ts';
import { createUniqueNames } from '../../workbook/unique-names.ts';

// Excel's sheet name limit.
const MAX_CHARACTERS = 31;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are forbidden in sheet names
const FORBIDDEN = /[[\]:*?/\\\u0000-\u001f\ufffe\uffff]/g;

/** Makes names valid in Excel: at most 31 characters, none of `[]:*?/\`, unique regardless of case. */
export function excelSheetNames(names: readonly string[]): string[] {
  const unique = createUniqueNames((name) => name.toLowerCase());
  return names.map((name, index) => {
    const fit = trimOf(name.replaceAll(FORBIDDEN, ' ').trim(), "'");
    const cut = fit.slice(0, MAX_CHARACTERS).toWellFormed().trim();
    // Excel reserves "History".
    const base = cut === '' || cut.toLowerCase() === 'history' ? `Sheet${index + 1}` : cut;
    return unique(base, (copy) => {
      const suffix = ` (${copy})`;
      return `${base.slice(0, MAX_CHARACTERS - suffix.length)}${suffix}`;
    });
  });
}
