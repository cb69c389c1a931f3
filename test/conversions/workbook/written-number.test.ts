import { describe, expect, it } from 'vitest';
import { convert } from '../../../lib/conversions/index.ts';
import { createTableValues } from '../../../lib/conversions/workbook/table-values.ts';
import { type DecimalSign, readWrittenNumber } from '../../../lib/conversions/workbook/written-number.ts';

describe('a number in a table', () => {
  it.each<[string, DecimalSign, number, string, string]>([
    ['18,870', '.', 18_870, '#,##0', '18870'],
    ['1,234,567.80', '.', 1_234_567.8, '#,##0.00', '1234567.80'],
    ['1.234.567,80', ',', 1_234_567.8, '#,##0.00', '1234567.80'],
    ['3,5', ',', 3.5, '0.0', '3.5'],
    ['79 935', '.', 79_935, '#,##0', '79935'],
    ['79\u202f935,5', ',', 79_935.5, '#,##0.0', '79935.5'],
    ["1'000", '.', 1000, '#,##0', '1000'],
    ['(1.5)', '.', -1.5, '0.0_);(0.0)', '-1.5'],
    ['12 %', '.', 0.12, '0%', '12%'],
    ['12,5 %', ',', 0.125, '0.0%', '12.5%'],
    ['$1,200', '.', 1200, '"$"#,##0', '1200'],
    ['1.200 €', ',', 1200, '#,##0 "€"', '1200'],
    ['\u22124', '.', -4, '0', '-4'],
    ['–17.2', '.', -17.2, '0.0', '-17.2'],
    ['.965', '.', 0.965, '0.000', '0.965'],
    ['0.50', '.', 0.5, '0.00', '0.50'],
    ['1.234,56-', ',', -1234.56, '#,##0.00', '-1234.56'],
    ['12,34,567.50', '.', 1_234_567.5, '#,##0.00', '1234567.50'],
    ['1,23,456', '.', 123_456, '#,##0', '123456'],
    ['１，２３４．５', '.', 1234.5, '#,##0.0', '1234.5'],
    ['￥１，２３４', '.', 1234, '"￥"#,##0', '1234'],
    ['1,234円', '.', 1234, '#,##0 "円"', '1234'],
    ['١٬٢٣٤٫٥', ',', 1234.5, '#,##0.0', '1234.5'],
    ['+1,5', ',', 1.5, '0.0', '1.5'],
    ['12 EUR', ',', 12, '0 "EUR"', '12'],
    ['-€12', '.', -12, '"€"0', '-12'],
    ['€ -12', '.', -12, '"€"0', '-12'],
    ['$(1,200)', '.', -1200, '"$"#,##0_);("$"#,##0)', '-1200'],
    ['US$5.00', '.', 5, '"US$"0.00', '5.00'],
    ['CHF 1’234.–', '.', 1234, '"CHF "#,##0', '1234'],
    ['12,-', ',', 12, '0', '12'],
    ['%12', ',', 0.12, '0%', '12%'],
    ['100-', '.', -100, '0', '-100'],
    ['0.30000000000000004', '.', 0.30000000000000004, '0.00000000000000000', '0.30000000000000004'],
  ])('%s with the sign "%s" is %d', (text, decimal, value, code, plain) => {
    expect(readWrittenNumber(text, decimal)).toEqual({ value, code, plain });
  });

  it.each([
    '',
    '-',
    '–',
    '007',
    '2003–04',
    '12*',
    '1995-',
    '1995–',
    '12²',
    'TOP 10',
    '+49 123 456',
    '(5-)',
    '0.3000000000000000444',
    '12%%',
    '€5€',
    '12,34',
    '1.2.3',
    '(a)',
    '1 2',
    '020 123 456',
    '+5',
    '(-5)',
    '1234567890123456',
    '%',
    '$',
    '10 m',
  ])('%s stays text', (text) => {
    expect(readWrittenNumber(text, '.')).toBeUndefined();
  });

  it.each<[string[], string | undefined, unknown[]]>([
    [['1,234', '12.5'], 'de', [1234, 12.5]],
    [['1.234', '12,5'], 'en', [1234, 12.5]],
    [['1.234'], 'de-AT', [1234]],
    [['1.234'], 'en', [1.234]],
    [['1.234'], undefined, [1.234]],
    [['1,234,567', '1,5'], 'fr', ['1,234,567', 1.5]],
    [['text 1,5', '1.234'], undefined, ['text 1,5', 1.234]],
    [['01067', '99999', '1.5'], 'en', ['01067', '99999', 1.5]],
    [['99999', '1.5'], 'en', [99_999, 1.5]],
    [['1234567890123456', '5'], 'en', ['1234567890123456', '5']],
    [['1.9.1', '1.10', '192.168.100.200'], 'de', ['1.9.1', '1.10', '192.168.100.200']],
  ])('a column of %j in %s is %j', (texts, language, expected) => {
    const values = createTableValues(language);
    for (const text of texts) values.observe(text, 0);

    expect(texts.map((text) => values.typedOf(text, 0).value)).toEqual(expected);
  });

  it('has the notation of its column before that of the table', () => {
    const table = [
      ['1.10', '1.234'],
      ['2.4', '1.234,50'],
      ['3.0', '5,5'],
    ];
    const values = createTableValues();
    for (const row of table) for (const [column, text] of row.entries()) values.observe(text, column);

    expect(table.map((row) => row.map((text, column) => values.typedOf(text, column).value))).toEqual([
      [1.1, 1234],
      [2.4, 1234.5],
      [3, 5.5],
    ]);
  });
});

it('converts the tables of a document with their numbers', async () => {
  const page =
    '<html lang="de"><table><tr><th>Ort<th>Hub<th>Anteil<th>Nr.</tr><tr><td>Saint-Malo<td>1.234,5<td>12 %<td>007</tr><tr><td>Neapel<td>0,3<td>(3,5 %)<td>2003–04</tr></table>';
  const json = await convert(Buffer.from(page), { from: 'html', to: 'json' });
  const csv = await convert(Buffer.from(page), { from: 'html', to: 'csv' });

  expect(JSON.parse(Buffer.from(json.bytes).toString())).toEqual([
    { Ort: 'Saint-Malo', Hub: 1234.5, Anteil: 0.12, 'Nr.': '007' },
    { Ort: 'Neapel', Hub: 0.3, Anteil: -0.035, 'Nr.': '2003–04' },
  ]);
  expect(Buffer.from(csv.bytes).toString()).toBe(
    'Ort,Hub,Anteil,Nr.\r\nSaint-Malo,1234.5,12%,007\r\nNeapel,0.3,-3.5%,2003–04\r\n',
  );
});
