import { describe, expect, it } from 'vitest';
import { withPdfiumFile } from '../../../../lib/conversions/backends/pdfium/pdfium-library.ts';
import { convert } from '../../../../lib/conversions/index.ts';

const { bytes } = await convert(Buffer.from('One page.'), { from: 'text', to: 'pdf' });

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
});
