import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../../lib/conversions/base/number-formats.ts';
import { odfNumberFormat } from '../../../lib/conversions/shared/opendocument/number-format.ts';

describe('numbers of list labels', () => {
  it.each([
    [
      'chineseCounting',
      [1, 10, 11, 20, 21, 100, 101, 110, 1010],
      '一 十 十一 二十 二十一 一百 一百零一 一百一十 一千零一十',
    ],
    ['japaneseCounting', [10, 11, 21, 100, 111], '十 十一 二十一 百 百十一'],
    ['koreanCounting', [1, 10, 12, 100], '일 십 십이 백'],
    ['ideographLegalTraditional', [1, 10, 12, 20], '壹 壹拾 壹拾貳 貳拾'],
    ['ideographDigital', [1, 10, 25], '一 一〇 二五'],
    ['ideographTraditional', [1, 10, 11], '甲 癸 11'],
    ['ganada', [1, 14, 15], '가 하 가'],
    ['decimalEnclosedCircle', [1, 20, 21], '① ⑳ 21'],
    ['russianUpper', [1, 29, 30], 'А Я АА'],
    ['hebrew1', [1, 11, 15, 16, 31, 415], 'א יא טו טז לא תטו'],
    ['thaiNumbers', [1, 20], '๑ ๒๐'],
    ['001', [1, 12, 1234], '001 012 1234'],
    ['unknown', [1, 2], '1 2'],
    ['constructor', [1], '1'],
    ['chineseCounting', [0, 10_000], '0 10000'],
  ])('in %s are those of Word', (format, numbers, text) => {
    expect(numbers.map((number) => formatNumber(number, format)).join(' ')).toBe(text);
  });

  it('have the formats of OpenDocument that LibreOffice states by their first numbers', () => {
    expect(
      ['一, 二, 三, ...', '0001, 0002, 0003, ...', 'א, ב, ג, ...', 'A', '1', 'x, y'].map(odfNumberFormat),
    ).toEqual(['chineseCounting', '0001', 'hebrew1', 'upperLetter', 'decimal', 'decimal']);
  });
});
