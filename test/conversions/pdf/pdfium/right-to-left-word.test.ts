import { expect, it } from 'vitest';
import { type Letter, readFromRight } from '../../../../lib/conversions/pdf/pdfium/right-to-left-word.ts';

const at = (text: string, left: number, width = 5): Letter => ({ text, left, right: left + width });

it.each([
  ['letters in the order of the file', [at('ش', 20), at('ل', 15), at('و', 10), at('م', 5)], 'شلوم'],
  [
    'letters in the order in which they are seen',
    [at('م', 5), at('و', 10), at('ل', 15), at('ش', 20)],
    'شلوم',
  ],
  [
    'a ligature that names its letters backwards',
    [at('م', 20), at('ا', 10), at('ل', 10), at('ت', 5)],
    'ملات',
  ],
  ['a mark that comes before its letter', [at('\u064b', 5, 4), at('م', 10), at('ا', 5)], 'ما\u064b'],
  ['nothing but a mark', [at('\u064e', 5)], '\u064e'],
])('reads %s', (_, letters, word) => {
  expect(readFromRight(letters)).toBe(word);
});
