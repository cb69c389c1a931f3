import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { convertText, makeXlsx, stylesOf, unzip } from '../../make-sheets.ts';

const tables: readonly [title: string, json: string, csv: string][] = [
  ['objects', '[{"a":1,"b":"x"},{"b":true,"c":null,"d":2.5}]', 'a,b,c,d\r\n1,x,,\r\n,TRUE,,2.5\r\n'],
  ['objects in objects', '[{"a":{"b":1,"c":{"d":[1,2]}},"e":{}}]', 'a.b,a.c.d,e\r\n1,"[1,2]",{}\r\n'],
  ['arrays', '[[1,"a"],[2]]', '1,a\r\n2,\r\n'],
  ['single values', '["x",2]', 'value\r\nx\r\n2\r\n'],
  ['columns', '{"a":[1,2],"b":["x"]}', 'a,b\r\n1,x\r\n2,\r\n'],
  ['one list of an object', '{"people":[{"n":1}]}', 'n\r\n1\r\n'],
  ['sheets by name', '{"sheets":[{"name":"S","rows":[[1],[2]]}]}', '1\r\n2\r\n'],
  ['a value in each line', '{"a":1}\n{"a":2}\n', 'a\r\n1\r\n2\r\n'],
  [
    'integers beyond the exact range',
    '[{"id":12345678901234567890,"x":1.5},{"id":9999999999999999}]',
    'id,x\r\n12345678901234567890,1.5\r\n9999999999999999,\r\n',
  ],
  [
    'numbers that a double cannot represent',
    '[1e400,-1E+400,1e-400,0.1234567890123456789,12.50,0.10000000000000001,1e3,0e999,1.0000000000000000000]',
    'value\r\n1e400\r\n-1E+400\r\n1e-400\r\n0.1234567890123456789\r\n12.5\r\n0.1\r\n1000\r\n0\r\n1\r\n',
  ],
];

describe('reading JSON', () => {
  it.each(tables)('creates rows from %s', async (_title, json, csv) => {
    expect(await convertText(json, 'json', 'csv')).toBe(csv);
  });

  it('creates a sheet for each list', async () => {
    const result = await convert(Buffer.from('{"a":[{"x":1}],"b":[{"y":2}]}'), { from: 'json', to: 'csv' });

    expect(unzip(result.bytes)).toEqual({ 'a.csv': 'x\r\n1\r\n', 'b.csv': 'y\r\n2\r\n' });
  });

  it('extracts its tables and omits other values', async () => {
    const tables = await extract(Buffer.from('[{"a":1,"b":"x"},{"a":2,"b":"y"}]'), {
      from: 'json',
      format: 'tables',
    });
    const none = await extract(Buffer.from('{"a":1}'), { from: 'json', format: 'tables' });

    expect(JSON.parse(Buffer.from(tables.bytes).toString())).toMatchObject([
      {
        rows: [
          ['a', 'b'],
          ['1', 'x'],
          ['2', 'y'],
        ],
      },
    ]);
    expect(JSON.parse(Buffer.from(none.bytes).toString())).toEqual([]);
  });

  it.each([
    ['mixed values', '[1,{"a":2}]', 'unsupported_content'],
    ['an object of single values', '{"a":1}', 'unsupported_content'],
    ['truncated JSON', '[{"a":1},{"a"', 'corrupt_document'],
    ['an empty list', '[]', 'empty_document'],
    ['values nested too deeply', `[[${'['.repeat(20_000)}${']'.repeat(20_000)}]]`, 'too_complex'],
    [
      'objects without common keys',
      JSON.stringify(Array.from({ length: 7000 }, (_, index) => ({ [`k${index}`]: 1 }))),
      'too_complex',
    ],
  ])('refuses %s', async (_title, json, code) => {
    await expect(convertText(json, 'json', 'csv')).rejects.toMatchObject({ code });
  });
});

describe('writing JSON', () => {
  const cells =
    '<row><c t="str"><v>n</v></c><c t="str"><v>__proto__</v></c><c/></row><row/><row><c><v>1.5</v></c><c s="1"><v>45000</v></c><c s="2"><v>1.5</v></c></row>';
  const file = makeXlsx({ sheets: [cells, cells], styles: stylesOf(0, 14, '[h]:mm') });

  it('writes an object of lists for several sheets', async () => {
    const text = await convertText(file, 'xlsx', 'json');

    const list = '[\n{"n":1.5,"__proto__":"2023-03-15","column_3":"36:00:00"}\n]';
    expect(text).toBe(`{\n"A": ${list},\n"B": ${list}\n}\n`);
  });

  it('writes a list for one sheet, of arrays without column names', async () => {
    const text = await convertText(file, 'xlsx', 'json', { sheet: 'B', header_row: false });

    expect(JSON.parse(text)).toEqual([['n', '__proto__'], [], [1.5, '2023-03-15', '36:00:00']]);
  });
});
