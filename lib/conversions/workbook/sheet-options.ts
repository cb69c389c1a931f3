import * as z from 'zod';

/** Options of engines that write a workbook's contents. */
export const sheetOptions = z.strictObject({
  sheet: z
    .union([z.string().min(1).max(255), z.int().min(1)])
    .optional()
    .describe('Sheet to convert, by name or by number, starting at 1. Default: all sheets.'),
});

/** Options of engines that treat the first row as column names. */
export const headerRowOptions = z.strictObject({
  header_row: z.boolean().default(true).describe('Reads the first row as column names.'),
});

/** The option of workbook readers for what the program hides. */
export const hiddenPartsOptions = z.strictObject({
  hidden: z
    .enum(['keep', 'omit'])
    .default('keep')
    .describe(
      'Hidden sheets, rows and columns, and filtered rows: "keep" keeps them, "omit" leaves them out. A warning states how many there are.',
    ),
});

/** Delimiter between CSV fields. Add `default` or `optional` and a description to make it an option. */
export const delimiterOption = z
  .string()
  .regex(/^[^"\r\n\uD800-\uDFFF]$/, { error: 'must be one character, such as "," ";" "|" or a tab' });
