import { type BookType, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../lib/conversions/detection/detect.ts';
import { odsReader } from '../../../lib/conversions/formats/ods/reader.ts';
import { readXlsx } from '../../../lib/conversions/formats/xlsx/read-xlsx.ts';
import { xlsxWriter } from '../../../lib/conversions/formats/xlsx/writer.ts';
import { extract } from '../../../lib/conversions/index.ts';
import { openCompound } from '../../../lib/conversions/shared/compound-file/open-compound.ts';
import { convertText, makeOds } from '../make-sheets.ts';
import { runEngines } from '../run-engines.ts';
import { compoundOf } from '../shared/compound-file/compound-of.ts';

const table = (rows: string, name = 'S'): string => `<table:table table:name="${name}">${rows}</table:table>`;
const row = (cells: string, repeated = 1): string =>
  `<table:table-row table:number-rows-repeated="${repeated}">${cells}</table:table-row>`;
const typed = (type: string, attributes: string, shown: string): string =>
  `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
const text = (content: string): string =>
  `<table:table-cell office:value-type="string">${content}</table:table-cell>`;
const gap = (columns: number): string => `<table:table-cell table:number-columns-repeated="${columns}"/>`;

const values =
  typed('float', 'office:value="1234.5"', '1.234,50') +
  typed('percentage', 'office:value="0.125"', '12.5%') +
  typed('currency', 'office:currency="EUR" office:value="3"', '3.00 €') +
  typed('date', 'office:date-value="2026-02-28"', '28.02.26') +
  typed('date', 'office:date-value="2026-02-28T10:30:00"', '28.02.26 10:30') +
  typed('time', 'office:time-value="PT10H30M00S"', '10:30') +
  typed('time', 'office:time-value="PT25H30M00S"', '25:30') +
  typed('boolean', 'office:boolean-value="true"', 'WAHR') +
  typed('date', 'office:date-value="1850-05-01"', '1.5.1850') +
  typed('float', 'office:value="0"', '#DIV/0!');

const sheets: readonly [title: string, body: string, csv: string][] = [
  [
    'values and not what is shown',
    table(row(values)),
    '1234.5,0.125,3,2026-02-28,2026-02-28T10:30:00,10:30:00,25:30:00,TRUE,1850-05-01,#DIV/0!\r\n',
  ],
  [
    'text with its blanks, lines and spans, without comments and drawings',
    table(
      row(
        text(
          '<text:p>a<text:s text:c="2"/>b<text:tab/><text:span>c</text:span>  d</text:p><text:p>e</text:p>',
        ) +
          text('<office:annotation><text:p>no</text:p></office:annotation><text:p>yes</text:p>') +
          text(
            '<draw:frame><draw:text-box><text:p>no</text:p></draw:text-box></draw:frame><text:p>too</text:p>',
          ),
      ),
    ),
    '"a  b\tc d\ne",yes,too\r\n',
  ],
  [
    'what is repeated, but not emptiness at the ends',
    table(
      row(gap(1) + text('<text:p>x</text:p>') + gap(16_000), 2) +
        row(gap(16_384), 3) +
        row(
          '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="3"/>',
        ) +
        row(gap(16_384), 1_048_000),
    ),
    ',x,\r\n,x,\r\n,,\r\n,,\r\n,,\r\n1,1,1\r\n',
  ],
  [
    'grouped and header rows, without deleted cells of tracked changes',
    `<table:tracked-changes>${table(row(text('<text:p>gone</text:p>')))}</table:tracked-changes>` +
      table(
        `<table:table-header-rows>${row(text('<text:p>h</text:p>'))}</table:table-header-rows><table:table-row-group>${row(text('<text:p>g</text:p>'))}</table:table-row-group>`,
      ),
    'h\r\ng\r\n',
  ],
];

describe('reading ods', () => {
  it.each(sheets)('reads %s', async (_title, body, csv) => {
    expect(await convertText(makeOds(body), 'ods', 'csv')).toBe(csv);
  });

  it('writes cells to documents as displayed', async () => {
    const result = await extract(makeOds(table(row(values))), { from: 'ods', format: 'text' });

    expect(Buffer.from(result.bytes).toString().trim()).toBe(
      '1.234,50\t12.5%\t3.00 €\t28.02.26\t28.02.26 10:30\t10:30\t25:30\tWAHR\t1.5.1850\t#DIV/0!',
    );
  });

  it.each([
    [
      'a billion repeated cells',
      row(typed('float', 'office:value="1" table:number-columns-repeated="16384"', '1'), 1_000_000),
      'too_complex',
    ],
    ['rows beyond the limit', row(gap(1), 1_048_570) + row(text('<text:p>x</text:p>'), 9), 'too_complex'],
    ['nothing', row(gap(5)), 'empty_document'],
  ])('refuses %s', async (_title, rows, code) => {
    await expect(convertText(makeOds(table(rows)), 'ods', 'csv')).rejects.toMatchObject({ code });
  });

  it('refuses a password-protected file', async () => {
    const manifest =
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    const file = makeOds('', { 'META-INF/manifest.xml': manifest });

    await expect(convertText(file, 'ods', 'csv')).rejects.toMatchObject({ code: 'encrypted_document' });
  });

  it('keeps merged cells, formats and hidden sheets in xlsx', async () => {
    const style =
      '<office:automatic-styles><style:style style:name="ta9"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
    const merged = row(
      '<table:table-cell office:value-type="percentage" office:value="0.125" table:number-columns-spanned="2" table:number-rows-spanned="1"><text:p>12.5%</text:p></table:table-cell><table:covered-table-cell/>',
    );
    const hidden = `<table:table table:name="H" table:style-name="ta9">${merged}</table:table>`;

    const request = { from: 'ods', operation: 'convert', to: 'xlsx', options: {} } as const;
    // Skips LibreOffice, which would run first.
    const engines = [odsReader, xlsxWriter];
    const { bytes } = await runEngines(makeOds(style + table(merged) + hidden), request, { engines });

    const { workbook } = await readXlsx(bytes);
    expect(workbook.sheets.map(({ name, hidden: isHidden }) => [name, isHidden])).toEqual([
      ['S', undefined],
      ['H', true],
    ]);
    expect(workbook.numberFormats?.map(({ code }) => code)).toContain('0.0%');
    expect(workbook.sheets[0]?.merged).toEqual([{ firstRow: 0, firstColumn: 0, lastRow: 0, lastColumn: 1 }]);
  });
});

function makeXls(bookType: BookType, name = 'a'): Uint8Array {
  const sheet = utils.aoa_to_sheet([
    [name, 'day'],
    [1.5, { t: 'n', v: 45_000, z: 'yyyy-mm-dd' }],
    [],
    [true, { t: 'e', v: 7 }],
  ]);
  const book = utils.book_new(sheet, 'S');
  const bytes: unknown = write(book, { bookType, type: 'buffer' });
  if (!(bytes instanceof Uint8Array)) throw new TypeError('Expected bytes.');
  return bytes;
}

describe('reading xls', () => {
  it.each<[BookType, string]>([
    ['biff8', 'Größe'],
    ['biff5', 'Size'],
  ])('reads the values of %s', async (bookType, name) => {
    const csv = await convertText(makeXls(bookType, name), 'xls', 'csv');

    expect(csv).toBe(`${name},day\r\n1.5,2023-03-15\r\n,\r\nTRUE,#DIV/0!\r\n`);
  });

  it.each(['biff2', 'biff3', 'biff4', 'biff5', 'biff8'])('detects and reads %s', async (bookType) => {
    // The types of the library lack two that it writes.
    const file = makeXls(bookType as BookType);

    expect(await detectFormat(file)).toBe('xls');
    expect(await convertText(file, 'xls', 'csv')).toContain('a,day\r\n1.5,');
  });

  it('detects and reads a stream whose name is in capitals, also beside an embedded text', async () => {
    const records = openCompound(makeXls('biff8'))('Workbook') ?? Buffer.alloc(0);
    const file = compoundOf({ WORKBOOK: records, 'MBD0001/WordDocument': Buffer.alloc(5000) });

    expect(await detectFormat(file)).toBe('xls');
    expect(await convertText(file, 'xls', 'csv')).toContain('a,day\r\n1.5,');
  });

  it.each([
    ['a web page', Buffer.from('<html><table><tr><td>1</td></tr></table></html>')],
    ['a truncated file', makeXls('biff8').subarray(0, 700)],
  ])('refuses %s', async (_title, file) => {
    await expect(convertText(file, 'xls', 'csv')).rejects.toMatchObject({ code: 'corrupt_document' });
  });
});
