import * as z from 'zod';
import { textOptions } from '../../engine/options.ts';
import { delimiterOption, sheetOptions } from '../../workbook/sheet-options.ts';

/** Options for reading delimited text. */
export const csvReadOptions = z.strictObject({
  ...textOptions.shape,
  delimiter: delimiterOption
    .optional()
    .describe('Field separator. Default: a tab for TSV, otherwise detected.'),
  infer_types: z
    .boolean()
    .default(true)
    .describe(
      'Converts plain numbers, ISO 8601 dates, true and false to typed values if the target format has them.',
    ),
});

/** The formats of delimited text. */
export type Delimited = 'csv' | 'tsv';

/** Options for writing delimited text. */
export const csvWriteOptions = z.strictObject({
  ...sheetOptions.shape,
  delimiter: delimiterOption
    .optional()
    .describe('Field separator. Default: a tab for TSV, otherwise a comma.'),
  values: z
    .enum(['raw', 'displayed'])
    .default('raw')
    .describe(
      'Field content: "raw" values (numbers in full precision, ISO 8601 dates), or values as "displayed" in the spreadsheet, such as 12.5% or 3/1/24.',
    ),
  escape_formulas: z
    .boolean()
    .default(true)
    .describe(
      "Prefixes text that starts with =, +, -, @, a tab or a line break with ', so that spreadsheet programs do not run it as a formula.",
    ),
});
