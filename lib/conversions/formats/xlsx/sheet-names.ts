import { trimOf } from '../../base/trim-text.ts';
import { createUniqueNames } from '../../workbook/unique-names.ts';

// Excel's rules for the names of sheets.
const MAX_CHARACTERS = 31;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are among what no name may have
const FORBIDDEN = /[[\]:*?/\\\u0000-\u001f\ufffe\uffff]/g;

/** Names that Excel takes: of 31 characters at most, without `[]:*?/\`, none twice whatever the letter case. */
export function excelSheetNames(names: readonly string[]): string[] {
  const unique = createUniqueNames((name) => name.toLowerCase());
  return names.map((name, index) => {
    const fit = trimOf(name.replaceAll(FORBIDDEN, ' ').trim(), "'");
    const cut = fit.slice(0, MAX_CHARACTERS).toWellFormed().trim();
    // "History" is Excel's own.
    const base = cut === '' || cut.toLowerCase() === 'history' ? `Sheet${index + 1}` : cut;
    return unique(base, (copy) => {
      const suffix = ` (${copy})`;
      return `${base.slice(0, MAX_CHARACTERS - suffix.length)}${suffix}`;
    });
  });
}
