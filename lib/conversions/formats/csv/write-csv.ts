import { createResultBudget } from '../../base/result-size.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { chooseSheets, hiddenSheetWarnings } from '../../workbook/choose-sheets.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import { createUniqueNames } from '../../workbook/unique-names.ts';
import type { Workbook } from '../../workbook/workbook.ts';
import { csvBytes } from './csv-text.ts';
import type { csvWriteOptions, Delimited } from './options.ts';

const delimiters = { csv: ',', tsv: '\t' } as const;

// Characters that file systems reject (the Windows list) and path separators.
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names cannot contain control characters
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f\u007f]/g;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
// File systems allow 255 bytes; a character takes up to 3 bytes here, and a number and an extension are appended.
const MAX_CHARACTERS = 80;

/** Returns file names for titles such as sheet names: valid on any system and unique regardless of case. */
function fileNames(titles: readonly string[], extension: string): string[] {
  const unique = createUniqueNames((name) => name.toLowerCase());
  return titles.map((title, index) => {
    const allowed = title.replaceAll(FORBIDDEN, '_').slice(0, MAX_CHARACTERS).toWellFormed();
    const safe = allowed.replace(/^[\s.]+/, '').replace(/(?<![\s.])[\s.]+$/, '');
    const base = safe === '' ? `sheet-${index + 1}` : RESERVED.test(safe) ? `_${safe}` : safe;
    return `${unique(base, (copy) => `${base} (${copy})`)}.${extension}`;
  });
}

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
