import xlsx from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert, read } from '../../../lib/conversions/index.ts';
import { makeZip } from '../../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../../lib/conversions/shared/zip/open-zip.ts';
import { createLinks, hyperlinkOf, linkedSheet } from '../../../lib/conversions/workbook/cell-links.ts';
import { makeOds, makeXlsx, unzip } from '../make-sheets.ts';

const text = (reference: string, value: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** Adds relationships to the first sheet of a workbook. */
function withLinks(file: Uint8Array, links: Readonly<Record<string, string>>): Uint8Array {
  const archive = openZip(file);
  const relationships = Object.entries(links).map(
    ([id, target]) =>
      `<Relationship Id="${id}" Type="http://r/hyperlink" Target="${target}" TargetMode="External"/>`,
  );
  return makeZip([
    ...archive.names.map((name) => ({ name, bytes: archive.read(name) ?? new Uint8Array() })),
    {
      name: 'xl/_rels/sheet0.xml.rels',
      bytes: Buffer.from(`<Relationships>${relationships.join('')}</Relationships>`),
    },
  ]);
}

const inXlsx = withLinks(
  makeXlsx({
    sheets: [
      `<worksheet><sheetData><row r="1">${text('A1', 'Site')}${text('B1', 'Other')}</row><row r="2">${text('A2', 'Script')}<c r="B2" t="str"><f>HYPERLINK("https://example.com/?a=1&amp;b=2","Formula")</f><v>Formula</v></c></row><row r="3">${text('A3', 'File')}<c r="B3"><f>HYPERLINK("mailto:a@example.org","Mail")</f></c></row></sheetData><hyperlinks><hyperlink ref="A1" r:id="r1"/><hyperlink ref="B1" location="'My Sheet'!A1" display="x"/><hyperlink ref="A2" r:id="r2"/><hyperlink ref="A3" r:id="r3"/></hyperlinks></worksheet>`,
      `<row>${text('A1', 'there')}</row>`,
    ],
    workbook:
      '<workbook><sheets><sheet name="A" r:id="s0"/><sheet name="My Sheet" r:id="s1"/></sheets></workbook>',
  }),
  { r1: 'https://example.org/', r2: 'javascript:alert(1)', r3: 'file:///etc/passwd' },
);

const link = (href: string, value: string): string =>
  `<table:table-cell office:value-type="string"><text:p><text:a xlink:href="${href}">${value}</text:a></text:p></table:table-cell>`;
const inOds = makeOds(
  `<table:table table:name="A"><table:table-row>${link('https://example.org/', 'Site')}${link("#'My Sheet'.A1", 'Other')}</table:table-row><table:table-row>${link('javascript:alert(1)', 'Script')}${link('https://example.com/?a=1&amp;b=2', 'Formula')}</table:table-row></table:table><table:table table:name="My Sheet"><table:table-row><table:table-cell office:value-type="string"><text:p>there</text:p></table:table-cell></table:table-row></table:table>`,
);

function bySheetJs(bookType: 'biff8' | 'xlsb'): Uint8Array {
  const sheet = xlsx.utils.aoa_to_sheet([
    ['Site', 'Other'],
    ['Script', 'Formula'],
  ]);
  const linked = {
    A1: 'https://example.org/',
    B1: "#'My Sheet'!A1",
    A2: 'javascript:alert(1)',
    B2: 'https://example.com/?a=1&b=2',
  };
  for (const [name, Target] of Object.entries(linked)) sheet[name].l = { Target };
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, sheet, 'A');
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['there']]), 'My Sheet');
  return new Uint8Array(xlsx.write(book, { bookType, type: 'array' }));
}

const files: readonly (readonly [Format, Uint8Array])[] = [
  ['xlsx', inXlsx],
  ['ods', inOds],
  ['xls', bySheetJs('biff8')],
  ['xlsb', bySheetJs('xlsb')],
];

describe.each(files)('links of cells of %s', (from, file) => {
  it('are in Markdown and html, if they are safe', async () => {
    for (const [to, site, formula] of [
      ['markdown', '[Site](https://example.org/)', '[Formula](https://example.com/?a=1&b=2)'],
      [
        'html',
        '<a href="https://example.org/">Site</a>',
        '<a href="https://example.com/?a=1&amp;b=2">Formula</a>',
      ],
    ] as const) {
      const result = Buffer.from((await convert(file, { from, to })).bytes).toString();

      expect(result).toContain(site);
      expect(result).toContain(formula);
      expect(result).not.toMatch(/javascript:|file:/);
      expect(result).toContain('Script');
    }
  });

  it('are in document, and refer to the heading of another sheet', async () => {
    const { blocks } = await read(file, { from });
    const all = JSON.stringify(blocks);

    expect(all).toContain('"href":"https://example.org/"');
    const [, id] = /"href":"#([^"]+)"/.exec(all) ?? expect.fail(all);
    expect(blocks).toContainEqual(expect.objectContaining({ kind: 'heading', id }));
  });

  it('are in docx and in xlsx that is made of it', async () => {
    const docx = await convert(file, { from, to: 'docx' });
    expect(unzip(docx.bytes)['word/_rels/document.xml.rels']).toContain('https://example.org/');

    const again = await convert(docx.bytes, { from: 'docx', to: 'xlsx' });
    expect(unzip(again.bytes)['xl/worksheets/_rels/sheet1.xml.rels']).toContain(
      'Target="https://example.org/"',
    );
    const markdown = Buffer.from(
      (await convert(again.bytes, { from: 'xlsx', to: 'markdown' })).bytes,
    ).toString();
    expect(markdown).toContain('[Site](https://example.org/)');
  });
});

describe('a link', () => {
  it.each([
    ['HYPERLINK("https://a.example","b")', 'https://a.example', 'b'],
    ['hyperlink( "#Sheet2!A1" , "hi" )', '#Sheet2!A1', 'hi'],
    ['HYPERLINK("x")', 'x', 'x'],
    ['HYPERLINK("x",A1)', 'x', undefined],
    ['HYPERLINK(A1,"x")', undefined, undefined],
    ['SUM(A1)', undefined, undefined],
  ])('of the formula %s', (formula, href, shown) => {
    expect(hyperlinkOf(formula)).toEqual(href === undefined ? undefined : { href, text: shown });
  });

  it.each([
    ["#'It''s'!A1", "It's"],
    ['#Sheet2!A1:B2', 'Sheet2'],
    ['#Name', undefined],
    ['https://example.org/#a!b', undefined],
  ])('%s is to the sheet %s', (href, sheet) => {
    expect(linkedSheet(href)).toBe(sheet);
  });

  it('of a huge range costs no more than the limit of a sheet', () => {
    const links = createLinks();
    links.add('https://example.org/', {
      firstRow: 0,
      firstColumn: 0,
      lastRow: 1_048_575,
      lastColumn: 16_383,
    });

    expect(links.of([['a', null, 'b']])).toHaveLength(2);
  });
});
