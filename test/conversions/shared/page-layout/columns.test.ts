import { expect, it } from 'vitest';
import { columnsOf, type OrderedBox } from '../../../../lib/conversions/shared/page-layout/columns.ts';

interface NamedBox extends OrderedBox {
  readonly name: string;
}

/** Short lines below each other at a pitch, or at given heights. */
const lines = (name: string, x: number, ys: readonly number[], size = 10): NamedBox[] =>
  ys.map((y) => ({ name, x, y, width: 60, height: size, size, letters: 8 }));
const from = (y: number, pitch: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => y + at * pitch);

/** The names of the columns, each once for neighbouring lines. */
const columns = (boxes: readonly NamedBox[], rtl = false): string[][] =>
  columnsOf(boxes, rtl).map((column) => [...new Set(column.map(({ name }) => name))]);

const sideBar = [...lines('side', 50, from(50, 13, 6)), ...lines('side', 50, from(150, 13, 5))];
const main = [...lines('main', 200, from(50, 16, 3)), ...lines('main', 200, from(117, 16, 8))];
const table: NamedBox = { ...lines('table', 200, [80])[0]!, height: 90 };

it.each<[string, NamedBox[], string[][]]>([
  ['of short lines at other distances', [...sideBar, ...main], [['side'], ['main']]],
  [
    'below a heading over both',
    [{ ...lines('title', 50, [20])[0]!, width: 300 }, ...sideBar, ...main],
    [['title'], ['side'], ['main']],
  ],
  [
    'with a table beside text',
    [...lines('side', 50, from(52, 13, 8)), ...lines('main', 200, [50, 66]), table],
    [['side'], ['main', 'table']],
  ],
])('finds columns %s', (_, boxes, expected) => {
  expect(columns(boxes)).toEqual(expected);
});

it('reads columns from the right on a right-to-left page', () => {
  expect(columns([...sideBar, ...main], true)).toEqual([['main'], ['side']]);
});

it.each<[string, NamedBox[]]>([
  ['labels and values', [...lines('label', 50, from(50, 20, 8)), ...lines('value', 200, from(50, 20, 8))]],
  [
    'labels and larger values on their lines',
    [...lines('label', 50, from(52, 20, 8)), ...lines('value', 200, from(50, 20, 8), 14)],
  ],
  [
    'labels beside the first lines of wrapped values',
    [...lines('label', 50, from(50, 36, 6)), ...lines('value', 200, from(50, 12, 18))],
  ],
  [
    'labels centered beside wrapped values',
    [...lines('label', 50, from(56, 24, 6)), ...lines('value', 200, from(50, 12, 12))],
  ],
  [
    'wrapped labels centered beside wrapped values',
    [0, 60, 120].flatMap((y) => [
      ...lines('label', 50, [y + 56, y + 68]),
      ...lines('value', 200, from(y + 50, 12, 3)),
    ]),
  ],
])('does not cut between %s', (_, boxes) => {
  expect(columns(boxes)).toEqual([['label', 'value']]);
});
