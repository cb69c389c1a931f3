import { describe, expect, it } from 'vitest';
import { calculateMissing } from '../../../../lib/conversions/backends/ironcalc/calculate.ts';
import { excelFormula } from '../../../../lib/conversions/formats/ods/open-formula.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import type { MissingResult } from '../../../../lib/conversions/workbook/missing-result.ts';
import { shiftFormula } from '../../../../lib/conversions/workbook/shift-formula.ts';
import { itLong } from '../../../support/long-run.ts';
import { convertText, makeOds, makeXlsx, stylesOf } from '../../make-sheets.ts';

const formula = (reference: string, text: string, more = ''): string =>
  `<c r="${reference}"${more}><f>${text}</f><v></v></c>`;

/** An invoice as programs save it that do not calculate. */
const invoice = makeXlsx({
  sheets: [
    `<row r="1"><c r="A1" t="inlineStr"><is><t>Item</t></is></c><c r="B1" t="inlineStr"><is><t>Total</t></is></c></row>
     <row r="2"><c r="A2"><v>2</v></c>${formula('B2', 'A2*149.5')}</row>
     <row r="3"><c r="A3"><v>6</v></c>${formula('B3', 'A3*79.9')}</row>
     <row r="4">${formula('A4', 'SUM(A2:A3)')}${formula('B4', 'SUM(B2:B3)')}</row>
     <row r="5">${formula('A5', 'IF(B4&gt;100,"large","small")')}${formula('B5', 'DATE(2026,2,28)+Days', ' s="1"')}</row>
     <row r="6">${formula('A6', "'B'!A1&amp;&quot; x&quot;")}${formula('B6', 'B4&gt;100')}</row>
     <row r="7"><c r="A7"><f t="shared" ref="A7:B7" si="0">A2+1</f></c><c r="B7"><f t="shared" si="0"/></c></row>
     <row r="8"><c r="A8"><f t="array" ref="A8">SUM(A2:A3*2)</f><v/></c>${formula('B8', '1/0')}</row>`,
    '<row><c r="A1" t="inlineStr"><is><t>007</t></is></c><c r="B1"><v>30</v></c></row>',
  ],
  styles: stylesOf('General', 'yyyy-mm-dd'),
  workbook:
    '<workbook><sheets><sheet name="A" r:id="s0"/><sheet name="B" r:id="s1"/></sheets><definedNames><definedName name="Days">B!$B$1</definedName></definedNames></workbook>',
});

describe('formulas without a result in the file', () => {
  it('are calculated', async () => {
    const result = await convert(invoice, { from: 'xlsx', to: 'json', options: { sheet: 'A' } });

    expect(JSON.parse(Buffer.from(result.bytes).toString())).toEqual([
      { Item: 2, Total: 299 },
      { Item: 6, Total: 479.4 },
      { Item: 8, Total: 778.4 },
      { Item: 'large', Total: '2026-03-30' },
      { Item: '007 x', Total: true },
      { Item: 3, Total: 300 },
      { Item: 16, Total: '#DIV/0!' },
    ]);
    expect(result.report.warnings).toEqual([]);
  });

  it.each(['csv', 'html', 'markdown', 'docx'] as const)('are calculated for %s', async (to) => {
    const { bytes } = await convert(invoice, {
      from: 'xlsx',
      to,
      options: to === 'csv' ? { sheet: 'A' } : {},
    });
    const text =
      to === 'docx'
        ? Buffer.from((await extract(bytes, { from: to, format: 'text' })).bytes).toString()
        : Buffer.from(bytes).toString();

    expect(text).toContain('778.4');
    expect(text).toContain('2026-03-30');
  });

  const zero =
    '<row><c r="A1"><v>5</v></c><c r="B1"><f>A1*2</f><v>0</v></c><c r="C1"><f>A1-5</f><v>0</v></c><c r="D1"><f>A1*3</f><v>7</v></c></row>';

  it('may have a zero in its place, if the file asks to be calculated', async () => {
    const workbook =
      '<workbook><sheets><sheet name="A" r:id="s0"/></sheets><calcPr fullCalcOnLoad="1"/></workbook>';

    expect(await convertText(makeXlsx({ sheets: [zero], workbook }), 'xlsx', 'csv')).toBe('5,10,0,7\r\n');
  });

  it('keep a zero that the file does not ask to calculate', async () => {
    expect(await convertText(makeXlsx({ sheets: [zero] }), 'xlsx', 'csv')).toBe('5,0,0,7\r\n');
  });

  it('keep an empty text as their result', async () => {
    const sheets = ['<row><c r="A1"><v>5</v></c><c r="B1" t="str"><f>NOPE()</f><v></v></c></row>'];
    const result = await convert(makeXlsx({ sheets }), { from: 'xlsx', to: 'csv' });

    expect(result.report.warnings).toEqual([]);
  });

  it.each([
    ['unknown functions', ['NOPE(1)', 'IFERROR(NOPE(1),0)']],
    ['what depends on them', ['NOPE(1)', 'A1+1', 'SUM(A1:A2)']],
    ['other files', ['[1]Sheet1!A1']],
    ['tables', ['SUM(Table1[x])']],
    ['chance', ['RAND()', 'RANDBETWEEN(1,2)']],
    [
      'results of any size',
      ['SEQUENCE(1000000,1000)', 'REPT("x",1000000000)', 'SUM(OFFSET(A1,0,0,1000000,10000))'],
    ],
    ['circles', ['A1+1']],
    ['errors of syntax', ['1+', 'SUM(']],
    ['nothing', ['']],
  ])('are counted in a warning and stay empty if they have %s', async (_title, formulas) => {
    const rows = formulas.map(
      (text, row) => `<row>${formula(`A${row + 1}`, text.replaceAll('"', '&quot;'))}<c><v>1</v></c></row>`,
    );
    const result = await convert(makeXlsx({ sheets: [rows.join('')] }), { from: 'xlsx', to: 'csv' });

    expect(Buffer.from(result.bytes).toString()).toBe(',1\r\n'.repeat(formulas.length));
    expect(result.report.warnings).toEqual([
      `${formulas.length === 1 ? '1 formula has' : `${formulas.length} formulas have`} no result in the file, or a zero in its place, and could not be calculated. Open the workbook in a spreadsheet program, save it, and convert it again.`,
    ]);
  });

  itLong('are left empty if they would take too long, or the stack of the engine', async () => {
    const chain = Array.from({ length: 15_000 }, (_, row) => `<row><c><f>A${row + 2}+1</f></c></row>`).join(
      '',
    );
    const reads = Array.from(
      { length: 19_000 },
      () => '<row><c><f>SUM(B:C)</f></c><c><v>1</v></c></row>',
    ).join('');
    for (const [sheet, count] of [
      [chain, 15_000],
      [reads, 19_000],
    ] as const) {
      const { report } = await convert(makeXlsx({ sheets: [`${sheet}<row><c><v>1</v></c></row>`] }), {
        from: 'xlsx',
        to: 'csv',
      });

      expect(report.warnings).toHaveLength(1);
      expect(report.warnings[0]).toContain(`${count} formulas have no result`);
    }
    // The engine works again.
    const result = await convertText(invoice, 'xlsx', 'csv', { sheet: 'A' });
    expect(result).toContain('778.4');
  });

  it('are calculated in ods', async () => {
    const cell = (attributes: string, text = ''): string =>
      `<table:table-cell ${attributes}>${text}</table:table-cell>`;
    const number = (value: number, text: string): string =>
      cell(`office:value-type="float" office:value="${value}"`, `<text:p>${text}</text:p>`);
    const ods = makeOds(
      `<table:table table:name="A"><table:table-row>${number(1234.5, '1.234,50')}${cell('table:formula="of:=[.A1]*2"')}${cell(`table:formula="of:=SUM([.A1:.B1];[$'My B'.A1])"`)}${cell(`table:formula="of:=SUM(['file:///x.ods'#$A.A1])"`)}</table:table-row></table:table><table:table table:name="My B"><table:table-row>${number(1, '1')}</table:table-row></table:table>`,
    );

    const csv = await convert(ods, { from: 'ods', to: 'csv', options: { sheet: 'A' } });
    const markdown = await convertText(ods, 'ods', 'markdown', { sheet: 'A' });

    expect(Buffer.from(csv.bytes).toString()).toBe('1234.5,2469,3704.5,\r\n');
    expect(markdown).toContain('1.234,50 | 2469 | 3704.5');
    expect(csv.report.warnings).toEqual([expect.stringContaining('1 formula has no result')]);
  });
});

describe('a formula', () => {
  it.each([
    ['A1+$B2+C$3+$D$4', 2, 1, 'B3+$B4+D$3+$D$4'],
    ['SUM(A:B)+SUM(1:2)+SUM($A:$B)', 1, 1, 'SUM(B:C)+SUM(2:3)+SUM($A:$B)'],
    ['"A1"&\'A1\'!A1&LOG10(A1)&A1_x', 1, 0, '"A1"&\'A1\'!A2&LOG10(A2)&A1_x'],
    ['A1', -5, -5, 'A1'],
  ])('%s is shifted', (source, rows, columns, shifted) => {
    expect(shiftFormula(source, rows, columns)).toBe(shifted);
  });

  it.each([
    ['of:=SUM([.A1:.B2];[.$C$3])', 'SUM(A1:B2,$C$3)'],
    ['of:=[$\'My Sheet\'.A1]&";"', '\'My Sheet\'!A1&";"'],
    ['of:=[Sheet2.A1:Sheet2.A3]', "'Sheet2'!A1:A3"],
    ['of:=SUM({1;2|3;4})', 'SUM({1,2;3,4})'],
    ["of:=['file:///a.ods'#$A.A1]", undefined],
    ['of:=SUM([.A1]~[.B1])', undefined],
    ['=A1', undefined],
  ])('%s of OpenFormula is %s', (source, excel) => {
    expect(excelFormula(source)).toBe(excel);
  });

  it('reads every kind of value', async () => {
    const results: unknown[] = [];
    const missing = ['A1', 'A2&"x"', 'A3', 'A4', 'A5+1', 'ISTEXT(A6)', 'A7*1'].map(
      (text, row): MissingResult => ({
        sheet: 0,
        row,
        column: 1,
        formula: text,
        set: (value) => results.push(value),
      }),
    );
    const rows = [1e-7, "'007", true, '#N/A', new Date('2026-02-28'), '5', 0.1 + 0.2].map((value) => [value]);

    expect(await calculateMissing({ sheets: [{ name: 'A', rows }], names: [] }, missing)).toBe(0);
    expect(results).toEqual([1e-7, "'007x", true, '#N/A', 46082, true, 0.3]);
  });
});
