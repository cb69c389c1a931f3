import type { TextItem } from '@llamaindex/liteparse';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { GreyImage } from '../../../../lib/conversions/backends/tesseract/image-pdf.ts';
import { restoreBullets } from '../../../../lib/conversions/backends/tesseract/restore-bullets.ts';

const LINE = 40;
const TEXT_AT = 100;

/** An image with a shape, as SVG around the origin, before each of some lines of text. At 72 dpi, pixels are points. */
async function lined(shapes: readonly (string | undefined)[]): Promise<GreyImage> {
  const lines = shapes.map((shape, at) => {
    const y = 60 + at * LINE;
    const text = [0, 20, 40]
      .map((x) => `<rect x="${TEXT_AT + x}" y="${y - 18}" width="14" height="18"/>`)
      .join('');
    return `${text}${shape === undefined ? '' : `<g transform="translate(75 ${y - 8})">${shape}</g>`}`;
  });
  const height = 100 + shapes.length * LINE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="${height}"><rect width="300" height="${height}" fill="#fff"/>${lines.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten().toColourspace('b-w').raw().toBuffer();
  return { pixels, width: 300, height, dpi: 72 };
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

const disc = '<circle r="5"/>';
const ring = '<circle r="5" fill="none" stroke="#000" stroke-width="2"/>';
const plus = '<path d="M-6 -1h5v-5h2v5h5v2h-5v5h-2v-5h-5z"/>';
const dash = '<rect x="-6" y="-1.5" width="12" height="3"/>';
const stop = '<circle cy="6" r="2.5"/>';

async function restored(
  shapes: readonly (string | undefined)[],
  signs: readonly (string | undefined)[],
  word?: string,
): Promise<string[]> {
  const image = await lined(shapes);
  const [words = []] = restoreBullets([{ image, x: 0, y: 0, words: wordsOf(signs, word) }]);
  return words.map(({ text }) => text);
}

describe('restoring bullets', () => {
  it('restores bullets that were read as other signs', async () => {
    const read = await restored([disc, disc, disc], ['+', '*', '«']);

    expect(read).toEqual(['•', 'Rest', '•', 'Rest', '•', 'Rest']);
  });

  it('restores bullets that were not read', async () => {
    const read = await restored([disc, disc, disc], [undefined, '+', undefined]);

    expect(read).toEqual(['•', 'Rest', '•', 'Rest', '•', 'Rest']);
    expect(await restored([disc, disc, disc], [undefined, undefined, undefined])).toEqual(read);
  });

  it('restores dashes, but not before a number, whose sign they can be', async () => {
    expect(await restored([dash, dash], ['~', '='])).toEqual(['-', 'Rest', '-', 'Rest']);
    expect(await restored([dash, dash], ['~', '='], '5mg')).toEqual(['~', '5mg', '=', '5mg']);
  });

  it('restores rings that were read as the same kind of sign in three lines', async () => {
    expect(await restored([ring, ring, ring], ['©', 'e', 'o'])).toEqual([
      '•',
      'Rest',
      '•',
      'Rest',
      '•',
      'Rest',
    ]);
    expect(await restored([ring, ring], ['e', 'e'])).toEqual(['e', 'Rest', 'e', 'Rest']);
  });

  it('keeps signs that the image shows', async () => {
    expect(await restored([plus, plus, plus], ['+', '+', '+'])).toEqual([
      '+',
      'Rest',
      '+',
      'Rest',
      '+',
      'Rest',
    ]);
    expect(await restored([stop, stop, stop], ['.', '.', '.'])).toEqual([
      '.',
      'Rest',
      '.',
      'Rest',
      '.',
      'Rest',
    ]);
  });

  it('keeps what only one line has', async () => {
    expect(await restored([disc, undefined, undefined], ['+', undefined, undefined])).toEqual([
      '+',
      'Rest',
      'Rest',
      'Rest',
    ]);
  });

  it('compares the lines of all parts of a page', async () => {
    const image = await lined([disc]);
    const part = { image, x: 0, y: 0, words: wordsOf(['+']) };

    const parts = restoreBullets([part, { ...part, y: 200, words: wordsOf(['*']) }]);

    expect(parts.flat().map(({ text }) => text)).toEqual(['•', 'Rest', '•', 'Rest']);
  });

  it('places bullets where they are on the image', async () => {
    const image = await lined([disc, disc]);

    const [words = []] = restoreBullets([{ image, x: 0, y: 0, words: wordsOf(['+', undefined]) }]);

    expect(words.filter(({ text }) => text === '•')).toEqual([
      expect.objectContaining({ x: 70, y: 47, width: 10, height: 10, confidence: 0.5 }),
      expect.objectContaining({ x: 70, y: 87, width: 10, height: 10, confidence: 0.9 }),
    ]);
  });
});
