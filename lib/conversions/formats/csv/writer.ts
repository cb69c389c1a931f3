import * as z from 'zod';
import { createResultBudget } from '../../base/result-size.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { workbookWriter } from '../../engine/roles.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { fileNames } from '../../workbook/file-names.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import {
  chooseSheets,
  delimiterOption,
  hiddenSheetWarnings,
  sheetOptions,
} from '../../workbook/sheet-options.ts';
import type { Workbook } from '../../workbook/workbook.ts';
import { csvBytes } from './csv-text.ts';

const options = z.strictObject({
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

const delimiters = { csv: ',', tsv: '\t' } as const;

type Delimited = keyof typeof delimiters;

async function write(
  workbook: Workbook,
  {
    options: { sheet: requested, delimiter, values, escape_formulas: escapeFormulas },
    maxResultBytes,
    to,
  }: WriteRequest<typeof options, Delimited>,
): Promise<FileResult> {
  const show = values === 'displayed' ? (await loadNumberFormats()).display : undefined;
  const style = { delimiter: delimiter ?? delimiters[to], escapeFormulas, show };
  const sheets = chooseSheets(workbook, requested);
  const budget = createResultBudget(maxResultBytes);
  const hidden = requested === undefined ? hiddenSheetWarnings(sheets) : [];
  if (sheets.length === 1) return { bytes: csvBytes(workbook, sheets[0], style, budget), warnings: hidden };
  const names = fileNames(
    sheets.map(({ name }) => name),
    to,
  );
  const files = sheets.map((sheet, index) => ({
    name: names[index] ?? '',
    bytes: csvBytes(workbook, sheet, style, budget),
  }));
  const warnings = [
    `The workbook has ${sheets.length} sheets; the result is a zip with one ${to} per sheet. Use the "sheet" option to select one.`,
    ...hidden,
  ];
  return { bytes: makeZip(files), file: { mimeType: 'application/zip', extension: 'zip' }, warnings };
}

/** A writer of one file, or of a ZIP with a file for each sheet. */
const delimitedWriter = <const To extends Delimited>(to: To) =>
  workbookWriter({ name: `docforge-${to}-writer`, to: [to], options, write });

/** Writes workbooks to comma-separated values. */
export const csvWriter = delimitedWriter('csv');

/** Writes workbooks to tab-separated values. */
export const tsvWriter = delimitedWriter('tsv');
