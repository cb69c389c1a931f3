import * as z from 'zod';

/** Options of extract "document". */
export const modelOptions = z.strictObject({
  image_data: z
    .boolean()
    .default(false)
    .describe(
      'Includes the images as base64. By default, the result contains only their names; extract "images" returns the files.',
    ),
  lines: z
    .boolean()
    .default(false)
    .describe(
      'Adds the lines of headings, paragraphs and code, with their boxes, for PDFs and recognized images. Recognized lines also have their words.',
    ),
});

/** Options of extract "tables". */
export const tablesOptions = z.strictObject({
  tables_as: z
    .enum(['json', 'csv'])
    .default('json')
    .describe(
      'Result format: one JSON file, or one CSV file for each table. Several CSV files are returned as a ZIP file (table-1.csv, table-2.csv, ...).',
    ),
  escape_formulas: z
    .boolean()
    .default(true)
    .describe(
      "For CSV: prefixes text that starts with =, +, -, @, a tab or a line break with ', so that spreadsheet programs do not run it as a formula.",
    ),
});
