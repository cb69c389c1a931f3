import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { isLong, itLong, runsOf } from '../../support/long-run.ts';
import { makeOds } from '../make-sheets.ts';

const RUNS = runsOf(1, 100);

interface Notation {
  readonly locale: string;
  readonly currencies: readonly string[];
  /** How the notation is typed by hand where that differs from what ICU writes. */
  readonly typed?: (text: string) => string;
}

const notations: readonly Notation[] = [
  { locale: 'de-DE', currencies: ['EUR', 'CHF'] },
  { locale: 'fr-FR', currencies: ['EUR', 'USD'] },
  { locale: 'fr-FR', currencies: ['EUR'], typed: (text) => text.replaceAll('\u202f', ' ') },
  { locale: 'de-CH', currencies: ['CHF', 'EUR'] },
  { locale: 'de-CH', currencies: ['CHF'], typed: (text) => text.replaceAll('’', "'") },
  { locale: 'en-IN', currencies: ['INR', 'USD'] },
  { locale: 'ja-JP', currencies: ['JPY'] },
  {
    locale: 'ja-JP',
    currencies: ['JPY'],
    typed: (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0)),
  },
  { locale: 'sv-SE', currencies: ['SEK'] },
  { locale: 'pl-PL', currencies: ['PLN'] },
  { locale: 'ar-EG', currencies: ['USD'] },
  { locale: 'en-US', currencies: ['USD', 'GBP'] },
];

/** Ways to write a number less than zero, which are the same in every locale. */
const negatives: readonly ((positive: string) => string)[] = [
  (text) => `-${text}`,
  (text) => `\u2212${text}`,
  (text) => `(${text})`,
  (text) => `${text}-`,
];

interface Written {
  readonly value: number;
  readonly text: string;
}

/** A number with a style, as a locale writes it. */
function written(
  { locale, currencies, typed = (text) => text }: Notation,
  { amount, decimals, style, negative }: typeof arbitrary extends fc.Arbitrary<infer Each> ? Each : never,
): Written {
  const scaled = Number((amount / 10 ** decimals).toFixed(decimals));
  const currency = currencies[amount % currencies.length] ?? 'EUR';
  const options: Intl.NumberFormatOptions = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(style === 'percent' ? { style } : {}),
    ...(style === 'currency' ? { style, currency } : {}),
    ...(style === 'code' ? { style: 'currency', currency, currencyDisplay: 'code' } : {}),
  };
  const value = style === 'percent' ? Number(`${scaled}e-2`) : scaled;
  const positive = typed(new Intl.NumberFormat(locale, options).format(value));
  if (negative === undefined || scaled === 0) return { value, text: positive };
  return { value: -value, text: negatives[negative]?.(positive) ?? '' };
}

const arbitrary = fc.record({
  amount: fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 10_000, max: 999_999_999 })),
  decimals: fc.constantFrom(0, 1, 2, 2, 3),
  style: fc.constantFrom('decimal', 'percent', 'currency', 'code'),
  negative: fc.option(fc.nat(negatives.length - 1), { nil: undefined, freq: 2 }),
});

/** Two columns: numbers, and one that shows the notation. */
const csvOf = (rows: readonly (readonly string[])[], delimiter: string): Buffer =>
  Buffer.from(
    rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter)).join('\n'),
  );

const htmlOf = (rows: readonly (readonly string[])[], language?: string): Buffer =>
  Buffer.from(
    `<html${language === undefined ? '' : ` lang="${language}"`}><table border="1">${rows
      .map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`)
      .join('')}</table></html>`,
  );

async function jsonOf(bytes: Uint8Array, from: Format): Promise<unknown[][]> {
  const result = await convert(bytes, { from, to: 'json', options: { header_row: false } });
  return JSON.parse(Buffer.from(result.bytes).toString());
}

const through = async (bytes: Uint8Array, from: Format, to: Format): Promise<Uint8Array> =>
  (await convert(bytes, { from, to, options: {} })).bytes;

/** The values of a table as JSON, through xlsx, and through delimited text. */
async function allValues(bytes: Uint8Array, from: Format): Promise<unknown[][][]> {
  const delimited = from === 'csv' ? 'tsv' : 'csv';
  return [
    await jsonOf(bytes, from),
    ...(from === 'xlsx' ? [] : [await jsonOf(await through(bytes, from, 'xlsx'), 'xlsx')]),
    await jsonOf(await through(bytes, from, delimited), delimited),
  ];
}

describe('numbers in the notation of a country', () => {
  it.each(notations.map((notation, index) => [notation.locale, index, notation] as const))(
    'have the same values from csv, html and docx (%s, %i)',
    async (_locale, _index, notation) => {
      await fc.assert(
        fc.asyncProperty(fc.array(arbitrary, { minLength: 1, maxLength: 8 }), async (parts) => {
          const numbers = parts.map((part) => written(notation, part));
          // Shows the decimal sign beyond doubt.
          const shows = written(notation, {
            amount: 12_345,
            decimals: 1,
            style: 'decimal',
            negative: undefined,
          });
          const texts = [['n', 'e'], ...numbers.map(({ text }) => [text, shows.text])];
          const values = [['n', 'e'], ...numbers.map(({ value }) => [value, shows.value])];
          const html = htmlOf(texts);

          const results = [
            ...(await allValues(csvOf(texts, ';'), 'csv')),
            ...(await allValues(csvOf(texts, ','), 'csv')),
            ...(await allValues(html, 'html')),
            ...(await allValues(await through(html, 'html', 'docx'), 'docx')),
          ];

          for (const result of results) expect(result).toEqual(values);
        }),
        { numRuns: RUNS },
      );
    },
    600_000,
  );

  it.each(['1.234', '1,234'])(
    'are decided in the same way from every format if all are like %s',
    async (text) => {
      const texts = [['n', 'x'], ...Array.from({ length: 4 }, () => [text, 'y'])];
      const sources: [Uint8Array, Format][] = [
        [csvOf(texts, ';'), 'csv'],
        [csvOf(texts, ','), 'csv'],
        [csvOf(texts, '\t'), 'tsv'],
        [htmlOf(texts), 'html'],
        [await through(htmlOf(texts), 'html', 'docx'), 'docx'],
      ];

      for (const [bytes, from] of sources)
        for (const result of await allValues(bytes, from))
          expect(result.slice(1).map(([value]) => value)).toEqual(
            Array.from({ length: 4 }, () => (text === '1.234' ? 1.234 : 1234)),
          );
    },
  );

  it('have the same values from a table in a pdf', async () => {
    const parts = [
      { amount: 123_456, decimals: 2, style: 'decimal', negative: undefined },
      { amount: 1234, decimals: 0, style: 'decimal', negative: 2 },
      { amount: 125, decimals: 1, style: 'percent', negative: undefined },
      { amount: 999_950, decimals: 2, style: 'decimal', negative: 0 },
    ] as const;
    for (const locale of isLong ? ['de-DE', 'fr-FR', 'de-CH', 'en-IN', 'en-US'] : ['de-DE']) {
      const numbers = parts.map((part) => written({ locale, currencies: ['EUR'] }, part));
      const pdf = await through(
        htmlOf([
          ['Ort', 'Wert', 'Art'],
          ...numbers.map(({ text }, row) => [`Zeile ${row + 1}`, text, 'Ist']),
        ]),
        'html',
        'pdf',
      );

      for (const result of await allValues(pdf, 'pdf'))
        expect(result.slice(1).map(([, value]) => value)).toEqual(numbers.map(({ value }) => value));
    }
  });

  itLong('are stored in spreadsheets, whatever their notation', async () => {
    const cells = notations.flatMap(({ locale }) =>
      [1234, 1234.5, -0.125].map(
        (value) =>
          `<table:table-row><table:table-cell office:value-type="float" office:value="${value}"><text:p>${new Intl.NumberFormat(locale).format(value)}</text:p></table:table-cell></table:table-row>`,
      ),
    );
    const ods = makeOds(`<table:table table:name="A">${cells.join('')}</table:table>`);
    const values = notations.flatMap(() => [[1234], [1234.5], [-0.125]]);

    for (const result of await allValues(ods, 'ods')) expect(result).toEqual(values);
    for (const result of await allValues(await through(ods, 'ods', 'xlsx'), 'xlsx'))
      expect(result).toEqual(values);
  });

  it.each([
    ['1,234 €', '#,##0 "EUR"'],
    ['1.234,00 €', '#,##0.00 "EUR"'],
    ['1,234.00 €', '#,##0.00 "EUR"'],
    ['1.234 €', '#,##0 "EUR"'],
    ["1'234 Fr.", '#,##0 "EUR"'],
  ])('the currency of an ods cell that shows %s has the format %s', async (shown, code) => {
    const ods = makeOds(
      `<table:table table:name="A"><table:table-row><table:table-cell office:value-type="currency" office:currency="EUR" office:value="1234"><text:p>${shown}</text:p></table:table-cell></table:table-row></table:table>`,
    );
    const { bytes } = await convert(ods, { from: 'ods', to: 'xlsx' });
    const { unzip } = await import('../make-sheets.ts');

    expect(unzip(bytes)['xl/styles.xml']).toContain(`formatCode="${code.replaceAll('"', '&quot;')}"`);
  });
});
