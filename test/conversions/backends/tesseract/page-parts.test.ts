import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../../lib/conversions/backends/tesseract/page-parts.ts';
import { drawn } from './drawn-image.ts';

type Box = readonly [number, number, number, number];

/** Lines of text, 20 pixels high and 35 pixels apart. */
const lines = (x: number, y: number, width: number, count: number): Box[] =>
  Array.from({ length: count }, (_, at) => [x, y + at * 35, width, 20]);

const placesOf = (boxes: readonly Box[]) =>
  partsOf(drawn(1000, 1400, boxes)).map(({ x, y, image }) => [x, y, image.width, image.height]);

const whole = [[0, 0, 1000, 1400]];

describe('partsOf', () => {
  it('splits a page between lines in the middle of its text', () => {
    const places = placesOf(lines(100, 100, 800, 30));

    expect(places).toEqual([
      [0, 0, 1000, 617],
      [0, 617, 1000, 783],
    ]);
  });

  it('splits columns and keeps the text above and below them separate', () => {
    const boxes: Box[] = [
      [100, 100, 800, 40],
      ...lines(100, 200, 380, 30),
      ...lines(530, 218, 370, 30),
      [480, 1300, 40, 20],
    ];

    const parts = partsOf(drawn(1000, 1400, boxes));

    const [left, right, rest] = parts;
    expect(parts.map(({ x }) => x)).toEqual([0, left?.image.width, 0]);
    expect(left?.y).toBe(right?.y);
    expect([left?.y, (left?.y ?? 0) + (left?.image.height ?? 0)]).toEqual([140, 1300]);
    const dark = (part: typeof rest) => part?.image.pixels.filter((pixel) => pixel === 0).length;
    expect([dark(left), dark(right), dark(rest)]).toEqual([380 * 600, 370 * 600, 800 * 40 + 40 * 20]);
  });

  it('cuts the rows of columns and margins out of the rest', () => {
    const columns: Box[] = [...lines(100, 300, 380, 25), ...lines(530, 300, 370, 25)];
    const rowsOf = (boxes: readonly Box[]) => {
      const rest = partsOf(drawn(1000, 1400, [...columns, ...boxes]))[2] ?? expect.fail('it has no rest');
      const { pixels, width, height } = rest.image;
      const inked = Array.from({ length: height }, (_, y) => y).filter((y) =>
        pixels.subarray(y * width, (y + 1) * width).includes(0),
      );
      const { from, to } = rest.cut ?? expect.fail('nothing is cut');
      return { height, rows: inked.map((y) => y + rest.y + (y > from ? to - from : 0)) };
    };
    const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

    const both = rowsOf([
      [100, 200, 800, 40],
      [480, 1300, 40, 20],
    ]);

    expect(both.rows).toEqual([...rows(200, 240), ...rows(1300, 1320)]);
    expect(both.height).toBeLessThan(600);
    expect(rowsOf([[100, 200, 800, 40]]).rows).toEqual(rows(200, 240));
    expect(rowsOf([[480, 1300, 40, 20]]).rows).toEqual(rows(1300, 1320));
  });

  it.each<[string, Box[]]>([
    ['whose lines have no gaps', [[100, 100, 800, 1200]]],
    ['with a rule next to all of its text', [...lines(100, 100, 800, 30), [50, 100, 2, 1100]]],
    ['with all its text at the top', [[100, 100, 800, 300], ...lines(100, 500, 100, 2)]],
    ['of two lines', [...lines(100, 100, 380, 2), ...lines(530, 100, 370, 2)]],
    ['with almost no text', [[100, 100, 80, 20]]],
    ['with text next to a few words in the margin', [[100, 100, 450, 1200], ...lines(650, 300, 100, 2)]],
  ])('does not split a page %s', (_, boxes) => {
    const places = placesOf(boxes);

    expect(places).toEqual(whole);
  });

  it('does not split small images', () => {
    const parts = partsOf(drawn(600, 400, lines(50, 50, 500, 8)));

    expect(parts).toHaveLength(1);
  });

  it('does not modify the pixels of the page', () => {
    const page = drawn(1000, 1400, [
      ...lines(100, 200, 380, 30),
      ...lines(530, 218, 370, 30),
      [480, 1300, 40, 20],
    ]);
    const before = Buffer.from(page.pixels);

    partsOf(page);

    expect(before.equals(page.pixels)).toBe(true);
  });
});
