import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { restoreNumbers } from '../../../../lib/conversions/backends/tesseract/restore-numbers.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

/** Restores a number that was recognized as `text`; `shown` is what its image shows. */
async function restored(shown: string, text: string, dpi = 200) {
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
    confidence: 0.9,
    x: -trimOffsetLeft * scale,
    y: -trimOffsetTop * scale,
    width: width * scale,
    height: height * scale,
  };
  const { words, doubtful } = restoreNumbers([item], {
    pixels: data,
    width: info.width,
    height: info.height,
    dpi,
  });
  return { text: words[0]?.text, confidence: words[0]?.confidence, doubtful };
}

describe('restoreNumbers', () => {
  it('compares numbers with those of their column', () => {
    const image = { pixels: new Uint8Array(500 * 500).fill(255), width: 500, height: 500, dpi: 200 };
    const restoredColumn = (...texts: readonly string[]) => {
      const items = texts.map((text, at) => ({
        text,
        confidence: 0.9,
        x: 20,
        y: 20 + at * 14,
        width: 20,
        height: 8,
      }));
      const { words, doubtful } = restoreNumbers(items, image);
      return { words: words.map(({ text, confidence }) => [text, confidence]), doubtful };
    };
    const before = ['98.3', '87.0', '12.5'];
    const unchanged = before.map((text) => [text, 0.9]);

    expect(restoredColumn(...before, '1124')).toEqual({ words: [...unchanged, ['1124', 0.3]], doubtful: 1 });
    expect(restoredColumn(...before, '61,9')).toEqual({ words: [...unchanged, ['61.9', 0.9]], doubtful: 0 });
    expect(restoredColumn(...before, '61.9')).toEqual({ words: [...unchanged, ['61.9', 0.9]], doubtful: 0 });
  });

  it.each([
    ['(30.9)', '30.9'],
    ['(1,250.00)', '1,250.00'],
    ['(12%)', '12%'],
    ['(203) 569-4355', '203 569-4355'],
    ['total (30.9) of', 'total 30.9 of'],
    ['(52', '52'],
    ['(30.8)', '308'],
    ['[12]', '12'],
  ])('restores the brackets of %s', async (shown, text) => {
    expect(await restored(shown, text)).toMatchObject({ text: shown, doubtful: 0 });
    expect(await restored(shown, text, 300)).toMatchObject({ text: shown, doubtful: 0 });
  });

  it.each([
    ['112.4', '1124'],
    ['1.2', '12'],
    ['0.05', '005'],
    ['1,310.8', '1,3108'],
    ['1.310,8', '13108'],
    ['$638.2', '$6382'],
    ['12,5%', '125%'],
    ['7.1', '71'],
    ['at 37.5 and 38.9 today', 'at 375 and 38.9 today'],
    ['192.168.20.5', '192168205'],
  ])('restores the points and commas of %s', async (shown, text) => {
    expect(await restored(shown, text)).toMatchObject({ text: shown, doubtful: 0 });
    expect(await restored(shown, text, 300)).toMatchObject({ text: shown, doubtful: 0 });
  });

  it.each(['10:30', '2026-11-27', '1 3', '11', '1.5', '00555-0872'])('adds no point to %s', async (shown) => {
    expect(await restored(shown, shown)).toMatchObject({ text: shown, doubtful: 0 });
    // The dots of a colon are not a point.
    const bare = shown.replace(':', '');
    if (bare !== shown) expect(await restored(shown, bare)).toMatchObject({ text: bare });
  });

  it.each([
    ['13 A', '13A'],
    ['146 B', '146B'],
    ['58 B', '58B'],
  ])('restores the blank of %s', async (shown, text) => {
    expect(await restored(shown, text)).toMatchObject({ text: shown, doubtful: 0 });
  });

  it.each(['13A', '2B', '5 A', '100X'])('adds no blank to %s', async (shown) => {
    expect(await restored(shown, shown)).toMatchObject({ text: shown, doubtful: 0 });
  });

  it('marks a number before a letter as doubtful if its image has more digits', async () => {
    expect(await restored('14 A', '4A')).toMatchObject({ text: '4 A', confidence: 0.3, doubtful: 1 });
  });

  it('marks a number as doubtful if its image shows a point that has no place in it', async () => {
    expect(await restored('41.5', '1-5')).toMatchObject({ text: '1-5', confidence: 0.3, doubtful: 1 });
  });

  it('marks a fraction with one bracket as doubtful', async () => {
    expect(await restored('30.8)', '30.8')).toMatchObject({ text: '30.8)', confidence: 0.3, doubtful: 1 });
    expect(await restored('8)', '8')).toMatchObject({ text: '8)', doubtful: 0 });
  });

  it.each(['30.9', '1,250.00', '111', '7', '1/7', '52%', '17 of 71'])('leaves %s as it is', async (shown) => {
    expect(await restored(shown, shown)).toMatchObject({ text: shown, doubtful: 0 });
    expect(await restored(shown, shown, 300)).toMatchObject({ text: shown, doubtful: 0 });
    expect(await restored(shown, shown, 100)).toMatchObject({ text: shown, doubtful: 0 });
  });

  it('does not take the borders of a cell for brackets', async () => {
    expect(await restored('|30.9|', '30.9')).toMatchObject({ text: '30.9', doubtful: 0 });
  });

  it('leaves words and empty boxes', () => {
    const image = { pixels: new Uint8Array(100), width: 10, height: 10, dpi: 72 };
    const items = [
      { text: 'word', x: 0, y: 0, width: 5, height: 5 },
      { text: '12', x: 40, y: 40, width: 0, height: 0 },
    ];

    const { words } = restoreNumbers(items, image);

    expect(words.map(({ text }) => text)).toEqual(['word', '12']);
  });
});
