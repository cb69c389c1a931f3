import { expect, it } from 'vitest';
import { isDisplay } from '../../../../lib/conversions/shared/page-tables/displays.ts';

it('a cell without rules has at most 500 characters: more are a column of text', () => {
  const rowsWith = (characters: number) => [
    [{ text: 'No. 161' }, { text: 'October' }],
    [{ text: 'Page 3' }, { text: 'a'.repeat(characters) }],
  ];

  expect(isDisplay(rowsWith(500))).toBe(false);
  expect(isDisplay(rowsWith(501))).toBe(true);
});
