import * as z from 'zod';

/** Options of extract "document". */
export const modelOptions = z.strictObject({
  image_data: z
    .boolean()
    .default(false)
    .describe('Include the images as base64. By default they are only named; extract "images" returns them.'),
  lines: z
    .boolean()
    .default(false)
    .describe(
      'Include the lines of headings, paragraphs and code of a PDF or a recognized image with their places, and the words of recognized lines.',
    ),
});

/** Options of extract "tables". */
export const tablesOptions = z.strictObject({
  tables_as: z
    .enum(['json', 'csv'])
    .default('json')
    .describe(
      'Result format: one JSON file, or csv. Several csv tables are returned as a zip of table-1.csv and so on.',
    ),
  escape_formulas: z
    .boolean()
    .default(true)
    .describe(
      "For csv: prefix text that starts with = + - @, a tab or a line break with ', so that spreadsheets do not run it as a formula.",
    ),
});
