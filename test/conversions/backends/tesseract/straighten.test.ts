import { expect, it } from 'vitest';
import { skewOf } from '../../../../lib/conversions/backends/tesseract/skew.ts';
import { straighten } from '../../../../lib/conversions/backends/tesseract/straighten.ts';

/** `lines` lines of ten lowercase words each, with the given slope. */
const page = (lines: number, slope: number) =>
  Array.from({ length: lines * 10 }, (_, at) => {
    const x = 50 + (at % 10) * 50;
    const y = 100 + Math.floor(at / 10) * 14 + slope * x;
    return {
      text: at % 2 === 0 ? 'seen' : 'deep',
      x,
      y: at % 2 === 0 ? y + 2 : y,
      width: 45,
      height: at % 2 === 0 ? 5 : 9.3,
    };
  });

it.each([-0.06, -0.02, 0, 0.03, 0.08])('finds a slope of %f', (slope) => {
  const found = skewOf(page(30, slope));

  expect(Math.abs(found - slope)).toBeLessThan(0.004);
});

it('aligns all words of a line and keeps lines apart', () => {
  const items = straighten(page(30, 0.05));

  const heights = new Set(items.map(({ y }) => Math.round(y)));
  expect(heights.size).toBeLessThanOrEqual(32);
  expect(new Set(items.map(({ fontSize = 0 }) => fontSize)).size).toBe(1);
});

it('returns at most 10,000 pieces of a page', () => {
  const items = straighten(page(2000, 0));

  expect(items.length).toBe(10_000);
});
