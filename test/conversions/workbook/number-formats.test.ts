import { describe, expect, it } from 'vitest';
import { loadNumberFormats } from '../../../lib/conversions/workbook/number-formats.ts';

const formats = await loadNumberFormats();
const show = (value: number, code: string): string =>
  formats.show(value, { code, kind: formats.kindOf(code) });

// 2009-07-06 at noon.
const DAY = 40_000.5;

describe('number formats', () => {
  it.each([
    [2.99, '# ?/?', '3'],
    [0.98, '# ??/??', '49/50'],
    [-0.98, '# ??/??', '- 49/50'],
    [1.999, '# ??/100', '2'],
    [-2.3, '# ?/8', '-2 2/8'],
    [0, '# ?/?', '0'],
    [0.01, '# ?/?', '0'],
    [-1.5, '# ?/?;(# ?/?)', '(1 1/2)'],
    [2.75, '#\\ ?/?', '2 3/4'],
    [2.5, '?/?', '5/2'],
    [1234.25, '#,##0 ?/?" m"', '1234 1/4 m'],
    [0.5, '[<1]# ?/?;0', '1/2'],
  ])('shows %d in the fraction format %s as %s', (value, code, shown) => {
    expect(show(value, code)).toBe(shown);
  });

  it.each([
    [DAY, 'e"年"', '2009年'],
    [DAY, '上午/下午h"时"', '下午12时'],
    [DAY, 'h:mm 午前/午後', '12:00 午後'],
    [DAY, '[$-41E]d/m/bbbb', '6/7/2552'],
    [DAY, '[$-407]d. mmmm yyyy', '6. Juli 2009'],
  ])('shows the date %d in the format %s as %s', (value, code, shown) => {
    expect(show(value, code)).toBe(shown);
  });

  it.each(['[$-411]ggge"年"m"月"d"日"', 'gg e.m.d', 'ge.m.d'])(
    'shows a date as ISO 8601 in the format %s, whose years are those of an era',
    (code) => {
      expect(formats.show(new Date('2009-07-06'), { code, kind: formats.kindOf(code) })).toBe('2009-07-06');
    },
  );

  it('reads halves of the day in quotes, as SheetJS lists them', () => {
    expect(show(DAY, '"上午/下午 "hh"時"')).toBe('下午 12時');
  });

  it('keeps decimal points in numbers with a language, as spreadsheets do on the same computer', () => {
    expect(show(12_345.678, '[$-419]#,##0.00')).toBe('12,345.68');
    expect(show(12_345.678, '#,##0.00\\ [$€-407]')).toBe('12,345.68 €');
  });

  it('shows nothing where the format has nothing to show', () => {
    expect([5, -5, 0].map((value) => show(value, ';;;'))).toEqual(['', '', '']);
    expect(show(0, '0;-0;;@')).toBe('');
  });

  it.each([
    [1 / 3, '0.333333333'],
    [123_456_789_012, '1.23457E+11'],
    [12_345_678_901, '12345678901'],
    [39_627.9999999884, '39628'],
    [-6.21154686086811e-6, '-6.21155E-06'],
  ])(
    'displays %d without a format in 11 characters, but keeps its digits in documents',
    (value, displayed) => {
      expect(formats.display(value)).toBe(displayed);
      expect(formats.show(value)).toBe(String(Number(value.toPrecision(15))));
    },
  );
});

describe('a format with conditions', () => {
  it.each([
    ['[=0]?;[hh]:mm:ss', 0, '', 'duration'],
    ['[=0]"";[hh]:mm', 0, '', 'duration'],
    ['[=0]"";[hh]:mm', 0.5, '12:00', 'duration'],
    ['[=0]"-";[hh]:mm', 0, '-', 'duration'],
    ['[=0]"";yyyy-mm-dd', 0, '', 'date'],
    ['[=0]"";yyyy-mm-dd', 46_000, '2025-12-09', 'date'],
    ['yyyy-mm-dd;;', 0, '', 'date'],
    ['[<1]"";hh:mm', 0.5, '', 'time'],
    ['[=0]"-";0.00', 0, '-', 'number'],
  ])('%s shows %d as "%s"', (code, value, shown, kind) => {
    expect(formats.kindOf(code)).toBe(kind);
    expect(formats.show(value, { code, kind: formats.kindOf(code) })).toBe(shown);
  });
});
