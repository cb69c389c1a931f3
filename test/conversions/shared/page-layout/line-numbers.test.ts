import { describe, expect, it } from 'vitest';
import { lineNumbersOf } from '../../../../lib/conversions/shared/geometry/line-numbers.ts';
import { layoutPages } from '../../../../lib/conversions/shared/page-layout/page-layout.ts';
import { body, full, type Line, page } from './lines-of-page.ts';

const column = 'words of a narrow column in it';

/** Numbers in a strip, each level with the line that it counts. */
const counted = (x: number, values: readonly number[], pitch = 12): Line[] =>
  values.map((value): Line => [x, 88 + value * pitch, String(value), { size: 8, height: 10 }]);
const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const textsOf = (lines: readonly Line[]): string[] =>
  lineNumbersOf(page(lines).runs).map((strip) => strip.map(({ text }) => text).join(' '));

describe('lineNumbersOf', () => {
  it('finds every fifth number between columns, also if some are missing', () => {
    const columns = [...body(50, 100, 45, column), ...body(320, 100, 45, column)];

    expect(textsOf([...columns, ...counted(300, [5, 10, 15, 20, 25, 30, 35, 40, 45])])).toEqual([
      '5 10 15 20 25 30 35 40 45',
    ]);
    expect(textsOf([...columns, ...counted(300, [10, 15, 45])])).toEqual(['10 15 45']);
    expect(textsOf([...columns, ...counted(300, [10, 45])])).toEqual([]);
  });

  it('finds the number of each line left of running text, and none of a list', () => {
    const numbers = counted(30, from(1, 25));

    expect(textsOf([...numbers, ...body(50, 100, 25, `and ${full}`)])).toEqual([from(1, 25).join(' ')]);
    expect(textsOf([...numbers, ...body(50, 100, 25, full)])).toEqual([]);
    expect(textsOf([...numbers, ...body(50, 100, 25, 'and little')])).toEqual([]);
  });

  it('finds none in numbers that are not as far apart as lines, or of which most are no fifths', () => {
    const text = body(50, 100, 40);

    expect(textsOf([...text, ...counted(500, [5, 10, 15, 20], 2.4)])).toEqual([]);
    expect(textsOf([...text, ...counted(500, [5, 7, 10, 12, 13, 15, 16, 20])])).toEqual([]);
    expect(textsOf([...text, ...counted(500, [20, 15, 10, 5], -12)])).toEqual([]);
  });
});

it('line numbers do not join the columns that they are between, and are furniture', () => {
  const lines = [
    ...body(50, 100, 45, column),
    ...body(310, 100, 45, column),
    ...counted(297, [5, 10, 15, 20, 25, 30, 35, 40, 45]).map(
      ([x, y, text, style]): Line => [x, y, text, { ...style, width: 10 }],
    ),
  ].map(([x, y, text, style]): Line => (x === 50 ? [x, y, text, { width: 245 }] : [x, y, text, style ?? {}]));

  const [layout] = layoutPages([page(lines)]);

  expect(layout?.blocks).toHaveLength(2);
  expect(layout?.furniture).toEqual([
    {
      kind: 'line_numbers',
      text: '5 10 15 20 25 30 35 40 45',
      place: { page: 1, x: 297, y: 148, width: 10, height: 490 },
    },
  ]);
});
