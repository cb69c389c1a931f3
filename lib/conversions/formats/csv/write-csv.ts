import { createResultBudget } from '../../base/result-size.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { chooseSheets, hiddenSheetWarnings } from '../../workbook/choose-sheets.ts';
import { fileNames } from '../../workbook/file-names.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import type { Workbook } from '../../workbook/workbook.ts';
import { csvBytes } from './csv-text.ts';
import type { csvWriteOptions, Delimited } from './options.ts';

const delimiters = { csv: ',', tsv: '\t' } as const;

/** Writes sheets as delimited text: one file, or a ZIP of several. */
export async function writeCsv(
  workbook: Workbook,
  {
    options: { sheet: requested, delimiter, values, escape_formulas: escapeFormulas },
    maxResultBytes,
    to,
  }: WriteRequest<typeof csvWriteOptions, Delimited>,
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
