import { expect, it } from 'vitest';
import { parsePdfDate } from '../../../../lib/conversions/formats/pdf/pdf-info.ts';

it.each([
  ["D:20220403180542+02'00'", '2022-04-03T16:05:42.000Z'],
  ["D:20090401163925-07'30", '2009-04-02T00:09:25.000Z'],
  ['D:20241104100617', '2024-11-04T10:06:17.000Z'],
  ['D:2024', '2024-01-01T00:00:00.000Z'],
  ['D:20249999', null],
  ['yesterday', null],
  [null, null],
])('reads the pdf date %j as %j', (date, time) => {
  expect(parsePdfDate(date)).toBe(time);
});
