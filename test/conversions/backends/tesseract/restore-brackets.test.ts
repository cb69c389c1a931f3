import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { restoreBrackets } from '../../../../lib/conversions/backends/tesseract/restore-brackets.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

/** Recognizes a number without the brackets around it, as liteparse does; `shown` is what its image shows. */
async function restored(shown: string, text: string, dpi = 200): Promise<string> {
  const pdf = await makePdf((document) => document.fontSize(11).text(shown, 10, 10, { lineBreak: false }), {
    size: [100, 30],
    margin: 0,
  });
  const { bytes } = await convert(pdf, { to: 'png', options: { dpi } });
  const image = sharp(bytes).flatten({ background: '#ffffff' }).toColourspace('b-w');
  const ink = await sharp(await image.png().toBuffer())
    .trim({ threshold: 60 })
    .toBuffer({ resolveWithObject: true });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = ink.info;
  const scale = 72 / dpi;
  const item = {
    text,
    x: -trimOffsetLeft * scale,
    y: -trimOffsetTop * scale,
    width: width * scale,
    height: height * scale,
  };
  const [found] = restoreBrackets([item], {
    pixels: data,
    width: info.width,
    height: info.height,
    dpi,
  });
  return found?.text ?? '';
}

describe('restoreBrackets', () => {
  it.each([
    ['(30.9)', '30.9'],
    ['(1,250.00)', '1,250.00'],
    ['(12%)', '12%'],
    ['(203) 569-4355', '203 569-4355'],
    ['total (30.9) of', 'total 30.9 of'],
    ['(52', '52'],
    ['[12]', '12'],
  ])('restores the brackets of %s', async (shown, text) => {
    expect(await restored(shown, text)).toBe(shown);
    expect(await restored(shown, text, 300)).toBe(shown);
  });

  it.each(['30.9', '1,250.00', '111', '7', '1/7', '52%', '17 of 71'])('leaves %s as it is', async (shown) => {
    expect(await restored(shown, shown)).toBe(shown);
    expect(await restored(shown, shown, 300)).toBe(shown);
    expect(await restored(shown, shown, 100)).toBe(shown);
  });

  it('does not take the borders of a cell for brackets', async () => {
    expect(await restored('|30.9|', '30.9')).toBe('30.9');
  });

  it('leaves words and empty boxes', () => {
    const image = { pixels: new Uint8Array(100), width: 10, height: 10, dpi: 72 };
    const items = [
      { text: 'word', x: 0, y: 0, width: 5, height: 5 },
      { text: '12', x: 40, y: 40, width: 0, height: 0 },
    ];

    expect(restoreBrackets(items, image).map(({ text }) => text)).toEqual(['word', '12']);
  });
});
