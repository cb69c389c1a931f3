import { describe, expect, it } from 'vitest';
import { withPdfiumFile } from '../../../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { needsOfTarget } from '../../../../lib/conversions/document/needs.ts';
import { readBatches } from '../../../../lib/conversions/formats/pdf/read-batches.ts';
import type { PdfRequest } from '../../../../lib/conversions/formats/pdf/read-options.ts';
import { makePdf } from '../../sample-files.ts';

const fivePages = await makePdf((document) => {
  document.text('one');
  for (const text of ['two', 'three', 'four', 'five']) document.addPage().text(text);
});

const requestFor = (pages?: string): PdfRequest => ({
  options: { ocr: 'never', ocr_languages: ['eng'], hidden: 'omit', pages },
  needs: needsOfTarget(undefined),
});

const readIn = <Beside>(
  pdf: Uint8Array,
  reading: Parameters<typeof readBatches<Beside>>[4],
  pages?: string,
) => withPdfiumFile(pdf, undefined, (file) => readBatches(pdf, file, requestFor(pages), {}, reading));

/** Reads a PDF two pages at a time. Returns the pages of each batch, and the numbers that were read beside it. */
async function readByTwo(asked?: string) {
  const batches: { pages: number[]; beside: readonly number[] | undefined }[] = [];
  const counts = await readIn<readonly number[]>(
    fivePages,
    {
      size: 2,
      beside: async (numbers) => numbers,
      use: ({ pages }, beside) => {
        batches.push({ pages: pages.map(({ pageNum }) => pageNum), beside });
      },
    },
    asked,
  );
  return { batches, counts };
}

describe('pages in batches', () => {
  it('are read twice at the same time', async () => {
    expect(await readByTwo()).toEqual({
      batches: [
        { pages: [1, 2], beside: [1, 2] },
        { pages: [3, 4], beside: [3, 4] },
        { pages: [5], beside: [5] },
      ],
      counts: { total: 5, asked: 5, read: 5, recognized: [] },
    });
  });

  it('are those that were asked for', async () => {
    expect(await readByTwo('2,4-5')).toEqual({
      batches: [
        { pages: [2, 4], beside: [2, 4] },
        { pages: [5], beside: [5] },
      ],
      counts: { total: 5, asked: 3, read: 3, recognized: [] },
    });
  });

  it('are parsed to the end before an error of the other reader is thrown', async () => {
    const events: string[] = [];
    const reading = readIn(fivePages, {
      size: 5,
      beside: async () => {
        await Promise.resolve();
        events.push('failed');
        throw new Error('of the other reader');
      },
      use: () => void events.push('used'),
    });

    await expect(reading).rejects.toThrow('of the other reader');
    expect(events).toEqual(['failed']);
  });

  it('end with the error of the file if both readers fail, when both have ended', async () => {
    const events: string[] = [];
    const reading = readIn(Buffer.from('no PDF'), {
      size: 5,
      beside: async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        events.push('ended');
        throw new Error('of the other reader');
      },
      use: () => undefined,
    });

    await expect(reading).rejects.toThrow(/cannot be opened|damaged/);
    expect(events).toEqual(['ended']);
  });
});
