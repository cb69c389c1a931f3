import * as z from 'zod';
import { createResultBudget } from '../../base/result-size.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { workbookWriter } from '../../engine/roles.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { fileNames } from '../../workbook/file-names.ts';
import { chooseSheets, delimiterOption, sheetOptions } from '../../workbook/sheet-options.ts';
import type { Workbook } from '../../workbook/workbook.ts';
import { csvBytes } from './csv-text.ts';

const options = z.strictObject({
  ...sheetOptions.shape,
  delimiter: delimiterOption.default(',').describe('Character between fields.'),
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
    options: { sheet: requested, delimiter, escape_formulas: escapeFormulas },
    maxResultBytes,
  }: WriteRequest<typeof options, 'csv'>,
): Promise<FileResult> {
  const style = { delimiter, escapeFormulas };
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
