import type { TextItem } from '@llamaindex/liteparse';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imagePdf } from '../../../../lib/conversions/backends/tesseract/image-pdf.ts';
import { sharedPages, wordsOfImages } from '../../../../lib/conversions/backends/tesseract/shared-pages.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { drawn } from './drawn-image.ts';

const blank = (height: number, dpi = 200) => ({ ...drawn(100, height, []), dpi });

describe('images that share a page', () => {
  it('are as many as have the rows of a page of text, and one resolution', () => {
    const [one, two, three, large] = [blank(1000), blank(1500), blank(600), blank(9000)];
    const enlarged = blank(200, 150);

    expect(sharedPages([one, two, three, large, one])).toEqual([[one, two], [three], [large], [one]]);
    expect(sharedPages([one, two, enlarged, enlarged])).toEqual([
      [one, two],
      [enlarged, enlarged],
    ]);
    expect(sharedPages([])).toEqual([]);
  });

  it('are below each other, each in its size', async () => {
    // Half of each is black: 72 by 36 points on the left, and 36 by 18 points.
    const upper = { ...drawn(144, 36, [[0, 0, 72, 36]]), dpi: 72 };
    const lower = { ...drawn(144, 36, [[0, 0, 72, 36]]), dpi: 144 };

    const { bytes } = await convert(await imagePdf([[upper, lower]]), { to: 'png', options: { dpi: 72 } });

    const { data, info } = await sharp(bytes)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 144, height: 54 });
    const blackIn = (row: number): number =>
      data.subarray(row * info.width, (row + 1) * info.width).filter((grey) => grey < 128).length;
    expect([5, 30, 40, 50].map(blackIn)).toEqual([72, 72, 36, 36]);
  });

  it('get the words that are on them', () => {
    const word = (text: string, y: number) => ({ text, x: 10, y, width: 20, height: 10 }) as TextItem;
    // 36 points high each.
    const images = [blank(100), blank(50, 100)];

    const [upper, lower] = wordsOfImages([word('first', -1), word('second', 33), word('third', 66)], images);

    expect(upper).toEqual([word('first', -1)]);
    expect(lower).toEqual([word('second', -3), word('third', 30)]);
  });
});
