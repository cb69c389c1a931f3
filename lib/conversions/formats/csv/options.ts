import * as z from 'zod';
import { textOptions } from '../../engine/options.ts';
import { delimiterOption, sheetOptions } from '../../workbook/sheet-options.ts';

/** Options for reading delimited text. */
export const csvReadOptions = z.strictObject({
  ...textOptions.shape,
  delimiter: delimiterOption
    .optional()
    .describe('Character between fields. Default: a tab in tsv, otherwise detected.'),
  infer_types: z
    .boolean()
    .default(true)
    .describe(
      'Convert plain numbers, ISO 8601 dates, true and false to typed values if the target format supports them.',
    ),
});

/** The formats of delimited text. */
export type Delimited = 'csv' | 'tsv';

/** Options for writing delimited text. */
export const csvWriteOptions = z.strictObject({
  ...sheetOptions.shape,
  delimiter: delimiterOption
    .optional()
    .describe('Character between fields. Default: a tab in tsv, otherwise a comma.'),
  values: z
    .enum(['raw', 'displayed'])
    .default('raw')
    .describe(
      'What the fields contain: raw values (numbers in full precision, ISO 8601 dates), or what the spreadsheet displays, such as 12.5% or 3/1/24.',
    ),
  escape_formulas: z
    .boolean()
    .default(true)
    .describe(
      "Prefix text that starts with = + - @, a tab or a line break with ', so that spreadsheets do not run it as a formula.",
    ),
});
