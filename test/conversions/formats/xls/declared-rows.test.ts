import { utils } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import { workbookOfSheetJs } from '../../../../lib/conversions/formats/xls/sheetjs-workbook.ts';
import { loadNumberFormats } from '../../../../lib/conversions/workbook/number-formats.ts';

it('visits only the rows that a workbook has, whatever their number', async () => {
  const sheet = utils.aoa_to_sheet([['a']], { dense: true });
  const rows: { hidden: boolean }[] = [];
  rows[2] = { hidden: true };
  rows[2_030_067_968] = { hidden: true };
  sheet['!rows'] = rows;
  const book = { SheetNames: ['A'], Sheets: { A: sheet } };

  const { sheets } = workbookOfSheetJs(book, { format: 'xlsb', metadata: noInfo }, await loadNumberFormats());

  expect(sheets[0]?.hiddenRows).toEqual([2, 2_030_067_968].map((at) => ({ first: at, last: at })));
});
