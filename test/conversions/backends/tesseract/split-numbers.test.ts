import { describe, expect, it } from 'vitest';
import { splitNumbers } from '../../../../lib/conversions/backends/tesseract/split-numbers.ts';
import { drawn } from './drawn-image.ts';

/** Digits, 12 pixels wide and 20 high, at these positions in an image of one line. */
const row = (...places: readonly number[]) =>
  drawn(
    400,
    60,
    places.map((x) => [x, 20, 12, 20] as const),
  );
const item = (text: string, from: number, to: number, y = 18, height = 24) => ({
  text,
  x: from * 0.36,
  y: y * 0.36,
  width: (to - from) * 0.36,
  height: height * 0.36,
});
const textsOf = (items: readonly { readonly text: string }[]) => items.map(({ text }) => text);

describe('splitNumbers', () => {
  it('splits numbers at wide gaps in the image', () => {
    const items = splitNumbers([item('891011', 20, 150)], row(20, 46, 72, 88, 114, 130));

    expect(textsOf(items)).toEqual(['8', '9', '10', '11']);
    expect(items.map(({ x, width }) => [Math.round(x / 0.36), Math.round(width / 0.36)])).toEqual([
      [20, 12],
      [46, 12],
      [72, 28],
      [114, 28],
    ]);
  });

  it('splits numbers whose box covers the next word', () => {
    const items = splitNumbers([item('8910', 20, 150), item('11', 115, 142)], row(20, 46, 72, 88, 114, 130));

    expect(textsOf(items)).toEqual(['8', '9', '10', '11']);
  });

  it('shortens a box that covers the next word', () => {
    const items = splitNumbers([item('S32', 20, 150), item('R33', 90, 150)], row(20, 36, 52, 90, 106, 122));

    expect((items[0]?.x ?? 0) + (items[0]?.width ?? 0)).toBeLessThan(90 * 0.36 - 1);
    expect(items[1]).toEqual(item('R33', 90, 150));
  });

  it.each([
    ['are close together', '1234', [20, 36, 52, 68]],
    ['are equally spaced, as in the boxes of a form', '1234', [20, 46, 72, 98]],
    ['do not match the image', '1234', [20, 36, 72]],
  ])('does not split digits that %s', (_, text, places) => {
    const given = [item(text, 20, 120)];

    expect(splitNumbers(given, row(...places))).toEqual(given);
  });
});
