import { expect, it } from 'vitest';
import { areInterlocked } from '../../../lib/conversions/shared/geometry/interlocked-columns.ts';

/** Lines of a column. Those of one that starts a quarter of a pitch lower are not level with them. */
const linesFrom = (y: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ x: 0, y: y + at * 12, width: 100, height: 11, size: 10 }));

it.each([
  [299, true],
  [300, true],
  [301, false],
])('compares columns of %i lines: %s', (count, isCompared) => {
  expect(areInterlocked(linesFrom(0, count), linesFrom(3, 300))).toBe(isCompared);
});
