import { setImmediate } from 'node:timers/promises';
import { withPage } from '../../backends/pdfium/pages.ts';
import type { PdfiumDocument, UsePdfium } from '../../backends/pdfium/pdfium-document.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { ConversionError } from '../../errors.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { drawFigures } from './draw-figures.ts';
import { type KnownImages, type PagePicture, type PagePictures, picturesOfPage } from './page-pictures.ts';
import { mayHideText } from './text-runs/hidden-text.ts';
import { type PdfiumPage, type RunOptions, runsOfPage } from './text-runs/text-runs.ts';

type ReadPage<T> = (
  document: PdfiumDocument,
  page: number,
  number: number,
) => T | undefined | Promise<T | undefined>;

/**
 * Reads some pages by PDFium, those that it can. Empty if it cannot read the file although liteparse could. Page numbers
 * start at 1. `read` gets the handle of the page.
 */
async function readPages<T>(
  use: UsePdfium,
  numbers: readonly number[],
  read: ReadPage<T>,
): Promise<ReadonlyMap<number, T>> {
  if (numbers.length === 0) return new Map();
  try {
    return await use(async (document) => {
      const found = new Map<number, T>();
      for (const number of numbers.filter((each) => each <= document.pages)) {
        // Lets this thread start liteparse's next batch, which is read on another thread.
        await setImmediate();
        const result = await withPage(document, number, (page) => read(document, page, number));
        if (result !== undefined) found.set(number, result);
      }
      return found;
    });
  } catch (error) {
    // The password was checked before, so fall back to the text that the other reader found.
    if (error instanceof ConversionError && error.code === 'encrypted_document') throw error;
    return new Map();
  }
}

/**
 * Reads pages by character, those with right-to-left lines in the order of reading, and passes each to `withRuns`. Whether a page
 * has such lines is found out unless it is one of `rightToLeft`.
 */
async function readRuns<T>(
  file: PdfiumFile,
  numbers: readonly number[],
  options: RunOptions,
  withRuns: (runs: PdfiumPage, ...page: Parameters<ReadPage<T>>) => T | Promise<T>,
  rightToLeft: ReadonlySet<number> = new Set(),
): Promise<ReadonlyMap<number, T>> {
  const misordered = numbers.filter((number) => rightToLeft.has(number));
  const read: ReadPage<T> = async (document, page, number) => {
    const runs = runsOfPage(document, page, options);
    if (runs === 'misordered') misordered.push(number);
    return runs === undefined || runs === 'misordered'
      ? undefined
      : await withRuns(runs, document, page, number);
  };
  const unknown = numbers.filter((number) => !rightToLeft.has(number));
  const found = await readPages(file.use, unknown, read);
  return new Map([...found, ...(await readPages(file.useOrdered, misordered, read))]);
}

/** The text of some pages by character. Those in `rightToLeft` are known to have right-to-left lines. */
export const runsOfPages = async (
  file: PdfiumFile,
  numbers: readonly number[],
  options: RunOptions,
  rightToLeft?: ReadonlySet<number>,
): Promise<ReadonlyMap<number, PdfiumPage>> =>
  await readRuns(file, numbers, options, (runs) => runs, rightToLeft);

/** Those pages that may have text that cannot be seen. */
export async function hidingPages(
  file: PdfiumFile,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const hiding = await readPages(
    file.use,
    numbers,
    (document, page) => mayHideText(document, page) || undefined,
  );
  return new Set(hiding.keys());
}

/** A page with its images. */
export interface PicturedPage extends PdfiumPage, PagePictures {}

/** The text of some pages by character, with their images. */
export const picturedPages = async (
  file: PdfiumFile,
  numbers: readonly number[],
  { images, ...options }: RunOptions & { readonly images: KnownImages },
): Promise<ReadonlyMap<number, PicturedPage>> =>
  await readRuns(file, numbers, options, async (runs, document, page, number) => ({
    ...runs,
    ...(await picturesOfPage(document, page, number, images)),
  }));

/** Images of the figures of some pages, by the numbers of the pages. */
export const figuresOfPages = async (
  file: PdfiumFile,
  figures: ReadonlyMap<number, readonly Box[]>,
): Promise<ReadonlyMap<number, readonly PagePicture[]>> =>
  await readPages(file.use, [...figures.keys()], (document, page, number) =>
    drawFigures(document, page, number, figures.get(number) ?? []),
  );
