import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { convertText, makeXlsx, stylesOf, unzip, type XlsxParts } from '../../make-sheets.ts';
import { makeCompoundFile } from '../../sample-files.ts';

const rows: readonly {
  readonly title: string;
  readonly parts: XlsxParts;
  readonly csv: string;
}[] = [
  {
    title: 'numbers in full',
    parts: {
      sheets: [
        '<row><c><v>1.5</v></c><c><v>-0.1</v></c><c><v>1E+21</v></c><c><v>0.30000000000000004</v></c><c><v>123456789012345678</v></c></row>',
      ],
    },
    csv: '1.5,-0.1,1e+21,0.30000000000000004,123456789012345680\r\n',
  },
  {
    title: 'shared strings with runs, without readings, and escapes',
    parts: {
      sheets: ['<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>'],
      strings:
        '<si><r><t>Rich </t></r><r><rPr><b/></rPr><t>text</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t xml:space="preserve"> a_x000D__x005F_x0041_&amp;&#x41; </t></si>',
    },
    csv: 'Rich text,東京," a\n_x0041_&A "\r\n',
  },
  {
    title: 'an index beyond the shared strings as an empty cell',
    parts: {
      sheets: ['<row><c t="s"><v>9</v></c><c t="s"><v>-1</v></c><c t="s"><v>0</v></c></row>'],
      strings: '<si><t>a</t></si>',
    },
    csv: ',,a\r\n',
  },
  {
    title: 'inline strings, results of formulas, booleans and errors',
    parts: {
      sheets: [
        '<row><c t="inlineStr"><is><t>in</t></is></c><c t="str"><f>A1&amp;"x"</f><v>inx</v></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c><c><f>1+1</f></c><c><f>1+1</f><v>2</v></c></row>',
      ],
    },
    csv: 'in,inx,TRUE,#DIV/0!,2,2\r\n',
  },
  {
    title: 'cells by their references, and those without one after the previous cell',
    parts: {
      sheets: [
        '<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c><c r="A3"><v>0</v></c></row><row r="1"><c r="C1"><v>9</v></c></row>',
      ],
    },
    csv: ',,9\r\n,,\r\n0,1,2\r\n',
  },
  {
    title: 'dates of the 1900 system around its leap day',
    parts: {
      sheets: [
        `<row>${[0, 1, 59, 60, 61, 45000, 45000.75].map((day) => `<c s="1"><v>${day}</v></c>`).join('')}</row>`,
      ],
      styles: stylesOf(0, 14),
    },
    csv: '0,1900-01-01,1900-02-28,1900-02-28,1900-03-01,2023-03-15,2023-03-15T18:00:00\r\n',
  },
  {
    title: 'dates of the 1904 system',
    parts: {
      sheets: ['<row><c s="0"><v>43538</v></c></row>'],
      styles: stylesOf('yyyy\\-mm\\-dd'),
      workbook: '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" r:id="s0"/></sheets></workbook>',
    },
    csv: '2023-03-15\r\n',
  },
  {
    title: 'times, lengths, dates with a time, and codes with locales, quotes and colours',
    parts: {
      sheets: [
        '<row><c s="0"><v>0.604166666666667</v></c><c s="1"><v>1.0625</v></c><c s="2"><v>45000</v></c><c s="3"><v>45000</v></c><c s="4"><v>5</v></c><c s="5"><v>5</v></c><c s="6"><v>0.125</v></c></row>',
      ],
      styles: stylesOf(
        'h:mm',
        '[h]:mm:ss',
        'd/m/yy h:mm',
        '[$-F800]dddd, mmmm dd, yyyy',
        '"day" 0',
        '[Red]0.0',
        10,
      ),
    },
    csv: '14:30:00,25:30:00,2023-03-15T00:00:00,2023-03-15,5,5,0.125\r\n',
  },
  {
    title: 'dates in ISO 8601 of the strict form',
    parts: { sheets: ['<row><c t="d"><v>2023-03-15</v></c><c t="d"><v>2023-03-15T10:30:00</v></c></row>'] },
    csv: '2023-03-15,2023-03-15T10:30:00\r\n',
  },
  {
    title: 'names with prefixes, comments and CDATA',
    parts: {
      sheets: [
        '<worksheet><x:sheetData><!-- <row> --><x:row><x:c t="str"><x:v>a<![CDATA[<b>]]>c</x:v></x:c></x:row></x:sheetData></worksheet>',
      ],
    },
    csv: 'a<b>c\r\n',
  },
  {
    title: 'a distant cell without the empty cells before it',
    parts: { sheets: ['<row r="2"><c r="XFD2"><v>1</v></c></row>'] },
    csv: `${','.repeat(16_383)}\r\n${','.repeat(16_383)}1\r\n`,
  },
];

describe('reading xlsx', () => {
  it.each(rows)('reads $title', async ({ parts, csv }) => {
    const text = await convertText(makeXlsx(parts), 'xlsx', 'csv');

    expect(text).toBe(csv);
  });

  it('omits chart sheets and includes hidden ones', async () => {
    const workbook =
      '<workbook><sheets><sheet name="Shown" r:id="s0"/><sheet name="Chart" r:id="chart"/><sheet name="Secret" state="veryHidden" r:id="s1"/></sheets></workbook>';
    const file = makeXlsx({ sheets: ['<row><c><v>1</v></c></row>', '<row><c><v>2</v></c></row>'], workbook });

    const result = await convert(file, { from: 'xlsx', to: 'csv' });

    expect(unzip(result.bytes)).toEqual({ 'Shown.csv': '1\r\n', 'Secret.csv': '2\r\n' });
  });

  it('reports sheets, author and times', async () => {
    const core =
      '<cp:coreProperties><dc:title>Sums &amp; more</dc:title><dc:creator>Ada</dc:creator><dcterms:created>2026-01-02T03:04:05Z</dcterms:created></cp:coreProperties>';
    const file = makeXlsx({ sheets: ['<row r="2"><c r="C2"><v>1</v></c></row>', ''], core });

    const result = await extract(file, { from: 'xlsx', format: 'metadata' });

    expect(JSON.parse(Buffer.from(result.bytes).toString())).toMatchObject({
      title: 'Sums & more',
      author: 'Ada',
      created: '2026-01-02T03:04:05.000Z',
      file_type: 'xlsx',
      sheets: [
        { name: 'A', rows: 2, columns: 3, hidden: false },
        { name: 'B', rows: 0, columns: 0, hidden: false },
      ],
    });
  });

  it('reads the intact part of a truncated sheet and warns', async () => {
    const file = makeXlsx({ sheets: ['<worksheet><sheetData><row><c><v>1</v></c><c><v>2'] });

    const result = await convert(file, { from: 'xlsx', to: 'csv' });

    expect(Buffer.from(result.bytes).toString()).toBe('1,2\r\n');
    expect(result.report.warnings).toEqual(['The sheet "A" is truncated; the readable part was converted.']);
  });

  const cell = '<c t="s"><v>0</v></c>';
  const whole = makeXlsx({ sheets: ['<row><c><v>1</v></c></row>'] });
  const refusals: readonly [title: string, file: Uint8Array, code: string, message: string][] = [
    ['a truncated file', whole.subarray(0, whole.length / 2), 'corrupt_document', 'is truncated'],
    ['an xls file', makeCompoundFile('Workbook'), 'unsupported_content', 'Excel 97'],
    ['no workbook in a zip', makeZip([{ name: 'a.txt', bytes: Buffer.from('a') }]), 'corrupt_document', ''],
    [
      'a DTD',
      makeXlsx({ sheets: ['<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'] }),
      'corrupt_document',
      'DTD',
    ],
    ['no cells', makeXlsx({ sheets: [''] }), 'empty_document', 'workbook is empty'],
    [
      'full rows of emptiness',
      makeXlsx({
        sheets: [
          Array.from({ length: 1300 }, (_, row) => `<row><c r="XFD${row}"><v>${row}</v></c></row>`).join(''),
        ],
      }),
      'too_complex',
      '20000000 positions',
    ],
    [
      'a text of a megabyte in thousands of cells',
      makeXlsx({
        sheets: [`<row>${cell.repeat(500)}</row>`],
        strings: `<si><t>${'x'.repeat(1_000_000)}</t></si>`,
      }),
      'too_complex',
      '500000000 characters',
    ],
  ];

  it.each(refusals)('refuses %s', async (_title, file, code, message) => {
    const conversion = convert(file, { from: 'xlsx', to: 'csv' });

    await expect(conversion).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('never opens what a workbook links to', async () => {
    const file = makeXlsx({
      sheets: ['<row><c t="str"><f>WEBSERVICE("http://127.0.0.1:9/")</f><v>old</v></c></row>'],
    });

    const text = await convertText(file, 'xlsx', 'csv');

    expect(text).toBe('old\r\n');
  });
});
