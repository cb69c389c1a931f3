import { workbookToDocument } from '../engine/roles.ts';
import { MAX_SHOWN_CELLS } from './limits.ts';
import { workbookOptions } from './workbook-options.ts';

/** Turns a workbook into a document of tables, with a heading for each sheet if there are several. */
export const sheetDocument = workbookToDocument({
  name: 'docforge-workbook-to-document',
  options: workbookOptions,
  limits: { maxCells: MAX_SHOWN_CELLS },
  convert: async (workbook, request) => {
    const { convertWorkbook } = await import('./convert-workbook.ts');
    return await convertWorkbook(workbook, request);
  },
});
