import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectDelimiter, readCsvRecords } from '../../../../lib/conversions/formats/csv/csv-records.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { convertText, makeXlsx, unzip } from '../../make-sheets.ts';

function records(text: string, delimiter = ','): string[][] {
  const found: string[][] = [];
  readCsvRecords(text, delimiter, (fields) => {
    found.push(fields);
    return true;
  });
  return found;
}

const rows: readonly [title: string, csv: string, options: Record<string, unknown>, json: unknown][] = [
  [
    'semicolons with decimal commas',
    'a;b\n1,5;2\n2,5;3',
    {},
    [
      { a: 1.5, b: 2 },
      { a: 2.5, b: 3 },
    ],
  ],
  ['tabs', 'a\tb,c\n1\t2', {}, [{ a: 1, 'b,c': 2 }]],
  ['pipes', 'a|b\r\n1|2\r\n', {}, [{ a: 1, b: 2 }]],
  ["Excel's line of the separator", 'sep=^\na^b\n1^2\n', {}, [{ a: 1, b: 2 }]],
  ['a delimiter by option', 'a:b\n1:2', { delimiter: ':' }, [{ a: 1, b: 2 }]],
  ['quotes, escaped quotes and lines in fields', 'a,b\n"x ""y""\nz" ,"1,2"', {}, [{ a: 'x "y"\nz', b: 1.2 }]],
  [
    'rows of other lengths',
    'a,b\n1\n\n1,2,3',
    {},
    [
      { a: 1, b: null, column_3: null },
      { a: 1, b: 2, column_3: 3 },
    ],
  ],
  ['empty and repeated column names', 'a,,a\n1,2,3', {}, [{ a: 1, column_2: 2, a_2: 3 }]],
  [
    'no column names by option',
    'a,b\n1,2',
    { header_row: false },
    [
      ['a', 'b'],
      [1, 2],
    ],
  ],
  [
    'typed numbers, dates and booleans only if they are unambiguous',
    'v\n007\n+49\n1.50\n-3\n1e5\n12345678901234567\n2026-02-28\n2026-02-31\n2026-02-28 10:00\ntrue\nYes\n-0\n1,000',
    { delimiter: ';' },
    [
      '007',
      '+49',
      1.5,
      -3,
      '1e5',
      '12345678901234567',
      '2026-02-28',
      '2026-02-31',
      '2026-02-28T10:00:00',
      true,
      'Yes',
      '-0',
      1000,
    ].map((v) => ({ v })),
  ],
  ['only texts by option', 'v\n1\ntrue', { infer_types: false }, [{ v: '1' }, { v: 'true' }]],
];

describe('reading csv', () => {
  it.each(rows)('reads %s', async (_title, csv, options, json) => {
    const text = await convertText(csv, 'csv', 'json', options);

    expect(JSON.parse(text)).toEqual(json);
  });

  it('decodes other encodings, detected or declared', async () => {
    const latin = Buffer.from('Name;Ort\nJürgen;Köln\nRené;Zürich\n', 'latin1');

    const detected = await convertText(latin, 'csv', 'json');
    const declared = await convertText(latin, 'csv', 'json', { encoding: 'iso-8859-1' });

    expect(JSON.parse(detected)[0]).toEqual({ Name: 'Jürgen', Ort: 'Köln' });
    expect(declared).toBe(detected);
  });

  it('continues after an unclosed quotation mark and warns with its record', async () => {
    const result = await convert(Buffer.from('a,b\n1,"x\n2,"y\n3,z'), { from: 'csv', to: 'json' });

    expect(JSON.parse(Buffer.from(result.bytes).toString())).toEqual([
      { a: 1, b: '"x' },
      { a: 2, b: '"y' },
      { a: 3, b: 'z' },
    ]);
    expect(result.report.warnings).toEqual([
      'The quotation mark in record 2 is never closed. Quotation marks after it were read as text.',
    ]);
  });

  it('warns about a quotation mark inside a field', async () => {
    const result = await convert(Buffer.from('a,b\n"5" disk",1'), { from: 'csv', to: 'json' });

    expect(JSON.parse(Buffer.from(result.bytes).toString())).toEqual([{ a: '5" disk', b: 1 }]);
    expect(result.report.warnings).toHaveLength(1);
  });

  it.each([
    ['only delimiters', '\n\n', 'empty_document'],
    ['more cells than the limit', ','.repeat(5_000_001), 'too_complex'],
  ])('refuses %s', async (_title, csv, code) => {
    await expect(convert(Buffer.from(csv), { from: 'csv', to: 'json' })).rejects.toMatchObject({ code });
  });

  it('refuses a delimiter of two characters', async () => {
    const conversion = convertText('a', 'csv', 'json', { delimiter: '||' });

    await expect(conversion).rejects.toThrow('must be one character');
  });

  it('round-trips any quoted fields', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1 }), { minLength: 1 }), (table) => {
        const text = table
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\n');

        expect(records(text)).toEqual(table);
      }),
    );
  });

  it.each([
    ['a comma if fields contain semicolons', 'id,tags\n1,a;b\n2,c;d\n3,e;f', ','],
    ['a semicolon if numbers contain commas', 'x;y\n1,5;2,5\n3,5;4,5', ';'],
    ['a tab before any other', 'a,b\tc,d\n1,2\t3,4', '\t'],
    ['a comma if there is no delimiter', 'one\ntwo', ','],
  ])('detects %s', (_title, text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});

const cells =
  '<row><c t="str"><v>=1+1</v></c><c t="str"><v>a;"b"</v></c><c><v>-5</v></c><c t="str"><v>-5</v></c></row>';
const two = makeXlsx({
  sheets: [cells, '<row><c><v>2</v></c></row>', ''],
  workbook:
    '<workbook><sheets><sheet name="a/b" r:id="s0"/><sheet name="A_B" r:id="s1"/><sheet name="Empty" r:id="s2"/></sheets></workbook>',
});

describe('writing csv', () => {
  it('returns a zip of the non-empty sheets with safe file names', async () => {
    const result = await convert(two, { from: 'xlsx', to: 'csv' });

    expect(result).toMatchObject({ mimeType: 'application/zip', extension: 'zip' });
    expect(unzip(result.bytes)).toEqual({
      'a_b.csv': `'=1+1,"a;""b""",-5,-5\r\n`,
      'A_B (2).csv': '2\r\n',
    });
    expect(result.report.warnings).toHaveLength(1);
  });

  it.each([
    ['its name', 'A_B', '2\r\n'],
    ['its number', 2, '2\r\n'],
    ['its number as text', '2', '2\r\n'],
  ])('returns one sheet by %s', async (_title, sheet, csv) => {
    expect(await convertText(two, 'xlsx', 'csv', { sheet })).toBe(csv);
  });

  it('lists the sheets if the requested one does not exist', async () => {
    const conversion = convertText(two, 'xlsx', 'csv', { sheet: 9 });

    await expect(conversion).rejects.toMatchObject({
      code: 'unsupported_content',
      message: 'The workbook has no sheet "9". Its sheets are "a/b", "A_B", "Empty".',
    });
  });

  it('uses another delimiter, and keeps formulas if requested', async () => {
    const options = { sheet: 1, delimiter: ';', escape_formulas: false };

    expect(await convertText(two, 'xlsx', 'csv', options)).toBe('=1+1;"a;""b""";-5;-5\r\n');
  });

  it('writes values raw, or as the spreadsheet displays them', async () => {
    const formatted = makeXlsx({
      styles:
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00"/></numFmts><cellXfs><xf/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      sheets: [
        '<row><c s="1"><v>0.125</v></c><c s="2"><v>45000</v></c><c s="3"><v>-1234.5</v></c><c><v>0.1</v></c><c t="b"><v>1</v></c><c t="str"><v>=x</v></c></row>',
      ],
    });

    expect(await convertText(formatted, 'xlsx', 'csv')).toBe("0.125,2023-03-15,-1234.5,0.1,TRUE,'=x\r\n");
    expect(await convertText(formatted, 'xlsx', 'csv', { values: 'displayed' })).toBe(
      `13%,3/15/23,"-1,234.50",0.1,TRUE,'=x\r\n`,
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1 555 0100', "'+1 555 0100"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['=1,2', `"'=1,2"`],
    ["'=1", "'=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\0=1', "'\0=1"],
    ['\u00ad\u2060+1+1', "'\u00ad\u2060+1+1"],
    ['\u00a0@A1', "'\u00a0@A1"],
    ['＝1', "'＝1"],
    ['＋1＋1', "'＋1＋1"],
    ['－1－1', "'－1－1"],
    ['＠A', "'＠A"],
    ['x;=1+1;y', '"x;=1+1;y"'],
    ['x\t=1+1', '"x\t=1+1"'],
    ['-(1+1)', "'-(1+1)"],
    ['-', '-'],
    ['--', '--'],
    ['---', '---'],
    ['+-', '+-'],
    ['－１', '－１'],
    ['-1.234,50 €', '"-1.234,50 €"'],
    ['-3 %', '-3 %'],
    ['\ufeffa', '\ufeffa'],
    ['-5', '-5'],
    ['+1.000,50', '"+1.000,50"'],
    ['-3%', '-3%'],
    ['a=1', 'a=1'],
    [' =1', ' =1'],
  ])('writes the text %j as %j', async (given, written) => {
    const json = Buffer.from(JSON.stringify([['text'], [given]]));

    expect(await convertText(json, 'json', 'csv')).toBe(`text\r\n${written}\r\n`);
    expect(await convertText(json, 'json', 'csv', { escape_formulas: false })).toContain(given.slice(0, 3));
  });

  it('does not escape a formula twice', async () => {
    const json = await convertText(Buffer.from('a,b\n=1,-5\n'), 'csv', 'json');
    const once = await convertText(Buffer.from(json), 'json', 'csv');
    const again = await convertText(Buffer.from(once), 'csv', 'json');

    expect(once).toBe("a,b\r\n'=1,-5\r\n");
    expect(await convertText(Buffer.from(again), 'json', 'csv')).toBe(once);
  });
});
