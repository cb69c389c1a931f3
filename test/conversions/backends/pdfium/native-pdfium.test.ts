import { describe, expect, it } from 'vitest';
import { loadNativePdfium } from '../../../../lib/conversions/backends/pdfium/native-library.ts';
import { openNativePdf } from '../../../../lib/conversions/backends/pdfium/native-pdfium.ts';
import { loadSharp } from '../../../../lib/conversions/backends/sharp/load-sharp.ts';
import { openWithLiteparse } from '../../../../lib/conversions/formats/pdf/liteparse-drawing.ts';
import { greyPixels } from '../../../../lib/conversions/shared/images/grey-pixels.ts';
import { makePdf } from '../../sample-files.ts';

const openNative = (bytes: Uint8Array) => {
  const pdfium = loadNativePdfium();
  if (pdfium === undefined) throw new Error('pdfium is not available');
  return openNativePdf(pdfium, bytes, undefined, () => undefined);
};
const page = { page: 1, width: 333, height: 471 };
const sample = await makePdf((document) => {
  document.rect(0, 0, 300, 200).fill('#ff8000');
  document.fillColor('#000000').fontSize(40).text('Some text', 60, 300);
});

describe('pages rendered with pdfium', () => {
  it('match the pixels of liteparse except for rounding, without padding between rows', async () => {
    const dpi = (page.width / 595.28) * 72;

    const own = await openNative(sample).draw(page);
    const other = await (await openWithLiteparse(await loadSharp(), sample, undefined, dpi)).draw(page);

    expect(own).toHaveLength(page.width * page.height * 3);
    expect([...(own?.subarray(0, 3) ?? [])]).toEqual([255, 128, 0]);
    expect(other).toHaveLength(page.width * page.height * 3);
    const far = own?.filter((value, at) => Math.abs(value - (other?.[at] ?? -255)) > 60).length ?? Infinity;
    expect(far / (page.width * page.height)).toBeLessThan(0.005);
  });

  it('are measured unless they do not exist', async () => {
    const pdf = openNative(sample);

    const sizes = await pdf.measure([1, 2]);
    const missing = await pdf.draw({ ...page, page: 2 });
    pdf.close();

    expect(sizes.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[595, 842]]);
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
