import { expect, it } from 'vitest';
import { canonicalFormat, formats } from '../../lib/conversions/formats.ts';

it.each([
  ['pdf', 'pdf'],
  ['TXT', 'text'],
  ['.md', 'markdown'],
  ['htm', 'html'],
  ['jpg', 'jpeg'],
  ['tif', 'tiff'],
  ['toString', undefined],
  ['', undefined],
])('takes "%s" as %s', (name, format) => {
  expect(canonicalFormat(name)).toBe(format);
});

it('gives every canonical name and every alias to one format only', () => {
  const names = Object.entries(formats).flatMap(([name, { aliases }]) => [name, ...aliases]);

  expect(new Set(names).size).toBe(names.length);
});
