import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { loadSharp } from '../../../../lib/conversions/backends/sharp/load-sharp.ts';
import { openImage } from '../../../../lib/conversions/backends/sharp/open-image.ts';
import { pixelAspect } from '../../../../lib/conversions/backends/sharp/pixel-aspect.ts';
import { greyImage } from '../../../../lib/conversions/backends/tesseract/grey-image.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { itLong } from '../../../support/long-run.ts';
import { makePdf } from '../../sample-files.ts';

const INCH = 25.4;
const faxResolutions = { xres: 204 / INCH, yres: 98 / INCH };
const blank = sharp({ create: { width: 408, height: 196, channels: 3, background: '#fff' } }).toColourspace(
  'b-w',
);
/** A page of two by two inches as a fax sends it. */
const fax = await blank.clone().tiff(faxResolutions).toBuffer();

/** A PNG that states these pixels per metre. */
async function pngOf(across: number, down: number): Promise<Buffer> {
  const plain = await blank.clone().png().toBuffer();
  const header = 33;
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  chunk.writeUInt32BE(across, 8);
  chunk.writeUInt32BE(down, 12);
  chunk[16] = 1;
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return Buffer.concat([plain.subarray(0, header), chunk, plain.subarray(header)]);
}

/** A JPEG that states these pixels per inch. */
async function jpegOf(across: number, down: number): Promise<Buffer> {
  const plain = await blank.clone().jpeg().toBuffer();
  const header = Buffer.from('ffe000104a46494600010101000000000000', 'hex');
  header.writeUInt16BE(across, 12);
  header.writeUInt16BE(down, 14);
  const rest = plain.subarray(2, 4).equals(header.subarray(0, 2)) ? plain.subarray(20) : plain.subarray(2);
  return Buffer.concat([plain.subarray(0, 2), header, rest]);
}

/** The size of the page of a PDF in points. */
const pageOf = (pdf: Uint8Array): number[] =>
  (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(pdf).toString('latin1')) ?? [])
    .slice(1)
    .map(Number);

describe('pixelAspect', () => {
  it('reads both resolutions of TIFF, PNG and JPEG', async () => {
    expect(pixelAspect(fax, 'tiff', 0)).toBeCloseTo(204 / 98, 2);
    expect(pixelAspect(await pngOf(8000, 4000), 'png', 0)).toBe(2);
    expect(pixelAspect(await jpegOf(100, 200), 'jpeg', 0)).toBe(0.5);
  });

  it('is 1 for square pixels, and for what is missing, incredible or damaged', async () => {
    expect(pixelAspect(await blank.clone().png().toBuffer(), 'png', 0)).toBe(1);
    expect(pixelAspect(await jpegOf(300, 1), 'jpeg', 0)).toBe(1);
    expect(pixelAspect(await jpegOf(0, 0), 'jpeg', 0)).toBe(1);
    expect(pixelAspect(fax, 'tiff', 7)).toBe(1);
    expect(pixelAspect(fax.subarray(0, 40), 'tiff', 0)).toBe(1);
    expect(pixelAspect(Buffer.from('GIF89a'), 'gif', 0)).toBe(1);
    expect(pixelAspect(fax, undefined, 0)).toBe(1);
  });
});

describe('an image whose resolutions differ', () => {
  it('has a page of its real size', async () => {
    for (const image of [fax, await jpegOf(204, 98)]) {
      const [width, height] = pageOf((await convert(image, { to: 'pdf' })).bytes);

      expect(width).toBeCloseTo(144, 0);
      expect(height).toBeCloseTo(144, 0);
    }
  });

  it('is recognized with square pixels, even if it is turned by its orientation', async () => {
    const turned = await sharp(fax).withMetadata({ orientation: 6 }).tiff(faxResolutions).toBuffer();
    for (const image of [fax, turned]) {
      const { width, height, dpi } = await greyImage(await openImage(await loadSharp(), image), 0);

      expect([width, height, Math.round(dpi)]).toEqual([408, 408, 204]);
    }
  });

  itLong('has its words where they are on the image', async () => {
    const pdf = await makePdf(
      (document) => document.fontSize(16).text('The orchards of the valley', 40, 60),
      {
        size: [300, 150],
        margin: 0,
      },
    );
    const { bytes } = await convert(pdf, { to: 'png', options: { dpi: 204 } });
    const { width = 0, height = 0 } = await sharp(bytes).metadata();
    const low = Math.round((height * 98) / 204);
    const squeezed = await sharp(bytes)
      .resize({ width, height: low, fit: 'fill' })
      .tiff(faxResolutions)
      .toBuffer();

    const hocr = Buffer.from((await extract(squeezed, { format: 'hocr' })).bytes).toString();

    const box = /bbox (\d+) (\d+) (\d+) (\d+)[^>]*>[^<]*orchards/.exec(hocr) ?? [];
    const [, , top = 0, , bottom = 0] = box.map(Number);
    expect(top).toBeGreaterThan(low * 0.35);
    expect(bottom).toBeLessThan(low * 0.6);
    expect(bottom).toBeGreaterThan(top);
  });
});
