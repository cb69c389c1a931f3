import * as z from 'zod';
import { createResultBudget } from '../../base/result-size.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { workbookWriter } from '../../engine/roles.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { fileNames } from '../../workbook/file-names.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import { chooseSheets, delimiterOption, sheetOptions } from '../../workbook/sheet-options.ts';
import type { Workbook } from '../../workbook/workbook.ts';
import { csvBytes } from './csv-text.ts';

const options = z.strictObject({
  ...sheetOptions.shape,
  delimiter: delimiterOption.default(',').describe('Character between fields.'),
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

async function write(
  workbook: Workbook,
  {
    options: { sheet: requested, delimiter, values, escape_formulas: escapeFormulas },
    maxResultBytes,
  }: WriteRequest<typeof options, 'csv'>,
): Promise<FileResult> {
  const show = values === 'displayed' ? (await loadNumberFormats()).show : undefined;
  const style = { delimiter, escapeFormulas, show };
  const sheets = chooseSheets(workbook, requested);
  const budget = createResultBudget(maxResultBytes);
  if (sheets.length === 1) return { bytes: csvBytes(workbook, sheets[0], style, budget) };
  const names = fileNames(
    sheets.map(({ name }) => name),
    'csv',
  );
  const files = sheets.map((sheet, index) => ({
    name: names[index] ?? '',
    bytes: csvBytes(workbook, sheet, style, budget),
  }));
  const warnings = [
    `The workbook has ${sheets.length} sheets; the result is a zip with one csv per sheet. Use the "sheet" option to select one.`,
  ];
  return { bytes: makeZip(files), file: { mimeType: 'application/zip', extension: 'zip' }, warnings };
}

/** Writes workbooks to CSV: one file, or a ZIP with a file for each sheet. */
export const csvWriter = workbookWriter({
  name: 'docforge-csv-writer',
  to: ['csv'],
  options,
  write,
});
