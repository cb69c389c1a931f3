import { textOptions } from '../../engine/options.ts';
import { workbookReader, workbookWriter } from '../../engine/roles.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';
import { jsonWriteOptions } from './options.ts';

/** Reads JSON that contains tables. Used for CSV and XLSX; other targets show JSON as a listing. */
export const jsonReader = workbookReader({
  name: 'docforge-json-reader',
  from: ['json'],
  options: textOptions,
  limits: { maxCells: MAX_CELLS },
  read: async (bytes, request) => {
    const { readJsonWorkbook } = await import('./read-workbook.ts');
    return await readJsonWorkbook(bytes, request);
  },
});

/** Writes workbooks to JSON. */
export const jsonWriter = workbookWriter({
  name: 'docforge-json-writer',
  to: ['json'],
  options: jsonWriteOptions,
  write: async (workbook, request) => {
    const { writeJsonWorkbook } = await import('./write-workbook.ts');
    return await writeJsonWorkbook(workbook, request);
  },
});
