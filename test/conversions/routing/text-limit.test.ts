import { expect, it } from 'vitest';
import { planConversion } from '../../../lib/conversions/routing/plan.ts';
import { countCharacters, maxTextCharacters } from '../../../lib/conversions/routing/text-limit.ts';
import { listFaults } from '../../../lib/faults.ts';

it.each([
  ['', 0],
  ['a b\tc\r\nd\f', 4],
  ['é 日本 😀', 5],
])('counts the characters of %j without white space', (text, expected) => {
  expect(countCharacters(text)).toBe(expected);
});

it.each([
  ['pdf', 12_000_000],
  ['docx', undefined],
] as const)('is the limit of the most generous route to %s, if every route has one', (to, expected) => {
  const planned = planConversion({ from: 'text', target: { operation: 'convert', to }, options: {} });
  if (!planned.ok) throw new Error(listFaults(planned.faults));

  expect(maxTextCharacters(planned.plan)).toBe(expected);
});
