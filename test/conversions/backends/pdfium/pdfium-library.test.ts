import { describe, expect, it } from 'vitest';
import { pageSpaceOf } from '../../../../lib/conversions/backends/pdfium/page-space.ts';
import type { PdfiumReader } from '../../../../lib/conversions/backends/pdfium/pdfium-document.ts';
import { withPdfiumFile } from '../../../../lib/conversions/backends/pdfium/pdfium-library.ts';
import { EngineRefusal } from '../../../../lib/conversions/engine/engine.ts';
import { signsOfPage } from '../../../../lib/conversions/formats/pdf/text-runs/signs.ts';
import { convert } from '../../../../lib/conversions/index.ts';

const { bytes } = await convert(Buffer.from('One page.'), { from: 'text', to: 'pdf' });

const signsAndSize = (document: PdfiumReader) => {
  const page = document.fn('FPDF_LoadPage')(document.handle, 0);
  // The two builds round the boxes of characters differently.
  const signs = signsOfPage(document, page).map(({ text, x, y }) => ({
    text,
    x: Math.round(x),
    y: Math.round(y),
  }));
  const { width, height, turns } = pageSpaceOf(document, page);
  document.fn('FPDF_ClosePage')(page);
  return { signs, width, height, turns };
};

describe('a PDF opened with pdfium', () => {
  it('stays open between uses', async () => {
    const handles = await withPdfiumFile(bytes, undefined, async (file) => [
      await file.use(({ handle }) => handle),
      await file.use(({ handle }) => handle),
    ]);

    expect(handles[0]).toBeGreaterThan(0);
    expect(handles[1]).toBe(handles[0]);
  });

  it('is opened again after a use that failed', async () => {
    const pages = await withPdfiumFile(bytes, undefined, async (file) => {
      const failed = file.use(() => {
        throw new Error('The page cannot be read.');
      });
      await expect(failed).rejects.toThrow('The page cannot be read.');
      return await file.use((document) => document.pages);
    });

    expect(pages).toBe(1);
  });

  it('is not opened if it is not used', async () => {
    const result = await withPdfiumFile(Buffer.from('not a PDF'), undefined, async () => 'unused');

    expect(result).toBe('unused');
  });

  it('shows the same natively as in WebAssembly', async () => {
    const { bytes: page } = await convert(Buffer.from('<p>A dash – and “marks”.</p>'), {
      from: 'html',
      to: 'pdf',
    });

    const found = await withPdfiumFile(page, undefined, async ({ use, glance }) => ({
      native: await glance((document) => signsAndSize(document)),
      isNative: await glance((document) => !('view' in document)),
      inWebAssembly: await use((document) => signsAndSize(document)),
    }));

    expect(found.isNative).toBe(true);
    expect(found.native.signs.map(({ text }) => text)).toEqual(['–', '“', '”']);
    expect(found.native).toEqual(found.inWebAssembly);
  });

  it('is refused if the native library cannot open it', async () => {
    const read = withPdfiumFile(Buffer.from('not a PDF'), undefined, ({ glance }) =>
      glance(({ pages }) => pages),
    );

    await expect(read).rejects.toThrow(EngineRefusal);
  });
});
