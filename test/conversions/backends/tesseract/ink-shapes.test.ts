import { describe, expect, it } from 'vitest';
import { inkShapes } from '../../../../lib/conversions/backends/tesseract/ink-shapes.ts';
import { drawn } from './drawn-image.ts';

const LIMIT = 127;
const box = (left: number, top: number, right: number, bottom: number, ink: number) => ({
  left,
  top,
  right,
  bottom,
  ink,
});

describe('shapes of ink', () => {
  it('are found where they are, up to the edges of the image', () => {
    const shapes = inkShapes(
      drawn(20, 10, [
        [0, 0, 3, 4],
        [10, 2, 10, 8],
      ]),
      LIMIT,
    );

    expect(shapes).toEqual([box(0, 0, 3, 4, 12), box(10, 2, 20, 10, 80)]);
  });

  it('are one where branches meet below', () => {
    const u = drawn(20, 10, [
      [2, 1, 2, 8],
      [8, 0, 2, 9],
      [14, 3, 2, 6],
      [2, 8, 14, 1],
    ]);

    expect(inkShapes(u, LIMIT)).toEqual([box(2, 0, 16, 9, 14 + 16 + 10 + 14)]);
  });

  it('are one where pixels touch diagonally, and apart by a pixel', () => {
    const diagonal = drawn(10, 10, [
      [0, 0, 1, 1],
      [1, 1, 1, 1],
      [2, 0, 1, 1],
      [4, 0, 1, 2],
    ]);

    expect(inkShapes(diagonal, LIMIT)).toEqual([box(0, 0, 3, 2, 3), box(4, 0, 5, 2, 2)]);
  });

  it('are not listed of an image that is full of specks', () => {
    const width = 1200;
    const pixels = new Uint8Array(width * width).map((_, at) =>
      at % 2 === 0 && Math.floor(at / width) % 2 === 0 ? 0 : 255,
    );

    expect(inkShapes({ pixels, width, height: width, dpi: 200 }, LIMIT)).toBeUndefined();
  });
});
