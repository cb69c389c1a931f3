import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { inspectDocument } from '../../../../lib/conversions/formats/office/inspect-document.ts';
import { vastBinary, vastContent } from '../../../../lib/conversions/formats/office/vast-content.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { isLong, itLong } from '../../../support/long-run.ts';
import { pptxOf, shapeOf, shapesPart, textLine, transform } from '../../make-pptx.ts';
import { docxOf, relationships, zipOf } from '../../office-files.ts';

const hasVastTable = (xml: string): boolean => vastContent(xml, 1) !== undefined;

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
    [
      'more than a million spaces',
      '<text:s text:c="999999"/><text:s text:c="2"/>',
      '<text:s text:c="1000000"/>',
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

    expect(hasVastTable(`${long}-repeated${'<'.repeat(100_000)}`)).toBe(false);
  });

  it('is not loaded by LibreOffice', async () => {
    const table =
      '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2147483647"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>';
    const document = docxOf(`${table}<w:p><w:r><w:t>Tides</w:t></w:r></w:p>`);

    const { report } = await convert(document, { from: 'docx', to: 'pdf' });

    expect(report.tried[0]).toEqual({ engine: 'libreoffice-wasm-office-to-pdf', outcome: 'refused' });
  });
});

const TYPE = 'application/vnd.openxmlformats-officedocument';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An xlsx that lists its only worksheet this many times. */
const workbookOf = (sheets: number): Uint8Array =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/sheet.xml" ContentType="${TYPE}.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': relationships({ r: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/_rels/workbook.xml.rels': relationships({ s: ['worksheet', 'sheet.xml'] }),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets>${Array.from({ length: sheets }, (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="s"/>`).join('')}</sheets></workbook>`,
    'xl/sheet.xml':
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
  });

describe('sheets and slides that LibreOffice would not finish', () => {
  it.each([
    ['sheets of xlsx', (count: number) => '<sheet name="A" r:id="s"/>'.repeat(count), 500],
    ['sheets of xlsx with a prefix', (count: number) => '<x:sheet name="A"/>'.repeat(count), 500],
    [
      'sheets of ods',
      (count: number) => `<office:spreadsheet>${'<table:table table:name="A"/>'.repeat(count)}`,
      500,
    ],
    ['slides, more than the parts', (count: number) => '<p:sldId id="256" r:id="s"/>'.repeat(count), 40],
  ])('are %s above the limit', (_, listOf, limit) => {
    expect(
      [limit - 1, limit, limit + 1].map((count) => vastContent(listOf(count), 40) !== undefined),
    ).toEqual([false, false, true]);
  });

  it('are not the tables of a text', () => {
    expect(vastContent('<office:text><table:table table:name="A"/>'.repeat(2000), 40)).toBeUndefined();
  });

  it('are refused by name, or read by another engine', async () => {
    const workbook = workbookOf(501);

    await expect(convert(workbook, { from: 'xlsx', to: 'ods' })).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('more than 500 sheets'),
    });
    expect((await convert(workbook, { from: 'xlsx', to: 'pdf' })).report.tried[0]).toEqual({
      engine: 'libreoffice-wasm-office-to-pdf',
      outcome: 'refused',
    });
  });
});

describe.each(isLong ? (['xls', 'xlsb'] as const) : (['xls'] as const))('sheets of %s', (from) => {
  it('that LibreOffice would not finish are more than 500', async () => {
    const bookOf = async (count: number): Promise<string | undefined> => {
      const book = utils.book_new();
      const sheet = utils.aoa_to_sheet([[1]]);
      for (let at = 0; at < count; at += 1) utils.book_append_sheet(book, sheet, `S${at}`);
      const bytes = write(book, { type: 'buffer', bookType: from === 'xls' ? 'biff8' : 'xlsb' });
      return (await inspectDocument(bytes)).vastContent;
    };

    if (isLong) expect(await bookOf(500)).toBeUndefined();
    expect(await bookOf(501)).toBe('The document has more than 500 sheets. Split it.');
  });
});

describe('binary data of rtf that LibreOffice would not finish', () => {
  it('is longer than the file', () => {
    const rtf = (length: number): string => `{\\rtf1 \\bin${length} }`;

    expect([14, 15, 16].map((length) => vastBinary(rtf(length)) !== undefined)).toEqual([false, false, true]);
    expect(vastBinary(`{\\rtf1 ${'\\bin3 abc'.repeat(1000)}}`)).toBeUndefined();
  });

  it('is read by another engine', async () => {
    const rtf = Buffer.from(`{\\rtf1 Tides ${'\\bin1000000000 '.repeat(1000)}}`);

    expect((await convert(rtf, { from: 'rtf', to: 'pdf' })).report.tried[0]).toEqual({
      engine: 'libreoffice-wasm-office-to-pdf',
      outcome: 'refused',
    });
  });
});

describe('slides', () => {
  const slides = (count: number): string[] =>
    Array.from({ length: count }, (_, at) =>
      shapesPart('sld', shapeOf('', transform([20, 20, 300, 100]), textLine(`Day ${at + 1}`))),
    );

  it('that are listed twice are counted in a warning', async () => {
    const [first = '', second = ''] = slides(2);
    const links = relationships({
      slide0: ['slide', 'slides/slide0.xml'],
      slide1: ['slide', 'slides/slide0.xml'],
    });
    const deck = pptxOf([first, second], { 'ppt/_rels/presentation.xml.rels': links });

    expect((await extract(deck, { from: 'pptx', format: 'markdown' })).report.warnings).toEqual([
      '1 repeated slide was left out: the presentation lists a slide more than once. Duplicate the slide in PowerPoint to show it again.',
    ]);
  });

  itLong('of a long deck are pages each', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.presentationml';
    const deck = pptxOf(slides(200), {
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="${type}.presentation.main+xml"/>${Array.from({ length: 200 }, (_, at) => `<Override PartName="/ppt/slides/slide${at}.xml" ContentType="${type}.slide+xml"/>`).join('')}</Types>`,
      '_rels/.rels': relationships({ r: ['officeDocument', 'ppt/presentation.xml'] }),
    });

    const { report } = await convert(deck, { from: 'pptx', to: 'pdf' });
    expect([report.tried, report.pages]).toEqual([
      [{ engine: 'libreoffice-wasm-office-to-pdf', outcome: 'used' }],
      200,
    ]);
  });
});
