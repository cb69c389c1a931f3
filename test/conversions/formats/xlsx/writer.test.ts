import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import { readXlsx } from '../../../../lib/conversions/formats/xlsx/read-xlsx.ts';
import { writeXlsx } from '../../../../lib/conversions/formats/xlsx/write-xlsx.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import type { Sheet, Workbook } from '../../../../lib/conversions/workbook/workbook.ts';
import { unzip } from '../../make-sheets.ts';

const workbookOf = (...sheets: Sheet[]): Workbook => ({
  hub: 'workbook',
  format: 'ods',
  metadata: { ...noInfo, title: 'A & B', author: 'Ada' },
  sheets,
  numberFormats: [
    { code: 'General', kind: 'number' },
    { code: '0.0%', kind: 'number' },
    { code: '[h]:mm', kind: 'duration' },
    { code: '#,##0.00 "€"', kind: 'number' },
  ],
});

describe('writing xlsx', () => {
  it('round-trips values, formats, merged cells and hidden sheets', async () => {
    const day = new Date('2026-02-28T00:00:00Z');
    const time = new Date('2026-02-28T10:30:15.250Z');
    const odd = ' a\n"b"\t<c>&_x0041_\u0001 \uFFFF😀';
    const values = [1, -2.5, 1e-7, true, false, null, day, time, '=1+1', '007', odd, ''];
    const workbook = workbookOf(
      {
        name: 'One',
        rows: [values, [], [0.125, 1.5, 3]],
        formats: [undefined, undefined, [1, 2, 3]],
        merged: [{ firstRow: 0, firstColumn: 1, lastRow: 1, lastColumn: 2 }],
      },
      { name: 'Two', rows: [['x']], hidden: true },
    );

    const { bytes } = writeXlsx(workbook, workbook.sheets, true);
    const { workbook: read } = await readXlsx(bytes);

    expect(read.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['One', undefined],
      ['Two', true],
    ]);
    expect(read.sheets[0]?.rows).toEqual([values.slice(0, -1), [], [0.125, 1.5, 3]]);
    expect(read.sheets[0]?.merged).toEqual(workbook.sheets[0]?.merged);
    const codes = read.sheets[0]?.formats?.[2]?.map((index) => read.numberFormats?.[index]?.code);
    expect(codes).toEqual(['0.0%', '[h]:mm', '#,##0.00 "€"']);
    expect(read.metadata).toMatchObject({ title: 'A & B', author: 'Ada', created: null });
  });

  it('sets the height of rows with several lines', async () => {
    const file = await convert(Buffer.from('a,b\n1,"x\ny\nz"'), { from: 'csv', to: 'xlsx' });

    const sheet = unzip(file.bytes)['xl/worksheets/sheet1.xml'];
    expect(sheet).toContain('<row r="1"><c');
    expect(sheet).toContain('<row r="2" ht="45" customHeight="1">');
  });

  it('never writes a formula', async () => {
    const file = await convert(Buffer.from('a,b\n=1+1,@SUM(A1)\n+1,-x'), { from: 'csv', to: 'xlsx' });

    const sheet = unzip(file.bytes)['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).not.toContain('<f');
    expect(sheet.match(/t="s"/g)).toHaveLength(6);
  });

  it('makes a header row bold and freezes it unless disabled', async () => {
    const csv = Buffer.from('name,price\nx,1.50\n');

    const named = unzip((await convert(csv, { from: 'csv', to: 'xlsx' })).bytes);
    const plain = unzip(
      (await convert(csv, { from: 'csv', to: 'xlsx', options: { header_row: false } })).bytes,
    );

    expect(named['xl/worksheets/sheet1.xml']).toContain('<pane ySplit="1"');
    expect(named['xl/worksheets/sheet1.xml']).toContain('<c r="A1" s="1" t="s">');
    expect(named['xl/styles.xml']).toContain('formatCode="0.00"');
    expect(plain['xl/worksheets/sheet1.xml']).not.toContain('<pane');
  });

  it('writes valid sheet names and at least one visible sheet', async () => {
    const names = ['a/b:c', 'A b C', 'History', '', "'q'", 'x'.repeat(40), `${'x'.repeat(31)}y`];
    const workbook = workbookOf(...names.map((name): Sheet => ({ name, rows: [[1]], hidden: true })));

    const { workbook: read } = await readXlsx(writeXlsx(workbook, workbook.sheets, true).bytes);

    expect(read.sheets.map(({ name }) => name)).toEqual([
      'a b c',
      'A b C (2)',
      'Sheet3',
      'Sheet4',
      'q',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
    ]);
    expect(read.sheets.map(({ hidden }) => hidden ?? false)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it('truncates long texts, drops overlapping merged cells, and warns', () => {
    const range = { firstRow: 0, firstColumn: 0, lastRow: 3, lastColumn: 3 };
    const merged = [
      range,
      { ...range, firstRow: 2, lastColumn: 1 },
      { ...range, firstColumn: 5, lastColumn: 6 },
    ];
    const workbook = workbookOf({ name: 'S', rows: [['x'.repeat(40_000)]], merged });

    const { bytes, warnings } = writeXlsx(workbook, workbook.sheets, true);

    const parts = unzip(bytes);
    expect(parts['xl/worksheets/sheet1.xml']?.match(/<mergeCell /g)).toHaveLength(2);
    expect(parts['xl/sharedStrings.xml']).toContain(`>${'x'.repeat(32_767)}<`);
    expect(warnings).toEqual(['1 text cell was truncated to the xlsx limit of 32767 characters.']);
  });

  it('refuses too many columns', async () => {
    const csv = Buffer.from('1,'.repeat(17_000));

    await expect(convert(csv, { from: 'csv', to: 'xlsx' })).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('17001 columns'),
    });
  });

  it('returns the same bytes each time', async () => {
    const csv = Buffer.from('a,b\n1,2026-02-28\n');

    const one = await convert(csv, { from: 'csv', to: 'xlsx' });
    const other = await convert(csv, { from: 'csv', to: 'xlsx' });

    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
  });
});
