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
])('resolves "%s" to %s', (name, format) => {
  expect(canonicalFormat(name)).toBe(format);
});

it('assigns every canonical name and every alias to one format', () => {
  const names = Object.entries(formats).flatMap(([name, { aliases }]) => [name, ...aliases]);

  expect(new Set(names).size).toBe(names.length);
});
