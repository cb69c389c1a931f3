import xlsx from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert, extract, read } from '../../../lib/conversions/index.ts';
import { makeOds, makeXlsx } from '../make-sheets.ts';

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const cell = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;

/** A1:C4 with a hidden column B and hidden rows 2 and 3, and a hidden sheet. */
const inXlsx = makeXlsx({
  sheets: [
    `<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1">${text('a')}${text('cost')}${text('c')}</row><row r="2" hidden="1">${text('secret')}</row><row r="3" hidden="true">${text('x')}${text('y')}${text('z')}</row><row r="4">${text('p')}${text('profit')}${text('r')}</row></sheetData><mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="A3:C3"/></mergeCells></worksheet>`,
    `<row>${text('internal')}</row>`,
  ],
  workbook:
    '<workbook><sheets><sheet name="A" r:id="s0"/><sheet name="B" state="veryHidden" r:id="s1"/></sheets></workbook>',
});

const inOds = makeOds(
  `<style:style style:name="no"><style:table-properties table:display="false"/></style:style><table:table table:name="A"><table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/><table:table-row>${cell('a')}${cell('cost')}${cell('c')}</table:table-row><table:table-row table:visibility="collapse">${cell('secret')}</table:table-row><table:table-row table:visibility="filter">${cell('x')}${cell('y')}${cell('z')}</table:table-row><table:table-row>${cell('p')}${cell('profit')}${cell('r')}</table:table-row><table:table-row table:number-rows-repeated="1048000" table:visibility="collapse"><table:table-cell/></table:table-row></table:table><table:table table:name="B" table:style-name="no"><table:table-row>${cell('internal')}</table:table-row></table:table>`,
);

/** The same by SheetJS. */
function bySheetJs(bookType: 'biff8' | 'xlsb'): Uint8Array {
  const sheet = xlsx.utils.aoa_to_sheet([
    ['a', 'cost', 'c'],
    ['secret'],
    ['x', 'y', 'z'],
    ['p', 'profit', 'r'],
  ]);
  sheet['!cols'] = [{}, { hidden: true }, {}];
  sheet['!rows'] = [{}, { hidden: true }, { hidden: true }, {}];
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['internal']]), 'B');
  xlsx.utils.book_append_sheet(book, sheet, 'A');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  const bytes = xlsx.write(book, { bookType, type: 'buffer', cellStyles: true });
  if (bookType === 'xlsb') return bytes;
  // The library writes no hidden rows: they are added before the end of the last sheet.
  const rows = [1, 2].map((row) => {
    const record = Buffer.alloc(20);
    record.writeUInt16LE(0x0208, 0);
    record.writeUInt16LE(16, 2);
    record.writeUInt16LE(row, 4);
    record.writeUInt32LE(0x20, 16);
    return record;
  });
  const container = xlsx.CFB.read(bytes, { type: 'buffer' });
  const records = Buffer.from(xlsx.CFB.find(container, 'Workbook')?.content ?? []);
  const end = records.length - 4;
  const content = Buffer.concat([records.subarray(0, end), ...rows, records.subarray(end)]);
  xlsx.CFB.utils.cfb_del(container, '/Workbook');
  xlsx.CFB.utils.cfb_add(container, '/Workbook', content);
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }));
}

const files: readonly (readonly [Format, Uint8Array])[] = [
  ['xlsx', inXlsx],
  ['ods', inOds],
  ['xls', bySheetJs('biff8')],
  ['xlsb', bySheetJs('xlsb')],
];

describe.each(files)('hidden parts of %s', (from, file) => {
  it.each(['csv', 'json', 'markdown', 'html'] as const)('are left out of %s, and counted', async (to) => {
    const options = { hidden: 'omit', ...(to === 'csv' ? { sheet: 'A' } : {}) };
    const { bytes, report } = await convert(file, { from, to, options });
    const result = Buffer.from(bytes).toString();

    for (const hidden of ['secret', 'cost', 'profit', 'internal', '"y"'])
      expect(result).not.toContain(hidden);
    for (const shown of ['a', 'c', 'p', 'r']) expect(result).toContain(shown);
    expect(report.warnings).toContain(
      '1 hidden sheet, 2 hidden rows, 1 hidden column were left out. Set "hidden" to "keep" to include them.',
    );
  });

  it('are kept and counted by default', async () => {
    const { bytes, report } = await extract(file, { from, format: 'text' });
    const result = Buffer.from(bytes).toString();

    for (const hidden of ['secret', 'cost', 'profit', 'internal']) expect(result).toContain(hidden);
    expect(report.warnings).toContain(
      '2 hidden rows, 1 hidden column were included. Set "hidden" to "omit" to leave them out.',
    );
    expect(report.warnings).toContain('Hidden sheets are included: "B".');
  });

  it('leave the addresses of the other cells as they are', async () => {
    const { blocks } = await read(file, { from, options: { hidden: 'omit' } });

    expect(blocks).toMatchObject([
      {
        kind: 'table',
        rows: [
          [
            { text: 'a', place: { cells: 'A1' } },
            { text: 'c', place: { cells: 'C1' } },
          ],
          [
            { text: 'p', place: { cells: 'A4' } },
            { text: 'r', place: { cells: 'C4' } },
          ],
        ],
        places: [{ sheet: 'A', cells: 'A1:C4' }],
      },
    ]);
  });

  it('cannot be requested by their name if they are left out', async () => {
    const conversion = convert(file, { from, to: 'csv', options: { sheet: 'B', hidden: 'omit' } });

    await expect(conversion).rejects.toThrow('no sheet "B"');
  });
});

it('refuses other values of the option', async () => {
  const conversion = convert(inXlsx, { from: 'xlsx', to: 'csv', options: { hidden: true } });

  await expect(conversion).rejects.toThrow('hidden');
});
