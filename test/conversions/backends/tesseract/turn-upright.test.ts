import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { GreyImage } from '../../../../lib/conversions/backends/tesseract/image-pdf.ts';
import type { Recognize } from '../../../../lib/conversions/backends/tesseract/second-reading.ts';
import { turnedImage, turnsOf } from '../../../../lib/conversions/backends/tesseract/turn-upright.ts';
import { writeTextLayer } from '../../../../lib/conversions/formats/pdf/text-layer/write-text-layer.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { asScanned } from '../../../../lib/conversions/shared/page-layout/word-lines.ts';
import { itLong } from '../../../support/long-run.ts';
import { makePdf } from '../../sample-files.ts';
import { drawn } from './drawn-image.ts';
import { letters, wordAt } from './drawn-words.ts';

const page = drawn(600, 600, [...letters(20, 20, 20), ...letters(20, 60, 20)]);
const clear = wordAt(
  0,
  0,
  'The orchards of the valley were full of pickers in October of this year, and of apples',
);
const nonsense = wordAt(0, 0, 'sjdwex3 spoob', 0.4);

/** Answers with a reading of the part in each direction. */
const inDirections =
  (...readings: readonly (readonly ReturnType<typeof wordAt>[])[]): Recognize =>
  async (images) => {
    expect(images.length % 4).toBe(0);
    return images.map((_, at) => readings[at % 4] ?? []);
  };

describe('turnedImage', () => {
  it('turns pixels clockwise', () => {
    const image: GreyImage = { pixels: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 3, height: 2, dpi: 200 };

    expect(turnedImage(image, 90)).toMatchObject({ pixels: Uint8Array.of(4, 1, 5, 2, 6, 3), width: 2 });
    expect(turnedImage(image, 180)).toMatchObject({ pixels: Uint8Array.of(6, 5, 4, 3, 2, 1), width: 3 });
    expect(turnedImage(image, 270)).toMatchObject({ pixels: Uint8Array.of(3, 6, 2, 5, 1, 4), height: 3 });
    expect(turnedImage(image, 0)).toBe(image);
  });
});

describe('turnsOf', () => {
  it('reads nothing more of a page that was read well', async () => {
    const never: Recognize = () => expect.fail();

    expect(await turnsOf([page], [[clear]], never)).toEqual([0]);
  });

  it('reads nothing more of a page without letters', async () => {
    const never: Recognize = () => expect.fail();

    expect(await turnsOf([drawn(600, 600, [[0, 0, 400, 400]])], [[]], never)).toEqual([0]);
  });

  it('turns a page that is clear in another direction only', async () => {
    expect(await turnsOf([page], [[nonsense]], inDirections([nonsense], [], [clear], [nonsense]))).toEqual([
      180,
    ]);
    expect(await turnsOf([page, page], [[clear], []], inDirections([], [clear], [], []))).toEqual([0, 90]);
  });

  it('leaves a page whose directions are all doubtful, or no better', async () => {
    expect(await turnsOf([page], [[nonsense]], inDirections([nonsense], [nonsense], [nonsense], []))).toEqual(
      [0],
    );
    expect(await turnsOf([page], [[nonsense]], inDirections([clear], [], [clear], []))).toEqual([0]);
  });

  it('does not trust words on lines that run up or down', async () => {
    const upwards = { ...clear, width: clear.height, height: clear.width };
    const short = wordAt(0, 0, 'of');

    expect(await turnsOf([page], [[upwards, clear, clear]], inDirections([], [clear], [], []))).toEqual([0]);
    expect(
      await turnsOf(
        [page],
        [[...Array(3).fill(upwards), ...Array(40).fill(short)]],
        inDirections([], [clear], [], []),
      ),
    ).toEqual([90]);

    expect(await turnsOf([page], [[upwards]], inDirections([upwards], [clear], [upwards], []))).toEqual([90]);
  });
});

describe('asScanned', () => {
  const word = { text: 'word', x: 10, y: 20, width: 30, height: 5 };
  const upright = {
    number: 1,
    width: 100,
    height: 200,
    lines: [{ left: 10, right: 40, top: 20, bottom: 25, words: [word] }],
  };

  it.each([
    [90, 200, 100, { x: 20, y: 60, width: 5, height: 30 }],
    [180, 100, 200, { x: 60, y: 175, width: 30, height: 5 }],
    [270, 200, 100, { x: 175, y: 10, width: 5, height: 30 }],
  ] as const)('puts words back on a scan that was turned by %s degrees', (turn, width, height, box) => {
    const scanned = asScanned({ ...upright, turn });

    expect(scanned).toMatchObject({ width, height });
    expect(scanned.lines[0]?.words[0]).toMatchObject({ text: 'word', ...box });
  });

  it('leaves an upright page', () => {
    expect(asScanned(upright)).toBe(upright);
  });
});

describe('writeTextLayer', () => {
  it.each([
    [90, '[0 0 200 100]', '0 1 -1 0 200 0 cm'],
    [180, '[0 0 100 200]', '-1 0 0 -1 100 200 cm'],
    [270, '[0 0 200 100]', '0 -1 1 0 0 100 cm'],
  ] as const)('turns the words of a scan by %s degrees', (turn, box, matrix) => {
    const layer = writeTextLayer([{ number: 1, width: 100, height: 200, lines: [], turn }]);

    const content = layer.subarray(layer.lastIndexOf('>>\nstream\n') + 10);
    expect(layer.toString('latin1')).toContain(`/MediaBox${box}`);
    expect(inflateSync(content).toString()).toContain(matrix);
  });
});

const scan = async (
  degrees: number,
  text = 'The orchards of the valley were full of pickers. '.repeat(6),
) => {
  const pdf = await makePdf((document) => document.fontSize(12).text(text, 40, 40), {
    size: [400, 300],
    margin: 40,
  });
  const { bytes } = await convert(pdf, { to: 'png', options: { dpi: 150 } });
  return await sharp(bytes).rotate(degrees).png().toBuffer();
};

itLong.each([90, 180, 270])('reads a scan that was turned by %s degrees, with a warning', async (degrees) => {
  const { bytes, report } = await extract(await scan(degrees), { format: 'text' });

  expect(Buffer.from(bytes).toString()).toContain('The orchards of the valley were full of pickers.');
  expect(report.warnings).toEqual([
    'Page 1 was not upright and turned for text recognition. Compare the result with the original.',
  ]);
});

itLong('puts the words of a turned scan where they are on its image', async () => {
  const { bytes } = await extract(await scan(90, 'orchards of the valley were full of pickers'), {
    format: 'hocr',
  });

  const box = /bbox (\d+) (\d+) (\d+) (\d+)[^>]*>[^<]*orchards/.exec(Buffer.from(bytes).toString()) ?? [];
  const [, left = 0, top = 0, right = 0, bottom = 0] = box.map(Number);
  // The first line runs down at the right edge of 625 by 833 pixels.
  expect(left).toBeGreaterThan(480);
  expect(right).toBeGreaterThan(left);
  expect(top).toBeGreaterThan(70);
  expect(bottom - top).toBeGreaterThan(2 * (right - left));
});

itLong('is read in a PDF, and a table keeps its rows', async () => {
  const rows = ['Apples 120.5 340.25', 'Pears 80.75 190.5', 'Plums 64.2 75.5', 'Cherries 12.8 14.75'];
  const image = await scan(270, `Harvest of the valley in tons by fruit and year\n\n${rows.join('\n')}`);
  const pdf = await makePdf((document) => document.image(image, 0, 0, { width: 300 }), {
    size: [300, 400],
    margin: 0,
  });

  const text = Buffer.from((await extract(pdf, { format: 'text' })).bytes)
    .toString()
    .replaceAll(/\s+/g, ' ');

  for (const row of rows) expect(text).toContain(row);
});
