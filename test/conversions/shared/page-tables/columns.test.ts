import { expect, it } from 'vitest';
import { columnsUnder } from '../../../../lib/conversions/shared/page-tables/columns.ts';

it.each([
  [
    'right',
    [
      { left: 0, right: 40 },
      { left: 60, right: 70 },
    ],
    1,
  ],
  [
    'left',
    [
      { left: 30, right: 40 },
      { left: 60, right: 100 },
    ],
    0,
  ],
] as const)(
  'puts a heading as far from two columns over the %s one if its middle is nearer',
  (_side, columns, nearer) => {
    expect(columnsUnder({ left: 48, right: 52 }, columns)).toEqual([nearer, nearer]);
  },
);
