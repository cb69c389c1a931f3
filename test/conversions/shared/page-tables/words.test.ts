import { expect, it } from 'vitest';
import type { TextRun } from '../../../../lib/conversions/shared/page-layout/text-run.ts';
import { wordsOfPage } from '../../../../lib/conversions/shared/page-tables/words.ts';
import { pageOf } from './synthetic-page.ts';

/** The words of a page with one run, of texts with their edges. */
const wordsOf = (parts: readonly (readonly [string, number, number])[]) => {
  const edges = Float32Array.from(parts.flatMap(([, left, right]) => [left, right]));
  const text = parts.map(([part]) => part).join(' ');
  const run: TextRun = { text, x: 0, y: 0, width: 200, height: 10, size: 10, edges };
  return wordsOfPage({ ...pageOf([]), runs: [run] }).map(({ text: word, left, right }) => [
    word,
    expect.closeTo(left, 3),
    expect.closeTo(right, 3),
  ]);
};

it.each([
  [
    'thousands',
    [
      ['(12', 0, 15],
      ['345', 18, 33],
      ['678,9)', 36, 66],
      // A blank as wide as this is the gap to another number.
      ['120', 69.7, 85],
      ['1234', 88, 108],
      ['567', 111, 126],
    ],
    [
      ['(12 345 678,9)', 0, 66],
      ['120', 69.7, 85],
      ['1234', 88, 108],
      ['567', 111, 126],
    ],
  ],
  [
    'signs apart from their numbers',
    [
      ['+4.1', 0, 20],
      ['%', 22, 28],
      ['9', 40, 45],
      ['€', 48, 53],
      ['$', 60, 65],
      ['12', 68, 78],
      // Where the next column is.
      ['2', 90, 95],
      ['%', 98.7, 104],
    ],
    [
      ['+4.1 %', 0, 28],
      ['9 €', 40, 53],
      ['$ 12', 60, 78],
      ['2', 90, 95],
      ['%', 98.7, 104],
    ],
  ],
  [
    'a bullet and its item',
    [
      ['•', 0, 4],
      ['Ink', 18, 33],
      ['12', 60, 70],
    ],
    [
      ['• Ink', 0, 33],
      ['12', 60, 70],
    ],
  ],
  [
    'a label and the dots after it',
    [
      ['Ink.', 0, 17],
      ['.', 20, 23],
      ['.', 26, 29],
      ['12', 60, 70],
    ],
    [
      ['Ink', 0, 17],
      ['12', 60, 70],
    ],
  ],
] as const)('reads %s', (_title, parts, expected) => {
  expect(wordsOf(parts)).toEqual(expected);
});

const runAt = (text: string, x: number, right: number, y = 0): TextRun => ({
  text,
  x,
  y,
  width: right - x,
  height: 10,
  size: 10,
});

it.each<[string, TextRun[], string[]]>([
  ['a decimal', [runAt('1', 294.683, 299.12), runAt('.9', 299.126, 305.8)], ['1.9']],
  ['a negative number', [runAt('(', 10, 13.3), runAt('30', 13.3, 23), runAt('.8)', 23.01, 33)], ['(30.8)']],
  ['words with a narrow space between them', [runAt('one.', 10, 27), runAt('A', 28, 34)], ['one.', 'A']],
  ['words with a blank in the text', [runAt('one. ', 10, 27), runAt('A', 27, 34)], ['one.', 'A']],
  ['numbers of two lines', [runAt('1', 10, 15), runAt('.9', 15, 22, 14)], ['1', '.9']],
])('reads %s in several runs', (_title, runs, expected) => {
  expect(wordsOfPage({ ...pageOf([]), runs }).map(({ text }) => text)).toEqual(expected);
});
