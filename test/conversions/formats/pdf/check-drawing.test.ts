import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';

/** A page with this content, which may show the form `F`. */
function pageOf(content: string, form = ''): Uint8Array {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</F 5 0 R>>>>/Contents 4 0 R>>endobj\n5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Length ${form.length}>>stream\n${form}\nendstream endobj\n4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`,
    ),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF'),
  ]);
}

const line = '0 0 m 612 792 l S ';

it.each([
  ['lines', pageOf(line.repeat(100_000))],
  ['lines in forms', pageOf('/F Do '.repeat(500), line.repeat(200))],
])('refuses a page that %s cover too many times', async (_, input) => {
  await expect(convert(input, { from: 'pdf', to: 'png' })).rejects.toMatchObject({
    code: 'too_complex',
    message: expect.stringContaining('page 1 cover more than 100000000000 pixels. Lower "dpi"'),
  });
});

it('counts pixels, of which a lower resolution has fewer', async () => {
  // 33.7 million pixels at 600 dpi, and 0.1 million at 36.
  const input = pageOf('0 0 612 792 re f '.repeat(3100));

  await expect(convert(input, { from: 'pdf', to: 'png', options: { dpi: 600 } })).rejects.toMatchObject({
    code: 'too_complex',
    message: expect.stringContaining('cover more than'),
  });
  expect((await convert(input, { from: 'pdf', to: 'png', options: { dpi: 36 } })).report.pages).toBe(1);
});

it('draws a hundred thousand small objects', async () => {
  const input = pageOf('10 10 m 14 14 l S '.repeat(100_000));

  expect((await convert(input, { from: 'pdf', to: 'png', options: { dpi: 36 } })).report.pages).toBe(1);
});
