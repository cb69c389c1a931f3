import { noOptions } from '../../engine/options.ts';
import { workbookReader } from '../../engine/roles.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';

/** Reads XLS workbooks, BIFF2 to BIFF8. */
export const xlsReader = workbookReader({
  name: 'sheetjs-xls-reader',
  package: '@e965/xlsx',
  from: ['xls'],
  options: noOptions,
  limits: { maxCells: MAX_CELLS },
  read: async (bytes, { target }) => {
    const { readXls } = await import('./read-xls.ts');
    return await readXls(bytes, target);
  },
});
