import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkPdfStreams } from '../../../../lib/conversions/formats/pdf/check-streams.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { makeReport } from '../../sample-files.ts';

const MB = 1024 * 1024;

function pdfOf(content: Buffer, layers: number, dictionary = ''): Buffer {
  let packed = content;
  for (let left = layers; left > 0; left -= 1) packed = deflateSync(packed, { level: 9 });
  const filter = `[${'/FlateDecode'.repeat(layers)}]`;
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R>>endobj\n4 0 obj<</Length ${packed.length}/Filter${filter}${dictionary}>>stream\n`,
    ),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF'),
  ]);
}

const blanks = (megabytes: number): Buffer => Buffer.alloc(megabytes * MB, ' ');
const tooComplex = { code: 'too_complex' };

describe('the streams of a PDF', () => {
  it.each([
    ['one layer as long as the limit', pdfOf(blanks(1), 1)],
    ['two layers as long as the limit', pdfOf(blanks(1), 2)],
    ['an image, whose pixels are limited when it is rendered', pdfOf(blanks(2), 1, '/Subtype /Image')],
    ['data in another encoding', Buffer.from('1 0 obj<</Filter/LZWDecode>>stream\nabc\nendstream')],
    ['a truncated stream', pdfOf(blanks(1), 1).subarray(0, 300)],
    ['data that is not deflated', Buffer.from('1 0 obj<</Filter[/Fl/Fl]>>stream\nabc\nendstream')],
  ])('may be %s', (_, file) => {
    expect(() => checkPdfStreams(file, MB)).not.toThrow();
  });

  it.each([
    ['one layer', pdfOf(blanks(2), 1)],
    ['two layers', pdfOf(blanks(2), 2)],
  ])('may not decompress beyond the limit in %s', (_, file) => {
    expect(() => checkPdfStreams(file, MB)).toThrow(expect.objectContaining(tooComplex));
  });

  it('may not decompress beyond the limit in total', () => {
    const one = pdfOf(blanks(1), 2);

    expect(() => checkPdfStreams(Buffer.concat(Array(3).fill(one)), MB, 3 * MB)).not.toThrow();
    expect(() => checkPdfStreams(Buffer.concat(Array(4).fill(one)), MB, 3 * MB)).toThrow(/3 MB/);
  });

  it('are checked before any engine decompresses them', async () => {
    const bomb = pdfOf(blanks(1), 3);

    await expect(extract(bomb, { from: 'pdf' })).rejects.toMatchObject(tooComplex);
    await expect(convert(bomb, { from: 'pdf', to: 'png' })).rejects.toMatchObject(tooComplex);
    await expect(convert(bomb, { from: 'pdf', to: 'pdf' })).rejects.toMatchObject(tooComplex);
  });

  it('are accepted in a report', async () => {
    const report = await makeReport();

    expect(() => checkPdfStreams(report)).not.toThrow();
  });
});
