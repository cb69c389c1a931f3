import * as z from 'zod';
import { createResultBudget } from '../../base/result-size.ts';
import { workbookContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { fileNames } from '../../workbook/file-names.ts';
import { chooseSheets, delimiterOption, sheetOptions } from '../../workbook/sheet-options.ts';
import { csvBytes } from './csv-text.ts';

const options = z.strictObject({
  ...sheetOptions.shape,
  delimiter: delimiterOption.default(',').describe('Character between fields.'),
  escape_formulas: z
    .boolean()
    .default(true)
    .describe(
      "Puts ' before texts that start with = + - @, a tab or a line end, which spreadsheets would run as formulas.",
    ),
});

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const workbook = workbookContent(content);
  const { sheet: asked, delimiter, escape_formulas } = options.parse(request.options);
  const style = { delimiter, escapeFormulas: escape_formulas };
  const sheets = chooseSheets(workbook, asked);
  const budget = createResultBudget(request.maxResultBytes);
  if (sheets.length === 1) return { content: csvBytes(workbook, sheets[0], style, budget), report: {} };
  const names = fileNames(
    sheets.map(({ name }) => name),
    'csv',
  );
  const files = sheets.map((sheet, index) => ({
    name: names[index] ?? '',
    bytes: csvBytes(workbook, sheet, style, budget),
  }));
  const warnings = [
    `The workbook has ${sheets.length} sheets: the result is a zip with a csv of each. The "sheet" option picks one.`,
  ];
  const file = { mimeType: 'application/zip', extension: 'zip' };
  return { content: makeZip(files), file, report: { warnings } };
}

/** Workbook to csv: one file, or a zip of one for each sheet. */
export const csvWriter: Engine = {
  name: 'docforge-csv',
  edges: [{ from: 'workbook', operation: 'convert', to: 'csv' }],
  options,
  limits: {},
  convert,
};
