import { describe, expect, it } from 'vitest';
import { withColumnFormats } from '../../../../lib/conversions/backends/tesseract/column-formats.ts';

/** Numbers below each other, right-aligned at 100. */
const column = (texts: readonly string[], right = 100) =>
  texts.map((text, at) => ({
    text,
    x: right - text.length * 5,
    y: at * 14,
    width: text.length * 5,
    height: 8,
  }));

const formatted = (...texts: readonly string[]): string[] =>
  withColumnFormats(column(texts)).map(({ text, isDoubtful }) => (isDoubtful ? `${text}?` : text));

describe('withColumnFormats', () => {
  it.each([
    ['below decimals', ['98.3', '87.0', '101.2', '1124'], '1124?'],
    ['between decimals', ['98.3', '95', '101.2', '87.0'], '95?'],
    ['with brackets', ['(8.31)', '7.05', '12.22', '(415)'], '(415)?'],
    ['with a group', ['1,208.3', '987.0', '101.2', '1,3108'], '1,3108?'],
    ['with decimal commas', ['98,3', '87,0', '101,2', '1124'], '1124?'],
  ])('doubts a number without decimals %s', (_, texts, doubted) => {
    expect(formatted(...texts)).toContain(doubted);
    expect(formatted(...texts).filter((text) => text.endsWith('?'))).toHaveLength(1);
  });

  it.each([
    ['a point', ['112.4', '498.4', '332.3', '61,9'], '61.9'],
    ['a point after groups', ['1,310.80', '2,045.10', '988.40', '1,204,75'], '1,204.75'],
    ['a comma', ['112,4', '(498,4)', '332,3', '(61.9)'], '(61,9)'],
  ])('gives a number the decimal sign of its neighbours: %s', (_, texts, wanted) => {
    expect(formatted(...texts)).toEqual([...texts.slice(0, -1), wanted]);
  });

  it.each<[string, string[]]>([
    ['above decimals, such as a year', ['2024', '98.3', '87.0', '101.2']],
    ['with too few digits', ['98.3', '87.0', '101.2', '7']],
    ['next to different decimals', ['98.3', '87.05', '101.2', '1124']],
    ['of another kind', ['98.3', '87.0', '16%', '101.2']],
    ['next to whole numbers', ['98.3', '870', '101.2', '1124']],
    ['with few neighbours', ['98.3', '87.0', '1124']],
    ['that is no amount', ['98.3', '87.0', '101.2', '12:30']],
    ['of a column of whole numbers', ['1,204', '987', '1.310', '2,045']],
  ])('leaves a number %s as it is', (_, texts) => {
    expect(formatted(...texts)).toEqual(texts);
  });

  it('compares only numbers of one column', () => {
    const numbers = [...column(['98.3', '87.0', '101.2', '4.1']), ...column(['1', '22', '1124', '5'], 200)];

    expect(withColumnFormats(numbers)).toEqual(numbers.map(({ text }) => ({ text, isDoubtful: false })));
  });

  it('compares nothing on a page with more numbers than pages have', () => {
    const many = Array.from({ length: 1250 }, (_, at) =>
      column(['98.3', '87.0', '101.2', '1124'], 60 * at),
    ).flat();

    expect(withColumnFormats(many).some(({ isDoubtful }) => isDoubtful)).toBe(false);
  });
});
