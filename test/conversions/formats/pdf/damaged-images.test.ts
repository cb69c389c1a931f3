import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { damageWarnings } from '../../../../lib/conversions/shared/images/damaged-images.ts';
import { itLong } from '../../../support/long-run.ts';

const [WIDTH, HEIGHT] = [200, 150];

const pixels = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => (at * 7 + Math.floor(at / 600) * 13) & 255),
);
const jpegOf = async (data: Buffer): Promise<Uint8Array> =>
  sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
const jpeg = await jpegOf(pixels);
const grey = await jpegOf(Buffer.alloc(pixels.length, 128));

const wrongTables = Buffer.from(jpeg);
const table = wrongTables.indexOf(Buffer.from([0xff, 0xc4]));
wrongTables.fill(0xff, table + 5, table + 21);
const cutAt = (share: number): Uint8Array => jpeg.subarray(0, Math.floor(jpeg.length * share));

const DCT = '/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode';
const JPX = '/Filter/JPXDecode';
const JBIG2 = '/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode';

type Stored = readonly [entries: string, data: Uint8Array];

/** A PDF of pages with their images below each other, through a form, and a line of text. */
function pdfOf(pages: readonly (readonly Stored[])[], { entries = '', text = 'Harvest' } = {}): Buffer {
  const objects: Buffer[] = [];
  const add = (...parts: readonly (string | Buffer)[]): number =>
    objects.push(
      Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1')))),
    );
  const stream = (dict: string, data: Uint8Array): number =>
    add(`<<${dict}/Length ${data.length}>>stream\n`, Buffer.from(data), '\nendstream');
  add('<</Type/Catalog/Pages 2 0 R>>');
  add('');
  const font = add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const kids = pages.map((images) => {
    const own = images.map(([dict, data]) =>
      stream(`/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}${dict}`, data),
    );
    const names = own.map((number, at) => `/I${at} ${number} 0 R`).join('');
    const draws = own
      .map((_, at) => `q 200 0 0 150 0 ${150 * (own.length - 1 - at)} cm /I${at} Do Q`)
      .join(' ');
    const form = stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 100 300]/Matrix[2 0 0 2 0 0]/Resources<</XObject<<${names}>>>>`,
      Buffer.from(`.5 0 0 .5 0 0 cm ${draws}`),
    );
    const content = stream('', Buffer.from(`/F Do BT /T 20 Tf 10 60 Td (${text}) Tj ET`));
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 ${150 * images.length}]${entries}/Resources<</XObject<</F ${form} 0 R>>/Font<</T ${font} 0 R>>>>/Contents ${content} 0 R>>`,
    );
  });
  objects[1] = Buffer.from(
    `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${kids.length}>>`,
  );
  const file: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  for (const [at, object] of objects.entries())
    file.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
  return Buffer.concat([
    ...file,
    Buffer.from(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n%%EOF\n`),
  ]);
}

const warningsOf = async (
  pdf: Buffer,
  to: 'png' | 'docx' | 'html' | 'text' = 'png',
  options = {},
): Promise<readonly string[]> =>
  (await convert(pdf, { from: 'pdf', to, options })).report.warnings.filter(
    (warning) => warning.includes('damaged,') || warning.includes('damaged and'),
  );

const lost = (places: string, count = 1): string =>
  `${count} image${count === 1 ? ' is' : 's are'} damaged and missing in the result: ${places}. Replace them in the PDF.`;
const cut = (places: string): string =>
  `1 image is damaged, so that the lower part is missing: ${places}. Replace them in the PDF.`;

describe('damaged images of a PDF', () => {
  it.each<readonly [string, Stored]>([
    ['a JPEG cut in its header', [DCT, jpeg.subarray(0, 100)]],
    ['a JPEG with wrong Huffman tables', [DCT, wrongTables]],
    ['a JPEG that is none', [DCT, Buffer.alloc(300, 7)]],
    ['a JPEG 2000 that is none', [JPX, Buffer.alloc(300, 7)]],
    ['JBIG2 that is none', [JBIG2, Buffer.alloc(300, 7)]],
    ['an unknown format', ['/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/Other', pixels]],
  ])('are listed with their pages: %s', async (_, image) => {
    const pdf = pdfOf([[[DCT, jpeg]], [[DCT, jpeg], image]]);

    expect(await warningsOf(pdf)).toEqual([lost('image 2 on page 2')]);
    expect(await warningsOf(pdf, 'docx', { ocr: 'never' })).toEqual([lost('image 2 on page 2')]);
  });

  it.each(['', '/Rotate 90', '/Rotate 270'])(
    'are listed if their lower part is missing %s',
    async (entries) => {
      const pdf = pdfOf(
        [
          [
            [DCT, cutAt(0.5)],
            [DCT, jpeg],
            [DCT, grey],
          ],
        ],
        { entries },
      );

      expect(await warningsOf(pdf)).toEqual([cut('image 1 on page 1')]);
      expect(await warningsOf(pdf, 'html', { ocr: 'never' })).toEqual([cut('image 1 on page 1')]);
    },
  );

  it('are found below text, and twice on two pages', async () => {
    const pdf = pdfOf([[[DCT, wrongTables]], [[DCT, wrongTables]]]);

    expect(await warningsOf(pdf)).toEqual([lost('image 1 on page 1, image 1 on page 2', 2)]);
  });

  it('are no images that only lack the end of the file', async () => {
    expect(
      await warningsOf(
        pdfOf([
          [
            [DCT, jpeg.subarray(0, -2)],
            [DCT, grey],
          ],
        ]),
      ),
    ).toEqual([]);
  });

  itLong('are the reason why a scan has no text', async () => {
    const pdf = pdfOf([[[DCT, wrongTables]]], { text: '' });

    await expect(convert(pdf, { from: 'pdf', to: 'text', options: {} })).rejects.toMatchObject({
      code: 'empty_document',
      message: `The PDF contains no text on the selected pages. ${lost('image 1 on page 1')}`,
    });
  });

  itLong('are listed when a scan is recognized', async () => {
    expect(await warningsOf(pdfOf([[[DCT, wrongTables]]]), 'text', { ocr: 'always' })).toEqual([
      lost('image 1 on page 1'),
    ]);
  });
});

it('lists at most ten damaged images', () => {
  const images = Array.from({ length: 12 }, (_, at) => ({ page: at + 1, number: 1, isCut: false }));

  expect(damageWarnings(images)[0]).toMatch(/^12 images .* image 1 on page 10 and 2 more\./);
  expect(damageWarnings([])).toEqual([]);
});
