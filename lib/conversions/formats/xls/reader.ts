import { workbookReader } from '../../engine/roles.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';
import { hiddenPartsOptions } from '../../workbook/sheet-options.ts';

/** Reads XLS workbooks, BIFF2 to BIFF8. */
export const xlsReader = workbookReader({
  name: 'sheetjs-xls-reader',
  package: '@e965/xlsx',
  from: ['xls'],
  options: hiddenPartsOptions,
  limits: { maxCells: MAX_CELLS },
  read: async (bytes, { options: { hidden }, needs }) => {
    const { applyHidden } = await import('../../workbook/hidden-parts.ts');
    const { readXls } = await import('./read-xls.ts');
    return applyHidden(await readXls(bytes, needs), hidden);
  },
});
