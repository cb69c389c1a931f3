import { PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withPdfium } from '../../../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { maskedStreams } from '../../../../lib/conversions/formats/pdf/masked-streams.ts';
import { picturesOfPage } from '../../../../lib/conversions/formats/pdf/page-pictures.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { unzip } from '../../make-sheets.ts';
import { makePdf, makeScan } from '../../sample-files.ts';

const square = async (colour: { r: number; g: number; b: number; alpha?: number }, size = 40) =>
  sharp({ create: { width: size, height: size, channels: 4, background: { alpha: 1, ...colour } } });

const red = { r: 200, g: 0, b: 0 };

/** A PDF with one image of a stream and a dictionary, drawn 100 points wide and 50 high at (72, 600). */
function pdfWithImage(dictionary: string, data: string): Buffer {
  const content = 'q 100 0 0 50 72 600 cm 0.8 0 0 rg /I Do Q';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/XObject/Subtype/Image${dictionary}/Length ${data.length}>>stream\n${data}\nendstream`,
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 6>>\n`, 'latin1');
}

const picturesOf = async (file: Buffer, known = new Set<string>()) =>
  await withPdfium(file, undefined, async (document) => {
    const page = document.fn('FPDF_LoadPage')(document.handle, 0);
    const images = { known, isMasked: maskedStreams(file) };
    const { pictures } = await picturesOfPage(document, page, 1, images);
    document.fn('FPDF_ClosePage')(page);
    return pictures;
  });

// Eight rows of eight pixels, those of the left half set.
const bits = '\xf0'.repeat(8);

describe('the images of a PDF', () => {
  it('are stencils, in the colour that they are drawn in', async () => {
    const [picture, ...others] = await picturesOf(
      pdfWithImage('/ImageMask true/Width 8/Height 8/BitsPerComponent 1/Decode[1 0]', bits),
    );

    expect(others).toEqual([]);
    expect(picture).toMatchObject({ x: 72, y: 192, width: 100, height: 50, widthPixels: 8, isPage: false });
    const { data } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([204, 0, 0, 255]);

    expect(data[7 * 4 + 3]).toBe(0);
  });

  it('are bilevel scans, upright', async () => {
    const rows = `\xff${'\x00'.repeat(7)}`;
    const [picture] = await picturesOf(
      pdfWithImage('/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray', rows),
    );

    const { data, info } = await sharp(picture?.bytes)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data[0], data[info.width * info.channels * 7]]).toEqual([255, 0]);
  });

  it('are JPEGs as they are stored', async () => {
    const jpeg = await (await square(red)).jpeg().toBuffer();
    const file = await makePdf((document) => document.image(jpeg, 72, 72, { width: 50 }));

    const [picture] = await picturesOf(file);
    expect(Buffer.from(picture?.bytes ?? []).equals(jpeg)).toBe(true);
  });

  it('are PNGs if a browser cannot show their colours, which are inks', async () => {
    const jpeg = await (await square(red)).removeAlpha().toColourspace('cmyk').jpeg().toBuffer();
    const file = await makePdf((document) => document.image(jpeg, 72, 72, { width: 50 }));

    const [picture] = await picturesOf(file);
    expect((await sharp(picture?.bytes).metadata()).format).toBe('png');
  });

  it.each([199, 200, 201])('are at most 200 of a page, of which %i are the same', async (count) => {
    const jpeg = await (await square(red)).jpeg().toBuffer();
    const file = await makePdf((document) => {
      for (let at = 0; at < count; at += 1) document.image(jpeg, at, 72, { width: 10 });
    });

    const pictures = await picturesOf(file);
    expect(pictures).toHaveLength(Math.min(200, count));
    expect(pictures.filter(({ bytes }) => bytes !== undefined)).toHaveLength(1);
  });

  it.each([
    [200, []],
    [201, ['1 image was omitted: the limit per page is 200.']],
    [203, ['3 images were omitted: the limit per page is 200.']],
  ])('are reported if they are beyond the limit of a page: %i', async (count, warnings) => {
    const jpeg = await (await square(red)).jpeg().toBuffer();
    const file = await makePdf((document) => {
      document.text('Many images.');
      for (let at = 0; at < count; at += 1) document.image(jpeg, at, 72, { width: 10 });
    });

    const { report } = await convert(file, { from: 'pdf', to: 'html' });
    expect(report.warnings).toEqual(warnings);
  });

  describe('with a mask', () => {
    const frame = 16;
    /** A PDF with a red JPEG whose left half is transparent by its mask. */
    async function masked(mask: 'soft' | 'stencil' | 'opaque' | 'none', password?: string): Promise<Buffer> {
      const document = await PDFDocument.create();
      const page = document.addPage([300, 300]);
      const image = await document.embedJpg(await (await square(red, frame)).jpeg().toBuffer());
      await image.embed();
      const half = Buffer.from(Array.from({ length: frame * frame }, (_, at) => (at % frame < 8 ? 0 : 255)));
      const common = { Type: 'XObject', Subtype: 'Image', Width: frame, Height: frame };
      const masks = {
        soft: () =>
          document.context.stream(half, { ...common, ColorSpace: 'DeviceGray', BitsPerComponent: 8 }),
        opaque: () =>
          document.context.stream(
            half.map(() => 255),
            {
              ...common,
              ColorSpace: 'DeviceGray',
              BitsPerComponent: 8,
            },
          ),
        stencil: () =>
          document.context.stream(Buffer.from('ff00'.repeat(frame), 'hex'), {
            ...common,
            ImageMask: true,
            BitsPerComponent: 1,
          }),
      };
      const stream = document.context.lookup(image.ref, PDFStream);
      if (mask !== 'none')
        stream.dict.set(
          PDFName.of(mask === 'stencil' ? 'Mask' : 'SMask'),
          document.context.register(masks[mask]()),
        );
      page.drawImage(image, { x: 50, y: 50, width: 100, height: 100 });
      if (password !== undefined) document.encrypt({ userPassword: '', ownerPassword: password });
      return Buffer.from(await document.save());
    }

    it.each(['soft', 'stencil'] as const)('are PNGs that it shows through: %s', async (mask) => {
      const [picture] = await picturesOf(await masked(mask));

      const { data, info } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      const row = Array.from({ length: frame }, (_, at) => data[at * 4 + 3]);
      expect(row).toEqual(Array.from({ length: frame }, (_, at) => (at < 8 ? 0 : 255)));
      expect(data[15 * 4] ?? 0).toBeGreaterThan(190);
    });

    it('are PNGs in an encrypted file', async () => {
      const [picture] = await picturesOf(await masked('soft', 'secret'));

      expect((await sharp(picture?.bytes).metadata()).format).toBe('png');
    });

    it.each(['none', 'opaque'] as const)(
      'are JPEGs as they are stored if nothing shows through: %s',
      async (mask) => {
        const jpeg = await (await square(red, frame)).jpeg().toBuffer();
        const [picture] = await picturesOf(await masked(mask));

        expect(Buffer.from(picture?.bytes ?? []).equals(jpeg)).toBe(true);
      },
    );

    it('are told from those without by their bytes', async () => {
      const jpeg = await (await square(red, frame)).jpeg().toBuffer();

      expect(maskedStreams(await masked('soft'))(jpeg)).toBe(true);
      expect(maskedStreams(await masked('none'))(jpeg)).toBe(false);
      expect(maskedStreams(await masked('soft'))(Buffer.from('another'))).toBe(false);
      expect(maskedStreams(Buffer.from('/SMask 1 0 R'))(jpeg)).toBe(false);
    });
  });

  it('are those of each file if two are read at once', async () => {
    const files = await Promise.all(
      [red, { r: 0, g: 0, b: 200 }].map(async (colour) => {
        const png = await (await square(colour)).removeAlpha().png().toBuffer();
        return await makePdf((document) => document.image(png, 72, 72, { width: 50 }));
      }),
    );

    const read = await Promise.all(files.map((file) => picturesOf(file)));
    const colours = await Promise.all(
      read.map(async ([picture]) => [...(await sharp(picture?.bytes).raw().toBuffer()).subarray(0, 3)]),
    );
    expect(colours).toEqual([
      [200, 0, 0],
      [0, 0, 200],
    ]);
  });

  it('are no shades of one colour, but are plain pictures', async () => {
    const shade = await (await square({ ...red, alpha: 0.4 })).png().toBuffer();
    const plain = await (await square(red)).png().toBuffer();
    const file = await makePdf((document) => {
      document.image(shade, 72, 72, { width: 50 });
      document.image(plain, 72, 172, { width: 50 });
    });

    expect((await picturesOf(file)).map(({ y }) => Math.round(y))).toEqual([172]);
  });

  it('are read once', async () => {
    const known = new Set<string>();
    const file = await makeScan();

    expect((await picturesOf(file, known)).map(({ bytes }) => bytes === undefined)).toEqual([false]);
    expect((await picturesOf(file, known)).map(({ bytes }) => bytes === undefined)).toEqual([true]);
  });

  it('are too small below 8 pixels', async () => {
    const image = (size: number): Buffer =>
      pdfWithImage(`/Width ${size}/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray`, 'ab'.repeat(size * 5));

    expect(await picturesOf(image(7))).toHaveLength(0);
    expect(await picturesOf(image(8))).toHaveLength(1);
  });

  it('are scans of whole pages for images alone', async () => {
    const { bytes } = await extract(await makeScan(), { from: 'pdf', format: 'images' });

    expect(Buffer.from(bytes).toString('latin1')).toContain('image-001.png');
    const scan = await (await square(red, 60)).png().toBuffer();
    const file = await makePdf((document) => {
      document.image(scan, 0, 0, { width: 595, height: 842 });
      document.fontSize(11).text('The apples were early this year and the orchards were full. '.repeat(5));
    });
    const html = await convert(file, { from: 'pdf', to: 'html' });
    expect(Buffer.from(html.bytes).toString()).not.toContain('<img');
  });

  it('have the same names in every result, whether scans of pages are among them or not', async () => {
    const [scan, picture] = await Promise.all(
      [red, { r: 0, g: 0, b: 200 }].map(async (colour) => (await square(colour, 60)).jpeg().toBuffer()),
    );
    const file = await makePdf((document) => {
      document.image(scan ?? '', 0, 0, { width: 595, height: 842 });
      document.fontSize(11).text('The apples were early this year and the orchards were full. '.repeat(5));
      document.addPage().text('The orchard from above.');
      document.image(picture ?? '', 100, 200, { width: 100 });
    });

    const archive = await extract(file, { from: 'pdf', format: 'images' });
    const markdown = await convert(file, { from: 'pdf', to: 'markdown' });

    const [, name = ''] = /!\[\]\(([^)]+)\)/.exec(Buffer.from(markdown.bytes).toString()) ?? [];
    expect(name).toBe('image-001.jpg');
    expect(Buffer.from(unzip(archive.bytes)[name] ?? '')).toEqual(Buffer.from(picture?.toString() ?? ''));
  });
});
