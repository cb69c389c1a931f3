import * as z from 'zod';
import { workbookWriter } from '../../engine/roles.ts';
import { headerRowOptions, sheetOptions } from '../../workbook/sheet-options.ts';

/** Writes workbooks to XLSX with their number formats. */
export const xlsxWriter = workbookWriter({
  name: 'docforge-xlsx-writer',
  to: ['xlsx'],
  options: z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape }),
  write: async (workbook, { options: { sheet, header_row: header }, maxResultBytes }) => {
    const { chooseSheets } = await import('../../workbook/choose-sheets.ts');
    const { writeXlsx } = await import('./write-xlsx.ts');
    return writeXlsx(workbook, chooseSheets(workbook, sheet), header, maxResultBytes);
  },
});
