import type { TextItem } from '@llamaindex/liteparse';
import { expect, it } from 'vitest';
import { wordsOfPage } from '../../../../lib/conversions/shared/page-tables/words.ts';
import { pageOf } from './synthetic-page.ts';

/** A page with one item whose word boxes are given as texts with their edges. */
const wordsOf = (text: string, boxes: readonly (readonly [string, number, number])[]) => {
  const words = boxes.map(([part, x, right]) => ({ text: part, x, y: 0, width: right - x, height: 10 }));
  const item: TextItem = { text, x: 0, y: 0, width: 100, height: 10, words };
  return wordsOfPage({ ...pageOf([]), textItems: [item] }).map(({ text: word, left, right }) => [
    word,
    left,
    right,
  ]);
};

it.each([
  [
    'a decimal',
    '0.965 12',
    [
      ['0', 0, 5],
      ['.965', 5, 25],
      ['12', 30, 40],
    ],
    [
      ['0.965', 0, 25],
      ['12', 30, 40],
    ],
  ],
  [
    'thousands',
    '(12 345 678,9) 120 1234 567',
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
    'a full stop',
    'to 0.35.',
    [
      ['to', 0, 10],
      ['0', 15, 20],
      ['.35', 20, 35],
      ['.', 35, 38],
    ],
    [
      ['to', 0, 10],
      ['0.35.', 15, 38],
    ],
  ],
  [
    'a percentage',
    '17.4%',
    [
      ['17', 0, 10],
      ['.4', 10.3, 18],
      ['%', 18, 24],
    ],
    [['17.4%', 0, 24]],
  ],
  [
    'signs apart from their numbers',
    '+4.1 % 9 € $ 12 2 %',
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
] as const)('joins the boxes of %s', (_title, text, boxes, expected) => {
  expect(wordsOf(text, boxes)).toEqual(expected);
});

const itemAt = (text: string, x: number, right: number, y = 0): TextItem => ({
  text,
  x,
  y,
  width: right - x,
  height: 10,
});

it.each<[string, TextItem[], string[]]>([
  ['a decimal', [itemAt('1', 294.683, 299.12), itemAt('.9', 299.126, 305.8)], ['1.9']],
  [
    'a negative number',
    [itemAt('(', 10, 13.3), itemAt('30', 13.3, 23), itemAt('.8)', 23.01, 33)],
    ['(30.8)'],
  ],
  ['words with a narrow space between them', [itemAt('one.', 10, 27), itemAt('A', 28, 34)], ['one.', 'A']],
  ['words with a blank in the text', [itemAt('one. ', 10, 27), itemAt('A', 27, 34)], ['one.', 'A']],
  ['numbers of two lines', [itemAt('1', 10, 15), itemAt('.9', 15, 22, 14)], ['1', '.9']],
])('reads %s in several items', (_title, textItems, expected) => {
  expect(wordsOfPage({ ...pageOf([]), textItems }).map(({ text }) => text)).toEqual(expected);
});

it.each([
  [
    'white space between them',
    'a b',
    [
      ['a', 0, 5],
      ['b', 5.2, 10],
    ],
  ],
  [
    'a gap',
    'a.5',
    [
      ['a', 0, 5],
      ['.5', 7, 12],
    ],
  ],
  [
    'another order than the text',
    'ab',
    [
      ['b', 0, 5],
      ['a', 5, 10],
    ],
  ],
] as const)('keeps boxes apart with %s', (_title, text, boxes) => {
  expect(wordsOf(text, boxes)).toEqual(boxes);
});
