import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { makePdf, makeReport } from '../../sample-files.ts';
import { imageInfo, zipNames } from '../image/sample-images.ts';

const report = await makeReport();
const locked = await makeReport({ userPassword: 'secret', pdfVersion: '1.7ext3' });
const coloured = await makePdf((document) => document.rect(0, 0, 600, 900).fill('#ff0000'), { margin: 0 });
const giant = await makePdf(() => undefined, { size: [14_400, 14_400] });
const long = await makePdf((document) => {
  for (let page = 0; page < 1000; page += 1) document.addPage();
});

describe('images of pdf pages', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('returns one page as a single %s', async (to) => {
    const result = await convert(coloured, { to, options: { dpi: 72 } });

    const { format, width, height, pixel } = await imageInfo(result.bytes);
    expect({ format, width, height }).toEqual({ format: to, width: 595, height: 842 });
    expect(pixel[0]).toBeGreaterThan(250);
    expect(pixel[1]).toBeLessThan(5);
    expect(result.report).toMatchObject({ engine: 'liteparse-pdf-to-image', pages: 1, warnings: [] });
  });

  it('returns several as a zip with names in page order, the same bytes each time', async () => {
    const done: number[] = [];
    const options = { dpi: 40, pages: '1,3' };

    const one = await convert(report, {
      to: 'png',
      options,
      onProgress: (progress) => done.push(progress.done),
    });
    const other = await convert(report, { to: 'png', options });

    expect(one).toMatchObject({ mimeType: 'application/zip', extension: 'zip', report: { pages: 2 } });
    expect(zipNames(one.bytes)).toEqual(['page-001.png', 'page-003.png']);
    expect(Buffer.from(one.bytes).equals(other.bytes)).toBe(true);
    expect(done.at(-1)).toBe(2);
  });

  it('stores the resolution, and writes grey pages in greyscale', async () => {
    const result = await convert(report, { to: 'png', options: { pages: '3', dpi: 100 } });

    const { density, width } = await imageInfo(result.bytes);
    expect([density, width]).toEqual([100, 827]);
    // Colour type 0 (ISO/IEC 15948, 11.2.2).
    expect(result.bytes[25]).toBe(0);
  });

  it('opens a document with its password', async () => {
    const result = await convert(locked, { to: 'png', options: { password: 'secret', pages: '1', dpi: 36 } });

    expect((await imageInfo(result.bytes)).format).toBe('png');
  });

  it.each([
    ['a missing password', locked, {}, 'encrypted_document', /pass it in the "password" option/],
    ['a truncated file', report.subarray(0, report.length / 3), {}, 'corrupt_document', /damaged/],
    ['missing pages', report, { pages: '9' }, 'unsupported_content', /3 pages/],
    [
      'a page with more pixels than the limit',
      giant,
      {},
      'too_complex',
      /Page 1 would have 30000 x 30000 pixels.*"dpi" to 42/,
    ],
    ['more pages than the limit of a job', long, {}, 'too_complex', /1001 pages.*1000/],
  ])('refuses %s', async (_, bytes, options, code, message) => {
    const refusal = convert(bytes, { from: 'pdf', to: 'png', options });

    await expect(refusal).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('refuses a resolution above 600', async () => {
    const refusal = convert(report, { to: 'png', options: { dpi: 601 } });

    await expect(refusal).rejects.toThrow(/^options\.dpi: must be at most 600; this is 601\./);
  });
});
