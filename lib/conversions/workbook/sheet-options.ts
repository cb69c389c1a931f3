import * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** Options of everything that writes what is in a workbook. */
export const sheetOptions = z.strictObject({
  sheet: z
    .union([z.string().min(1).max(255), z.int().min(1)])
    .optional()
    .describe('One sheet, by its name or its number from 1. All where left out.'),
});

/** Option of what tells a row of names from rows of values. */
export const headerRowOptions = z.strictObject({
  header_row: z.boolean().default(true).describe('Whether the first row holds the names of the columns.'),
});

/** What parts the fields of csv; with `default` or `optional`, and a description, it is an option. */
export const delimiterOption = z
  .string()
  .regex(/^[^"\r\n\uD800-\uDFFF]$/, { error: 'expected one character, such as "," ";" "|" or a tab' });

// A text that many cells share stands in the result once for each: a megabyte can become terabytes.
const MAX_CHARACTERS = 200_000_000;

/** Characters of all texts of sheets. Throws ConversionError `too_complex` for more than can be written. */
export function countCharacters(sheets: readonly Sheet[], most: number = MAX_CHARACTERS): number {
  let characters = 0;
  for (const { rows } of sheets)
    for (const row of rows)
      for (const value of row) if (typeof value === 'string') characters += value.length;
  if (characters > most) {
    throw new ConversionError(
      'too_complex',
      `The texts of the workbook have ${characters} characters together; ${most} can be written. Split it.`,
    );
  }
  return characters;
}

/** Whether a sheet has any cell with a value. */
export const hasCells = (sheet: Sheet): boolean =>
  sheet.rows.some((row) => row.some((value) => value !== null && value !== ''));

const quoted = (names: readonly string[]): string => {
  const shown = names.slice(0, 20).map((name) => `"${name}"`);
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - 20} more` : shown.join(', ');
};

/**
 * The sheets that are meant: the one asked for, or all that hold something. Throws ConversionError
 * `unsupported_content` where there is none of that name or number, `empty_document` where no sheet holds anything, `too_complex`
 * for too much text.
 */
export function chooseSheets(
  workbook: Workbook,
  asked: string | number | undefined,
): readonly [Sheet, ...Sheet[]] {
  const { sheets } = workbook;
  if (asked !== undefined) {
    const lower = String(asked).toLowerCase();
    const found =
      (typeof asked === 'number' ? sheets[asked - 1] : undefined) ??
      sheets.find(({ name }) => name === asked) ??
      sheets.find(({ name }) => name.toLowerCase() === lower) ??
      // Forms and command lines give numbers as text.
      (/^\d{1,4}$/.test(lower) ? sheets[Number(lower) - 1] : undefined);
    if (found !== undefined) {
      countCharacters([found]);
      return [found];
    }
    const names = quoted(sheets.map(({ name }) => name));
    const message = `There is no sheet "${asked}". The workbook has ${sheets.length}: ${names}.`;
    throw new ConversionError('unsupported_content', message);
  }
  const [first, ...others] = sheets.filter(hasCells);
  if (first === undefined)
    throw new ConversionError('empty_document', 'No cell of the workbook holds anything. Check the file.');
  countCharacters([first, ...others]);
  return [first, ...others];
}
