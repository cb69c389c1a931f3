import { expect, it } from 'vitest';
import { countCharacters, maxTextCharacters } from '../../../lib/conversions/routing/text-limit.ts';

it.each([
  ['', 0],
  ['a b\tc\r\nd\f', 4],
  ['é 日本 😀', 5],
])('counts the characters of %j without white space', (text, expected) => {
  expect(countCharacters(text)).toBe(expected);
});

it('takes the limit of the most generous route, and none where one route has none', () => {
  expect(maxTextCharacters({ operation: 'convert', to: 'pdf' }, {})).toBe(12_000_000);
  expect(maxTextCharacters({ operation: 'convert', to: 'docx' }, {})).toBeUndefined();
});
