import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
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

  it('are looked for in linear time, if none has an end', () => {
    const images = Buffer.from('1 0 obj<</Filter/LZWDecode/Length 9>>stream\n'.repeat(500));
    const search = vi.spyOn(Buffer.prototype, 'indexOf');
    checkPdfStreams(images);
    const searches = search.mock.calls.filter(([word]) => word === 'endstream').length;
    search.mockRestore();

    expect(searches).toBe(1);
    const packed = Buffer.from('1 0 obj<</Filter[/Fl/Fl]>>stream\n'.repeat(20));
    expect(() => checkPdfStreams(packed)).toThrow(expect.objectContaining(tooComplex));
    expect(() => checkPdfStreams(packed.subarray(0, packed.length / 4))).not.toThrow();
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

  const inFilters = (filters: readonly string[], packed: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(
        `1 0 obj<</Length ${packed.length}/Filter[${filters.map((name) => `/${name}`).join('')}]>>stream\n`,
      ),
      packed,
      Buffer.from('\nendstream endobj'),
    ]);
  // 128 spaces for each two bytes.
  const runs = (bytes: number): Buffer => Buffer.alloc(bytes / 64, Buffer.from([129, 0x20]));
  /** Codes of 12 bits that repeat the first one, longer each time, as a table of 4096 allows. */
  const codes = (tables: number): Buffer => {
    let bits = '';
    for (let table = 0; table < tables; table += 1) {
      bits += (256).toString(2).padStart(table === 0 ? 9 : 12, '0') + (32).toString(2).padStart(9, '0');
      for (let code = 258; code < 4095; code += 1) {
        const next = code + 1;
        const width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
        bits += code.toString(2).padStart(width, '0');
      }
    }
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  };
  const hex = (bytes: Buffer): Buffer => Buffer.from(`${bytes.toString('hex')}>`);

  it.each<[string, readonly string[], (megabytes: number) => Buffer]>([
    ['runs', ['RunLengthDecode'], (size) => runs(size * MB)],
    ['runs in deflate', ['Fl', 'RL'], (size) => deflateSync(runs(size * MB))],
    ['deflate in hexadecimal digits', ['AHx', 'FlateDecode'], (size) => hex(deflateSync(blanks(size)))],
    ['deflate in base 85', ['ASCII85Decode', 'FlateDecode'], (size) => base85(deflateSync(blanks(size)))],
    ['codes', ['LZWDecode'], (size) => codes(size === 1 ? 0 : 1)],
    ['codes in deflate', ['FlateDecode', 'LZW'], (size) => deflateSync(codes(size === 1 ? 0 : 1))],
  ])('are counted behind any filter: %s', (_, filters, pack) => {
    expect(() => checkPdfStreams(inFilters(filters, pack(1)), MB)).not.toThrow();
    expect(() => checkPdfStreams(inFilters(filters, pack(2)), MB)).toThrow(
      expect.objectContaining(tooComplex),
    );
  });

  it('may not be compressed three times by any filters', () => {
    const file = inFilters(['FlateDecode', 'RunLengthDecode', 'RunLengthDecode'], Buffer.from('any'));

    expect(() => checkPdfStreams(file)).toThrow('more than 2 layers');
  });

  it('are the same as what other programs read', async () => {
    const { filtersIn } = await import('../../../../lib/conversions/formats/pdf/stream-filters.ts');
    const text = Buffer.from('Tides \0\0\0\0 come in, tides go out; tides come in.');
    const [first] = filtersIn('/ASCII85Decode');
    expect(first?.decode(base85(text), MB)).toEqual(text);
    // The example of ISO 32000-1, 7.4.4.2.
    const [lzw] = filtersIn('/LZWDecode');
    const example = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
    expect(lzw?.decode(example, MB)).toEqual(Buffer.from([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]));
  });
});

function base85(bytes: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const word = Buffer.alloc(4);
    bytes.copy(word, 0, at, at + 4);
    let value = word.readUInt32BE(0);
    const used = Math.min(4, bytes.length - at);
    if (value === 0 && used === 4) {
      text += 'z';
      continue;
    }
    let digits = '';
    for (let left = 0; left < 5; left += 1) {
      digits = String.fromCharCode((value % 85) + 0x21) + digits;
      value = Math.floor(value / 85);
    }
    text += digits.slice(0, used + 1);
  }
  return Buffer.from(`${text}~>`);
}
