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

/** A page without anything but its number. */
const bare = (pageNum: number) => ({
  pageNum,
  width: 100,
  height: 100,
  text: 'A text of a page. '.repeat(10),
  hidden: [],
  losesText: pageNum === 4,
});

/** What the pages contain: text is lost on one of them. */
const contents = { recognized: [], withRecognizedText: 0, hidden: [], lossy: [4] };

const readIn = (pdf: Uint8Array, reading: Parameters<typeof readBatches>[3], pages?: string) =>
  withPdfiumFile(pdf, undefined, (file) => readBatches(pdf, file, requestFor(pages), reading));

/** Reads a PDF two pages at a time. Returns the pages of each batch. */
async function readByTwo(asked?: string, isDamaged = (_: number) => false) {
  const batches: (readonly number[])[] = [];
  const counts = await readIn(
    fivePages,
    {
      size: 2,
      read: async (numbers) => numbers.filter((number) => !isDamaged(number)).map(bare),
      use: (pages) => void batches.push(pages.map(({ pageNum }) => pageNum)),
    },
    asked,
  );
  return { batches, counts };
}

describe('pages in batches', () => {
  it('are all pages', async () => {
    expect(await readByTwo()).toEqual({
      batches: [[1, 2], [3, 4], [5]],
      counts: { total: 5, asked: 5, read: 5, ...contents },
    });
  });

  it('are those that were asked for', async () => {
    expect(await readByTwo('2,4-5')).toEqual({
      batches: [[2, 4], [5]],
      counts: { total: 5, asked: 3, read: 3, ...contents },
    });
  });

  it('are counted without damaged ones', async () => {
    expect(await readByTwo(undefined, (number) => number === 3)).toEqual({
      batches: [[1, 2], [4], [5]],
      counts: { total: 5, asked: 5, read: 4, ...contents },
    });
    await expect(readByTwo(undefined, () => true)).rejects.toThrow(/cannot be opened|damaged/);
  });

  it('are not read if the file cannot be opened', async () => {
    let isRead = false;
    const reading = readIn(Buffer.from('no PDF'), {
      size: 5,
      read: async () => {
        isRead = true;
        return [];
      },
      use: () => undefined,
    });

    await expect(reading).rejects.toThrow(/cannot be opened|damaged/);
    expect(isRead).toBe(false);
  });
});
