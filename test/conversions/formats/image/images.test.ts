import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../../lib/conversions/formats.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { glassImage, imageInfo, plainImage, threeFrames, zipNames } from './sample-images.ts';

const formats = ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'] as const;

const png = await plainImage('png', { width: 300, height: 300 });
const giant = Buffer.from(png);
giant.writeUInt32BE(60_000, 16);
giant.writeUInt32BE(60_000, 20);
giant.writeUInt32BE(crc32(giant.subarray(12, 29)), 29);
const jpeg = await sharp({
  create: {
    width: 300,
    height: 300,
    channels: 3,
    background: '#fff',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .jpeg()
  .toBuffer();

const tiff = await threeFrames('tiff');

const pageOf = (pdf: Uint8Array): number[][] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
  ].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);

describe('converting images', () => {
  it.each(formats.flatMap((from) => formats.map((to): [(typeof formats)[number], Format] => [from, to])))(
    'converts %s to %s',
    async (from, to) => {
      const bytes = await plainImage(from);

      const result = await convert(bytes, { to });

      const { format, width, height, pixel } = await imageInfo(result.bytes);
      expect({ format, width, height }).toEqual({ format: to, width: 40, height: 30 });
      for (const [at, value] of [0xc0, 0x20, 0x40].entries())
        expect(Math.abs((pixel[at] ?? 0) - value)).toBeLessThan(6);
      expect(result.report).toMatchObject({ engine: 'sharp-image-to-image', warnings: [] });
    },
  );

  it.each([
    ['fits both sides', { width: 20, height: 20 }, [20, 15]],
    ['does not enlarge', { width: 400 }, [40, 30]],
    ['enlarges if requested', { width: 80, enlarge: true }, [80, 60]],
  ])('%s', async (_, options, size) => {
    const result = await convert(await plainImage('png'), { to: 'png', options });

    const { width, height } = await imageInfo(result.bytes);
    expect([width, height]).toEqual(size);
  });

  it('returns the same bytes each time, and fewer at lower quality', async () => {
    const bytes = await sharp({
      create: {
        width: 100,
        height: 100,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();

    const [one, other, worse] = await Promise.all([
      convert(bytes, { to: 'jpeg' }),
      convert(bytes, { to: 'jpeg' }),
      convert(bytes, { to: 'jpeg', options: { quality: 20 } }),
    ]);

    expect(Buffer.from(one.bytes).equals(other.bytes)).toBe(true);
    expect(worse.bytes.length).toBeLessThan(one.bytes.length / 2);
  });

  it('fills transparent areas with white or the requested colour', async () => {
    const bytes = await glassImage();

    const white = await imageInfo((await convert(bytes, { to: 'jpeg' })).bytes);
    const blue = await imageInfo(
      (await convert(bytes, { to: 'png', options: { background: '#0000ff' } })).bytes,
    );
    const clear = await imageInfo((await convert(bytes, { to: 'webp' })).bytes);

    expect(white.pixel).toEqual([255, 255, 255]);
    expect(blue.pixel).toEqual([0, 0, 255]);
    expect(clear.hasAlpha).toBe(true);
  });

  it('rotates a photograph upright and removes its camera data unless requested', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#808080' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();

    const bare = await imageInfo((await convert(photo, { to: 'webp' })).bytes);
    const kept = await imageInfo(
      (await convert(photo, { to: 'webp', options: { keep_metadata: true } })).bytes,
    );

    expect(bare).toMatchObject({ width: 30, height: 40, hasExif: false });
    expect(kept).toMatchObject({ width: 30, height: 40, hasExif: true });
  });

  it('keeps the resolution, or stores the requested one', async () => {
    const bytes = await plainImage('png', { dpi: 200 });

    const kept = await imageInfo((await convert(bytes, { to: 'jpeg' })).bytes);
    const noted = await imageInfo((await convert(bytes, { to: 'jpeg', options: { dpi: 300 } })).bytes);

    expect([kept.density, noted.density]).toEqual([200, 300]);
  });

  it('keeps the frames of an animation, or uses the first if the target has none', async () => {
    const gif = await threeFrames('gif');

    const webp = await convert(gif, { to: 'webp' });
    const png = await convert(gif, { to: 'png' });
    const second = await convert(gif, { to: 'png', options: { pages: '2' } });

    expect(await imageInfo(webp.bytes)).toMatchObject({ format: 'webp', pages: 3 });
    expect((await imageInfo(png.bytes)).pixel).toEqual([255, 0, 0]);
    expect(png.report.warnings).toEqual([
      'Only the first of 3 frames was used. Select others with the "pages" option.',
    ]);
    expect((await imageInfo(second.bytes)).pixel).toEqual([0, 255, 0]);
  });

  it('returns a zip of the pages of a tiff', async () => {
    const all = await convert(tiff, { to: 'png' });
    const last = await convert(tiff, { to: 'png', options: { pages: '-1' } });

    expect(all).toMatchObject({ mimeType: 'application/zip', extension: 'zip', report: { pages: 3 } });
    expect(zipNames(all.bytes)).toEqual(['page-001.png', 'page-002.png', 'page-003.png']);
    expect((await imageInfo(last.bytes)).pixel).toEqual([0, 0, 255]);
  });

  it.each<[string, Format, Uint8Array, Record<string, unknown>, string, RegExp]>([
    ['an image with more pixels than memory allows', 'png', giant, {}, 'too_complex', /60000 x 60000/],
    ['a file that ends in its header', 'jpeg', jpeg.subarray(0, 40), {}, 'corrupt_document', /damaged/],
    [
      'a file with only the signature of an image',
      'png',
      png.subarray(0, 20),
      {},
      'corrupt_document',
      /damaged/,
    ],
    [
      'an SVG with the extension png',
      'png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      {},
      'corrupt_document',
      /damaged/,
    ],
    ['missing pages', 'tiff', tiff, { pages: '7' }, 'unsupported_content', /3 pages.*"7"/],
  ])('refuses %s', async (_, from, bytes, options, code, message) => {
    const refusal = convert(bytes, { from, to: 'webp', options });

    await expect(refusal).rejects.toMatchObject({
      name: 'ConversionError',
      code,
      message: expect.stringMatching(message),
    });
  });

  it('refuses an unknown option and names it', async () => {
    const refusal = convert(png, { to: 'webp', options: { background: 'red' } });

    await expect(refusal).rejects.toThrow(/^options\.background: must be a colour/);
  });
});

describe('images to pdf', () => {
  it('places each of several files on a page of its own size, in order', async () => {
    const wide = await plainImage('png', { width: 200, height: 100, dpi: 100 });
    const tall = await plainImage('png', { width: 100, height: 300, dpi: 100 });

    const result = await convert(wide, { to: 'pdf', further: [tall] });

    expect(pageOf(result.bytes)).toEqual([
      [144, 72],
      [72, 216],
    ]);
    expect(result.report).toMatchObject({ engine: 'pdfkit-image-to-pdf', pages: 2 });
  });

  it('embeds a jpeg unchanged, and returns the same bytes each time', async () => {
    const jpeg = await plainImage('jpeg', { dpi: 72 });

    const one = await convert(jpeg, { to: 'pdf' });
    const other = await convert(jpeg, { to: 'pdf' });

    expect(Buffer.from(one.bytes).includes(jpeg)).toBe(true);
    expect(Buffer.from(one.bytes).equals(other.bytes)).toBe(true);
  });

  it.each([
    ['on paper in the orientation of the image', { page_size: 'A4' }, [842, 595]],
    ['on portrait paper', { page_size: 'A4', landscape: false }, [595, 842]],
    ['with a margin', { margin: 25.4 }, [288, 216]],
  ])('places an image %s', async (_, options, page) => {
    const bytes = await plainImage('webp', { width: 192, height: 96 });

    const result = await convert(bytes, { to: 'pdf', options });

    expect(pageOf(result.bytes)).toEqual([page]);
  });

  it('creates a page for each page of a tiff', async () => {
    const result = await convert(await threeFrames('tiff'), { to: 'pdf' });

    expect(result.report.pages).toBe(3);
  });
});

it('returns the metadata of an image without text recognition', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#808080' } })
    .withDensity(300)
    .jpeg()
    .withExif({ IFD0: { Make: 'Acme', Model: 'Box', Artist: 'A. Farmer' } })
    .toBuffer();

  const result = await extract(photo, { format: 'metadata' });

  expect(JSON.parse(Buffer.from(result.bytes).toString())).toMatchObject({
    author: 'A. Farmer',
    file_type: 'jpeg',
    image: {
      width: 40,
      height: 30,
      colour_space: 'srgb',
      frames: 1,
      camera_make: 'Acme',
      camera_model: 'Box',
    },
  });
  expect(result.report.ocr_pages).toBe(0);
});
