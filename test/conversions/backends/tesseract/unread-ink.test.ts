import { describe, expect, it } from 'vitest';
import { unreadInk } from '../../../../lib/conversions/backends/tesseract/unread-ink.ts';
import { drawn } from './drawn-image.ts';
import { LETTER_HEIGHT, type LetterBox, letters, wordAt } from './drawn-words.ts';

const LIMIT = 127;
const words = [
  wordAt(40, 50, 'takes'),
  wordAt(300, 50, 'daily'),
  wordAt(40, 90, 'and'),
  wordAt(105, 90, 'rests'),
];
const read = [...letters(40, 50, 5), ...letters(300, 50, 5), ...letters(40, 90, 3), ...letters(105, 90, 5)];
const pieces = (boxes: readonly LetterBox[]) => unreadInk(words, drawn(600, 400, [...read, ...boxes]), LIMIT);
const find = (boxes: readonly LetterBox[]) => pieces(boxes).map(({ box }) => box);

describe('unread ink', () => {
  it('is a word in the gap of a line', () => {
    expect(find(letters(140, 50, 8))).toEqual([
      { left: 140, right: 257, top: 50, bottom: 50 + LETTER_HEIGHT },
    ]);
  });

  it('is a word before or after the words of a line', () => {
    expect(find([...letters(200, 90, 4)])).toEqual([expect.objectContaining({ left: 200, right: 257 })]);
    expect(find([...letters(400, 50, 2)])).toEqual([expect.objectContaining({ left: 400, right: 427 })]);
  });

  it('is several words side by side, as one piece', () => {
    expect(find([...letters(130, 50, 4), ...letters(198, 50, 4)])).toEqual([
      expect.objectContaining({ left: 130, right: 255 }),
    ]);
  });

  it('is a line of its own', () => {
    expect(find([...letters(40, 200, 9), ...letters(185, 200, 6)])).toEqual([
      expect.objectContaining({ left: 40, right: 272, top: 200 }),
    ]);
  });

  it('is beside words or on a line of its own', () => {
    expect(pieces([...letters(140, 50, 8), ...letters(40, 200, 6)])).toMatchObject([
      { isBesideWords: true },
      { isBesideWords: false },
    ]);
  });

  it('is none where everything was read', () => {
    expect(find([])).toEqual([]);
  });

  it('is no letter that the box of its word leaves out', () => {
    expect(find([...letters(115, 50, 1), ...letters(180, 90, 1)])).toEqual([]);
  });

  it('is no rule, border, bullet, speck or figure', () => {
    const rule: LetterBox = [40, 130, 500, 2];
    const border: LetterBox[] = [
      [30, 40, 560, 2],
      [30, 300, 560, 2],
      [30, 40, 2, 260],
      [588, 40, 2, 260],
    ];
    const bullet: LetterBox = [10, 95, 8, 8];
    const specks = Array.from({ length: 50 }, (_, at): LetterBox => [40 + at * 10, 160 + (at % 7), 2, 2]);
    const figure: LetterBox = [400, 200, 150, 80];

    expect(find([rule, ...border, bullet, ...specks, figure])).toEqual([]);
  });

  it('is none on an image with more pieces than text has', () => {
    const texture = Array.from({ length: 300 }, (_, at) =>
      letters(10 + (at % 10) * 58, 10 + Math.floor(at / 10) * 30, 2),
    ).flat();

    expect(unreadInk(words, drawn(600, 1000, texture), LIMIT)).toEqual([]);
  });

  it('is none without words, or in print that is too small to read', () => {
    const image = drawn(600, 400, letters(140, 50, 8));

    expect(unreadInk([], image, LIMIT)).toEqual([]);
    expect(unreadInk([{ ...wordAt(40, 50, 'tiny'), height: 2 }], image, LIMIT)).toEqual([]);
  });
});
