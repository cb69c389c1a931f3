import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import type { GreyImage } from '../../../../lib/conversions/backends/tesseract/image-pdf.ts';
import { restoreBullets } from '../../../../lib/conversions/backends/tesseract/restore-bullets.ts';

const LINE = 40;
const TEXT_AT = 100;

/** Whether a pixel is ink, by its distance from the middle of a shape. */
type Shape = (x: number, y: number) => boolean;

/** An image with a shape before each of some lines of text. At 72 dpi, pixels are points. */
function lined(shapes: readonly (Shape | undefined)[]): GreyImage {
  const [width, height] = [300, 100 + shapes.length * LINE];
  const pixels = Buffer.alloc(width * height, 255);
  const fill = (left: number, top: number, size: readonly [number, number], isInk: Shape): void => {
    for (let y = top; y < top + size[1]; y += 1)
      for (let x = left; x < left + size[0]; x += 1)
        if (isInk(x - left - size[0] / 2 + 0.5, y - top - size[1] / 2 + 0.5)) pixels[y * width + x] = 0;
  };
  for (const [at, shape] of shapes.entries()) {
    const baseline = 60 + at * LINE;
    for (const x of [0, 20, 40]) fill(TEXT_AT + x, baseline - 18, [14, 18], () => true);
    if (shape !== undefined) fill(65, baseline - 18, [20, 20], shape);
  }
  return { pixels, width, height, dpi: 72 };
}

/** What is read of the lines: a sign, if there is one, and a word. */
const wordsOf = (signs: readonly (string | undefined)[], word = 'Rest'): TextItem[] =>
  signs.flatMap((sign, at): TextItem[] => {
    const y = 60 + at * LINE;
    const text = { text: word, x: TEXT_AT, y: y - 18, width: 54, height: 18, confidence: 0.9 };
    return sign === undefined
      ? [text]
      : [{ text: sign, x: 70, y: y - 13, width: 10, height: 10, confidence: 0.5 }, text];
  });

const disc: Shape = (x, y) => Math.hypot(x, y) <= 5;
const ring: Shape = (x, y) => Math.abs(Math.hypot(x, y) - 4) <= 1;
const plus: Shape = (x, y) =>
  Math.min(Math.abs(x), Math.abs(y)) <= 1 && Math.max(Math.abs(x), Math.abs(y)) <= 6;
const equals: Shape = (x, y) => Math.abs(x) <= 5 && Math.abs(y) > 1 && Math.abs(y) <= 5;
const dash: Shape = (x, y) => Math.abs(x) <= 6 && Math.abs(y) <= 1.5;
const stop: Shape = (x, y) => Math.hypot(x, y - 6) <= 2.5;

function restored(
  shapes: readonly (Shape | undefined)[],
  signs: readonly (string | undefined)[],
  word?: string,
): string[] {
  const image = lined(shapes);
  const [words = []] = restoreBullets([{ image, x: 0, y: 0, words: wordsOf(signs, word) }]);
  return words.map(({ text }) => text);
}

describe('restoring bullets', () => {
  it('restores bullets that were read as other signs', () => {
    const read = restored([disc, disc, disc], ['+', '*', '«']);

    expect(read).toEqual(['•', 'Rest', '•', 'Rest', '•', 'Rest']);
  });

  it('restores bullets that were not read', () => {
    const read = restored([disc, disc, disc], [undefined, '+', undefined]);

    expect(read).toEqual(['•', 'Rest', '•', 'Rest', '•', 'Rest']);
    expect(restored([disc, disc, disc], [undefined, undefined, undefined])).toEqual(read);
  });

  it('restores dashes, but not before a number, whose sign they can be', () => {
    expect(restored([dash, dash], ['~', '='])).toEqual(['-', 'Rest', '-', 'Rest']);
    expect(restored([dash, dash], ['~', '='], '5mg')).toEqual(['~', '5mg', '=', '5mg']);
  });

  it('restores rings that were read as the same kind of sign in three lines', () => {
    expect(restored([ring, ring, ring], ['©', 'e', 'o'])).toEqual(['•', 'Rest', '•', 'Rest', '•', 'Rest']);
    expect(restored([ring, ring], ['e', 'e'])).toEqual(['e', 'Rest', 'e', 'Rest']);
  });

  it('keeps signs that the image shows', () => {
    expect(restored([plus, plus, plus], ['+', '+', '+'])).toEqual(['+', 'Rest', '+', 'Rest', '+', 'Rest']);
    expect(restored([stop, stop, stop], ['.', '.', '.'])).toEqual(['.', 'Rest', '.', 'Rest', '.', 'Rest']);
  });

  it('keeps equals signs, which are as solid as a bullet', () => {
    expect(restored([equals, equals], ['=', '='])).toEqual(['=', 'Rest', '=', 'Rest']);
  });

  it('keeps what only one line has', () => {
    expect(restored([disc, undefined, undefined], ['+', undefined, undefined])).toEqual([
      '+',
      'Rest',
      'Rest',
      'Rest',
    ]);
  });

  it('compares the lines of all parts of a page', () => {
    const image = lined([disc]);
    const part = { image, x: 0, y: 0, words: wordsOf(['+']) };

    const parts = restoreBullets([part, { ...part, y: 200, words: wordsOf(['*']) }]);

    expect(parts.flat().map(({ text }) => text)).toEqual(['•', 'Rest', '•', 'Rest']);
  });

  it('places bullets where they are on the image', () => {
    const image = lined([disc, disc]);

    const [words = []] = restoreBullets([{ image, x: 0, y: 0, words: wordsOf(['+', undefined]) }]);

    expect(words.filter(({ text }) => text === '•')).toEqual([
      expect.objectContaining({ x: 70, y: 47, width: 10, height: 10, confidence: 0.5 }),
      expect.objectContaining({ x: 70, y: 87, width: 10, height: 10, confidence: 0.9 }),
    ]);
  });
});
