import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../../lib/conversions/backends/tesseract/split-words.ts';
import { drawn } from './drawn-image.ts';

// Pixels of a 200 dpi image as points.
const points = (pixels: number): number => (pixels * 72) / 200;

const item = (text: string, x: number, width: number): TextItem =>
  ({
    text,
    x: points(x),
    width: points(width),
    y: points(10),
    height: points(30),
    confidence: 0.9,
  }) as TextItem;

const boxesOf = (items: readonly TextItem[]): [string, number, number, number, number][] =>
  items.map(({ text, x, y, width, height }) => [
    text,
    ...([x, y, width, height].map((length) => Math.round((length * 200) / 72)) as [
      number,
      number,
      number,
      number,
    ]),
  ]);

describe('recognized lines', () => {
  it('are split into words at the widest gaps in the image', () => {
    // Two letters, a wide gap, three letters with a low last one, a wide gap, and a letter.
    const image = drawn(300, 60, [
      [20, 12, 10, 20],
      [34, 12, 10, 20],
      [70, 12, 10, 20],
      [84, 12, 10, 20],
      [98, 16, 10, 22],
      [140, 12, 10, 20],
    ]);

    const words = splitWords([item('ab cdg e', 18, 140)], image);

    expect(boxesOf(words)).toEqual([
      ['ab', 20, 12, 24, 20],
      ['cdg', 70, 12, 38, 26],
      ['e', 140, 12, 10, 20],
    ]);
    expect(words.every(({ confidence }) => confidence === 0.9)).toBe(true);
  });

  it('are split by the lengths of their words if letters touch', () => {
    const image = drawn(300, 60, [[20, 12, 110, 20]]);

    expect(boxesOf(splitWords([item('abcde fghij', 20, 110)], image))).toEqual([
      ['abcde', 20, 12, 50, 20],
      ['fghij', 80, 12, 50, 20],
    ]);
  });

  it('keep single words as they are, and lose blanks', () => {
    const image = drawn(300, 60, []);

    expect(boxesOf(splitWords([item(' word ', 20, 50), item('  ', 90, 10)], image))).toEqual([
      ['word', 20, 10, 50, 30],
    ]);
  });
});
