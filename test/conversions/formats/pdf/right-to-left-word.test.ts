import { expect, it } from 'vitest';
import {
  type Character,
  readFromRight,
} from '../../../../lib/conversions/formats/pdf/text-runs/right-to-left-word.ts';

const at = (text: string, left: number, width = 5): Character => ({ text, left, right: left + width });

it.each([
  ['letters in logical order', [at('ش', 20), at('ل', 15), at('و', 10), at('م', 5)], 'شلوم'],
  ['letters in visual order', [at('م', 5), at('و', 10), at('ل', 15), at('ش', 20)], 'شلوم'],
  ['a ligature whose characters are reversed', [at('م', 20), at('ا', 10), at('ل', 10), at('ت', 5)], 'ملات'],
  ['a mark before its letter', [at('\u064b', 5, 4), at('م', 10), at('ا', 5)], 'ما\u064b'],
  [
    'a mark after its letter and slightly offset',
    [at('ר', 265, 6.8), at('\u05b5', 264.2, 0), at('א', 257, 8)],
    'ר\u05b5א',
  ],
  ['a word in one glyph, reversed', ['ي', 'ب', '\u064e', 'ح'].map((letter) => at(letter, 10)), 'ح\u064eبي'],
  ['the ligature of Allah, reversed', ['ه', 'ل', 'ل', 'ا'].map((letter) => at(letter, 10)), 'الله'],
  ['a ligature in logical order', [at('ب', 20), at('ل', 10), at('ا', 10)], 'بلا'],
  [
    'a ligature split into two runs that both contain its characters',
    [at('و', 20), at('ا', 10), at('ل', 10), at('ا', 9, 0), at('ل', 9, 0)],
    'ولا',
  ],
  ['only a mark', [at('\u064e', 5)], '\u064e'],
])('reads %s', (_, letters, word) => {
  expect(readFromRight(letters)).toBe(word);
});
