import { describe, expect, it } from 'vitest';
import { pageSizes, withPage } from '../../../../lib/conversions/backends/pdfium/pages.ts';
import type { PdfiumDocument } from '../../../../lib/conversions/backends/pdfium/pdfium-document.ts';
import { withPdfium } from '../../../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { renderPage } from '../../../../lib/conversions/backends/pdfium/render-page.ts';
import { wasmFile } from '../../../../lib/conversions/backends/pdfium/wasm-file.ts';
import { greyPixels } from '../../../../lib/conversions/shared/images/grey-pixels.ts';
import { makePdf } from '../../sample-files.ts';

const size = { width: 333, height: 471 };
const sample = await makePdf((document) => {
  document.rect(0, 0, 300, 200).fill('#ff8000');
  document.fillColor('#000000').fontSize(40).text('Some text', 60, 300);
});
const drawFirst = (document: PdfiumDocument) =>
  withPage(document, 1, (page) => renderPage(document, page, size));

describe('pages rendered with pdfium', () => {
  it('have the same pixels natively and in WebAssembly except for rounding, without padding between rows', async () => {
    const inWebAssembly = wasmFile(sample, undefined);

    const own = await withPdfium(sample, undefined, drawFirst);
    const other = await inWebAssembly.use(drawFirst);
    inWebAssembly.close();

    expect(own).toHaveLength(size.width * size.height * 3);
    expect([...(own?.subarray(0, 3) ?? [])]).toEqual([255, 128, 0]);
    expect(other).toHaveLength(size.width * size.height * 3);
    const far = own?.filter((value, at) => Math.abs(value - (other?.[at] ?? -255)) > 60).length ?? Infinity;
    expect(far / (size.width * size.height)).toBeLessThan(0.005);
  });

  it('are placed on an image in part', async () => {
    const part = await withPdfium(sample, undefined, (document) =>
      withPage(document, 1, (page) =>
        renderPage(document, page, { width: 20, height: 10, placed: [-290, -195, 595, 842] }),
      ),
    );

    const pixelAt = (x: number, y: number) => [
      ...(part?.subarray((y * 20 + x) * 3, (y * 20 + x) * 3 + 3) ?? []),
    ];
    expect([pixelAt(0, 0), pixelAt(19, 0), pixelAt(0, 9)]).toEqual([
      [255, 128, 0],
      [255, 255, 255],
      [255, 255, 255],
    ]);
  });

  it('are measured and loaded unless they do not exist', async () => {
    const [sizes, missing] = await withPdfium(sample, undefined, async (document) => [
      pageSizes(document, [1, 2]),
      await withPage(document, 2, () => 'loaded'),
    ]);

    expect(sizes).toEqual([{ page: 1, width: expect.closeTo(595, 0), height: expect.closeTo(842, 0) }]);
    expect(missing).toBeUndefined();
  });
});

describe('grey pixels', () => {
  const pixels = (values: readonly number[]) =>
    Uint8Array.from(values.flatMap((value) => [value, value, value]));

  it('take a third of the bytes', () => {
    const values = [255, 255, 255, 255, 0, 7, 255, 9, 255, 255, 255, 255, 3, 255];

    expect([...(greyPixels(pixels(values)) ?? [])]).toEqual(values);
  });

  it.each(Array.from({ length: 27 }, (_, at) => at))(
    'are not used if byte %i makes a pixel coloured',
    (at) => {
      const rgb = pixels([9, 255, 9, 255, 255, 255, 255, 255, 0]);
      rgb[at] = 77;

      expect(greyPixels(rgb)).toBeUndefined();
    },
  );
});
