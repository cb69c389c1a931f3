import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../lib/conversions/detection/detect.ts';
import type { Format } from '../../../../lib/conversions/formats.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { bitmapOf, bmp, bmpOf, icoOf, j2k, jp2, svgz } from './small-images.ts';

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const GREEN = [0, 255, 0, 255];
const CLEAR = [0, 0, 0, 0];

/** The pixels of an image, row by row, each of four bytes. */
async function pixelsOf(bytes: Uint8Array, from?: Format): Promise<number[][]> {
  const png = await convert(bytes, { to: 'png', ...(from === undefined ? {} : { from }) });
  const { data, info } = await sharp(png.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.width * info.height }, (_, at) => {
    const pixel = [...data.subarray(at * 4, at * 4 + 4)];
    return pixel[3] === 0 ? CLEAR : pixel;
  });
}

const redAndBlue = [
  [255, 0, 0],
  [0, 0, 255],
] as const;

describe('a BMP image', () => {
  it.each<[string, Parameters<typeof bmpOf>[0]]>([
    ['1 bit', { width: 2, height: 2, bits: 1, palette: redAndBlue, rows: [0b11000000, 0, 0, 0, 0, 0, 0, 0] }],
    ['4 bits', { width: 2, height: 2, bits: 4, palette: redAndBlue, rows: [0x11, 0, 0, 0, 0x00, 0, 0, 0] }],
    ['8 bits', { width: 2, height: 2, bits: 8, palette: redAndBlue, rows: [1, 1, 0, 0, 0, 0, 0, 0] }],
    [
      'runs of bytes',
      { width: 2, height: 2, bits: 8, compression: 1, palette: redAndBlue, rows: [2, 1, 0, 0, 2, 0, 0, 1] },
    ],
    [
      'runs of half bytes',
      {
        width: 2,
        height: 2,
        bits: 4,
        compression: 2,
        palette: redAndBlue,
        rows: [2, 0x11, 0, 0, 2, 0x00, 0, 1],
      },
    ],
    ['16 bits', { width: 2, height: 2, bits: 16, rows: [0x1f, 0, 0x1f, 0, 0, 0x7c, 0, 0x7c] }],
    [
      '16 bits by masks',
      {
        width: 2,
        height: 2,
        bits: 16,
        compression: 3,
        masks: [0xf800, 0x7e0, 0x1f],
        rows: [0x1f, 0, 0x1f, 0, 0, 0xf8, 0, 0xf8],
      },
    ],
    [
      '24 bits from the top',
      { width: 2, height: -2, bits: 24, rows: [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0] },
    ],
    [
      '32 bits without alpha',
      { width: 2, height: 2, bits: 32, rows: [255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0] },
    ],
  ])('of %s is read', async (_, bitmap) => {
    expect(await pixelsOf(bmpOf(bitmap))).toEqual([RED, RED, BLUE, BLUE]);
  });

  it('keeps literal runs, skips and the transparency of its masks', async () => {
    const runs = bmpOf({
      width: 4,
      height: 1,
      bits: 8,
      compression: 1,
      palette: [...redAndBlue, [0, 255, 0]],
      // Three bytes as they are and one of padding, then a skip beyond the end.
      rows: [0, 3, 0, 1, 2, 0, 0, 2, 1, 0, 0, 1],
    });
    expect(await pixelsOf(runs)).toEqual([RED, BLUE, GREEN, RED]);
    const clear = bmpOf({
      width: 2,
      height: 1,
      bits: 32,
      compression: 6,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
      rows: [0, 0, 255, 255, 9, 9, 9, 0],
    });
    expect(await pixelsOf(clear)).toEqual([RED, CLEAR]);
  });

  it.each<[string, Buffer]>([
    ['without its rows', bmp.subarray(0, 60)],
    ['that ends in its header', bmp.subarray(0, 30)],
    ['without a width', bmpOf({ width: 0, height: 2, bits: 24, rows: [0, 0, 0, 0] })],
    ['of seven bits', bmpOf({ width: 1, height: 1, bits: 7, rows: [0, 0, 0, 0] })],
    [
      'in runs of the wrong depth',
      bmpOf({ width: 1, height: 1, bits: 24, compression: 1, rows: [0, 0, 0, 0] }),
    ],
  ])('%s is damaged', async (_, bytes) => {
    await expect(convert(bytes, { from: 'bmp', to: 'png' })).rejects.toMatchObject({
      code: 'corrupt_document',
    });
  });

  it('with too many pixels is refused before they are made', async () => {
    const vast = bmpOf({ width: 100_000, height: 100_000, bits: 8, compression: 1, rows: [0, 1] });

    await expect(convert(vast, { from: 'bmp', to: 'png' })).rejects.toMatchObject({ code: 'too_complex' });
  });
});

describe('an icon', () => {
  const small = bitmapOf({ width: 1, height: 2, bits: 24, rows: [0, 255, 0, 0, 0, 0, 0, 0] }).bytes;
  // The mask hides the first pixel of the upper row.
  const masked = bitmapOf({
    width: 2,
    height: 4,
    bits: 24,
    rows: [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0],
  }).bytes;

  it('is its largest picture, with what is transparent', async () => {
    const icon = icoOf([
      { side: 1, bytes: small },
      { side: 2, bytes: masked },
    ]);

    expect(await detectFormat(icon)).toBe('ico');
    expect(await pixelsOf(icon)).toEqual([CLEAR, RED, BLUE, BLUE]);
  });

  it('may have a PNG in it', async () => {
    const png = await sharp({ create: { width: 2, height: 1, channels: 4, background: '#00f' } })
      .png()
      .toBuffer();

    expect(
      await pixelsOf(
        icoOf([
          { side: 256, bytes: png },
          { side: 2, bytes: masked },
        ]),
      ),
    ).toEqual([BLUE, BLUE]);
  });

  it('without pictures, or with a picture beyond its end, is damaged', async () => {
    const cut = icoOf([{ side: 2, bytes: masked }]).subarray(0, 40);

    for (const bytes of [icoOf([]), cut])
      await expect(convert(bytes, { from: 'ico', to: 'png' })).rejects.toMatchObject({
        code: 'corrupt_document',
      });
  });
});

describe('JPEG 2000', () => {
  it.each<[string, Buffer]>([
    ['a file', jp2],
    ['a codestream', j2k],
  ])('is read as %s', async (_, bytes) => {
    expect(await detectFormat(bytes)).toBe('jp2');
    const pixels = await pixelsOf(bytes);
    expect(pixels).toHaveLength(24);
    const [first, last] = [pixels[0] ?? [], pixels.at(-1) ?? []];
    expect(first[0]).toBeGreaterThan(200);
    expect(first[2]).toBeLessThan(60);
    expect(last[2]).toBeGreaterThan(200);
    expect(last[0]).toBeLessThan(60);
  });

  it('that is cut or claims to be vast is refused', async () => {
    const vast = Buffer.from(jp2);
    const size = vast.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
    vast.writeUInt32BE(100_000, size + 8);
    vast.writeUInt32BE(100_000, size + 12);

    await expect(convert(jp2.subarray(0, 60), { from: 'jp2', to: 'png' })).rejects.toMatchObject({
      code: 'corrupt_document',
    });
    await expect(convert(vast, { from: 'jp2', to: 'png' })).rejects.toMatchObject({ code: 'too_complex' });
    // A small one in a box before it, which no decoder reads.
    const decoy = Buffer.concat([Buffer.from([0, 0, 0, 8 + j2k.length]), Buffer.from('free'), j2k]);
    const hidden = Buffer.concat([vast.subarray(0, 12), decoy, vast.subarray(12)]);
    await expect(convert(hidden, { from: 'jp2', to: 'png' })).rejects.toMatchObject({ code: 'too_complex' });
  });
});

describe('a compressed drawing', () => {
  it('is drawn like the one in it', async () => {
    expect(await detectFormat(svgz)).toBe('svgz');
    const pixels = await pixelsOf(svgz);
    expect(pixels).toHaveLength(400);
    expect(pixels.every((pixel) => pixel.join() === RED.join())).toBe(true);
  });

  it('is no other gzip file, and may be damaged', async () => {
    expect(await detectFormat(gzipSync('a text'))).toBeUndefined();
    await expect(convert(svgz.subarray(0, 60), { from: 'svgz', to: 'png' })).rejects.toMatchObject({
      code: 'corrupt_document',
    });
    const bomb = gzipSync(
      Buffer.concat([Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'), Buffer.alloc(51_000_000, 32)]),
    );
    await expect(convert(bomb, { from: 'svgz', to: 'png' })).rejects.toMatchObject({ code: 'too_complex' });
  });
});
