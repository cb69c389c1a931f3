import { describe, expect, it } from 'vitest';
import { levelled } from '../../../../lib/conversions/backends/tesseract/level-image.ts';
import { drawn } from './drawn-image.ts';

type Box = readonly [number, number, number, number];

/** Letters in lines that go down by `slope`. */
const lines = (slope: number): Box[] =>
  Array.from({ length: 20 * 40 }, (_, at): Box => {
    const x = 100 + (at % 40) * 20;
    return [x, Math.round(150 + Math.floor(at / 40) * 40 + slope * x), 12, 20];
  });

describe('levelled', () => {
  it.each([0.035, 0.07, -0.05])('levels lines with a slope of %f', (slope) => {
    const page = drawn(1000, 1200, lines(slope));
    const { image, toOriginal } = levelled(page);
    const { pixels, width, height } = image;
    const inked = Array.from({ length: height }, (_, y) => pixels.subarray(y * width, (y + 1) * width)).map(
      (row) => row.filter((grey) => grey < 128).length,
    );
    const first = inked.findIndex((count) => count > 100);

    expect(inked.filter((count) => count > 100).length).toBeLessThan(20 * 26);
    // The box of a line, and that of its first letter, on the original.
    const scale = 72 / page.dpi;
    const left =
      pixels.subarray((first + 10) * width, (first + 11) * width).findIndex((grey) => grey < 128) * scale;
    const letter = toOriginal({ x: left, y: first * scale, width: 12 * scale, height: 20 * scale });
    expect(letter.x / scale).toBeCloseTo(100, -1);
    expect(letter.y / scale).toBeCloseTo(150 + slope * 100, -1);
    expect(letter.height).toBeCloseTo((20 + 12 * Math.abs(slope)) * scale, 1);
  });

  it('does not change level pages, pages without text and pages of noise', () => {
    const noise = drawn(1000, 1200, []);
    let seed = 1;
    const pixels = noise.pixels.map(() => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % 512 < 100 ? 0 : 255;
    });

    for (const page of [
      drawn(1000, 1200, lines(0)),
      drawn(1000, 1200, lines(0.005)),
      noise,
      { ...noise, pixels },
    ])
      expect(levelled(page).image).toBe(page);
    const item = { x: 1, y: 2, width: 3, height: 4 };
    expect(levelled(noise).toOriginal(item)).toBe(item);
  });

  it('levels a page of one row, and one of one column', () => {
    for (const page of [drawn(500, 1, [[0, 0, 100, 1]]), drawn(1, 500, [[0, 0, 1, 100]])])
      expect(levelled(page).image).toBe(page);
  });
});
