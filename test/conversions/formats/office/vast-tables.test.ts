import { describe, expect, it } from 'vitest';
import { hasVastTable } from '../../../../lib/conversions/formats/office/vast-tables.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { docxOf } from '../../office-files.ts';

const sheet = (...references: string[]): string =>
  `<worksheet>${references.map((reference) => `<c r="${reference}"><v>1</v></c>`).join('')}</worksheet>`;
const repeated = (rows: number, columns: number, content: string): string =>
  `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:number-columns-repeated="${columns}"${content}</table:table-row>`;
const text = (length: number): string =>
  ` office:value-type="string"><text:p>${'x'.repeat(length)}</text:p></table:table-cell>`;

describe('a table that LibreOffice would not finish', () => {
  it.each([
    ['a span of all columns', '<w:gridSpan w:val="2147483647"/>', '<w:gridSpan w:val="63"/>'],
    [
      'a cell in the last corner of a sheet',
      sheet('A1', 'XFD1048576'),
      sheet('A1', 'ZZ1', 'A1048576').replace('ZZ', 'OJ'),
    ],
    [
      'a value in many cells',
      repeated(100_000, 51, ' office:value="1"/>'),
      repeated(100_000, 49, ' office:value="1"/>'),
    ],
    ['a text in many cells', repeated(40_000, 100, text(100)), repeated(40_000, 100, '/>')],
  ])('is %s', (_, vast, usual) => {
    expect([hasVastTable(vast), hasVastTable(usual)]).toEqual([true, false]);
  });

  it('is found in linear time', () => {
    const long =
      `<table:table-row ${'x'.repeat(100)}`.repeat(20_000) +
      '<c r="'.repeat(100_000) +
      'gridSpan '.repeat(100_000);

    expect(hasVastTable(`${long}-repeated`)).toBe(false);
  });

  it('is not loaded by LibreOffice', async () => {
    const table =
      '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2147483647"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>';
    const document = docxOf(`${table}<w:p><w:r><w:t>Tides</w:t></w:r></w:p>`);

    const { report } = await convert(document, { from: 'docx', to: 'pdf' });

    expect(report.tried[0]).toEqual({ engine: 'libreoffice-wasm-office-to-pdf', outcome: 'refused' });
  });
});
