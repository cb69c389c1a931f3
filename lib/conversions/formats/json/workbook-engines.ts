import { parse as parsePath } from 'node:path';
import * as z from 'zod';
import { noInfo } from '../../document/document-info.ts';
import { textOptions } from '../../engine/options.ts';
import { workbookReader, workbookWriter } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { MAX_CELLS } from '../../workbook/cell-budget.ts';
import {
  chooseSheets,
  headerRowOptions,
  hiddenSheetWarnings,
  sheetOptions,
} from '../../workbook/sheet-options.ts';
import { readJsonSheets } from './json-rows.ts';
import { jsonBytes } from './json-text.ts';

/** Reads JSON that contains tables. Used for CSV and XLSX; other targets show JSON as a listing. */
export const jsonReader = workbookReader({
  name: 'docforge-json-reader',
  from: ['json'],
  options: textOptions,
  limits: { maxCells: MAX_CELLS },
  read: async (bytes, { options, filename = '' }) => {
    const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
    const sheets = readJsonSheets(text, parsePath(filename).name || 'Sheet1');
    return {
      workbook: { hub: 'workbook', fileType: 'json', info: { ...noInfo, encoding }, sheets },
      warnings,
    };
  },
});

/** Writes workbooks to JSON. */
export const jsonWriter = workbookWriter({
  name: 'docforge-json-writer',
  to: ['json'],
  options: z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape }),
  write: async (workbook, { options: { sheet, header_row: header }, maxResultBytes }) => {
    const sheets = chooseSheets(workbook, sheet);
    return {
      bytes: jsonBytes(workbook, sheets, header, maxResultBytes),
      warnings: sheet === undefined ? hiddenSheetWarnings(sheets) : [],
    };
  },
});
