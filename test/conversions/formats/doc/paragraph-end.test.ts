import { expect, it } from 'vitest';
import { readEnd } from '../../../../lib/conversions/formats/doc/paragraph-end.ts';

const PAGE_BREAK_BEFORE = 0x2407;

it.each([
  [[1], true],
  [[1, 0], false],
  [[], false],
])('reads whether a paragraph starts a page from %j', (values, expected) => {
  const changes = values.map((value) => ({ code: PAGE_BREAK_BEFORE, operand: Buffer.from([value]) }));

  expect(readEnd(0, changes).properties.breaksBefore).toBe(expected);
});
