import { ConversionError } from '../errors.ts';
import type { Sheet, Workbook } from './workbook.ts';

// Maximum characters. A shared string is written once per cell, so a megabyte can become terabytes.
const MAX_CHARACTERS = 200_000_000;

/** Counts the characters of all text in sheets. Throws ConversionError `too_complex` above `most`. */
export function countCharacters(sheets: readonly Sheet[], most: number = MAX_CHARACTERS): number {
  let characters = 0;
  for (const { rows } of sheets)
    for (const row of rows)
      for (const value of row) if (typeof value === 'string') characters += value.length;
  if (characters > most) {
    throw new ConversionError(
      'too_complex',
      `The text of the workbook has ${characters} characters; the limit is ${most}. Split it.`,
    );
  }
  return characters;
}

/** Returns true if any cell of a sheet has a value. */
const hasCells = (sheet: Sheet): boolean =>
  sheet.rows.some((row) => row.some((value) => value !== null && value !== ''));

/** Returns true if a sheet has values, or drawings over its cells. */
export const hasContent = (sheet: Sheet): boolean => sheet.drawn !== undefined || hasCells(sheet);

/** Returns true if a sheet has comments, headers or footers. */
const hasSurroundings = ({ comments = [], furniture = [] }: Sheet): boolean =>
  comments.length > 0 || furniture.length > 0;

/** Returns the sheets with values or drawings or, if there are none, the sheets with comments, headers or footers. */
export function filledSheets(sheets: readonly Sheet[]): readonly Sheet[] {
  const filled = sheets.filter(hasContent);
  return filled.length > 0 ? filled : sheets.filter(hasSurroundings);
}

const quoted = (names: readonly string[]): string => {
  const shown = names.slice(0, 20).map((name) => `"${name}"`);
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - 20} more` : shown.join(', ');
};

/** Returns a warning that lists hidden sheets; empty if there are none. */
export function hiddenSheetWarnings(sheets: readonly Sheet[]): string[] {
  const hidden = sheets.filter((sheet) => sheet.hidden === true).map(({ name }) => name);
  return hidden.length === 0 ? [] : [`Hidden sheets are included: ${quoted(hidden)}.`];
}

/**
 * Selects the requested sheet, or the filled ones. Throws ConversionError `unsupported_content` if no sheet has
 * that name or number, `empty_document` if there are none, and `too_complex` if there is too much text.
 */
export function chooseSheets(
  workbook: Workbook,
  requested: string | number | undefined,
): readonly [Sheet, ...Sheet[]] {
  const { sheets } = workbook;
  if (requested !== undefined) {
    const lower = String(requested).toLowerCase();
    const found =
      (typeof requested === 'number' ? sheets[requested - 1] : undefined) ??
      sheets.find(({ name }) => name === requested) ??
      sheets.find(({ name }) => name.toLowerCase() === lower) ??
      // Forms and command lines pass numbers as text.
      (/^\d{1,4}$/.test(lower) ? sheets[Number(lower) - 1] : undefined);
    if (found !== undefined) {
      countCharacters([found]);
      return [found];
    }
    const names = quoted(sheets.map(({ name }) => name));
    const message = `The workbook has no sheet "${requested}". Its sheets are ${names}.`;
    throw new ConversionError('unsupported_content', message);
  }
  const [first, ...others] = filledSheets(sheets);
  if (first === undefined) throw new ConversionError('empty_document', 'The workbook is empty.');
  countCharacters([first, ...others]);
  return [first, ...others];
}
