import { setImmediate } from 'node:timers/promises';
import { ConversionError } from '../../../errors.ts';
import type { Sign } from '../../backends/liteparse/original-signs.ts';
import type { PdfiumReader } from '../../backends/pdfium/pdfium-document.ts';
import type { PdfiumFile, Use } from '../../backends/pdfium/pdfium-library.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { drawFigures } from './draw-figures.ts';
import { type KnownImages, type PagePicture, type PagePictures, picturesOfPage } from './page-pictures.ts';
import { mayHideText } from './text-runs/hidden-text.ts';
import { signsOfPage } from './text-runs/signs.ts';
import { type PdfiumPage, type RunOptions, runsOfPage } from './text-runs/text-runs.ts';

/**
 * Reads some pages by PDFium, those that it can. Empty if PDFium in WebAssembly cannot read the file although its native
 * build could. Page numbers start at 1. `read` gets the handle of the page.
 */
async function readPages<Document extends PdfiumReader, T>(
  use: Use<Document>,
  numbers: readonly number[],
  read: (document: Document, page: number, number: number) => T | undefined | Promise<T | undefined>,
): Promise<ReadonlyMap<number, T>> {
  if (numbers.length === 0) return new Map();
  try {
    return await use(async (document) => {
      const found = new Map<number, T>();
      for (const number of numbers.filter((each) => each <= document.pages)) {
        // Lets liteparse go on, which reads batches on a thread of its own but is told on this one to start each.
        await setImmediate();
        const page = document.fn('FPDF_LoadPage')(document.handle, number - 1);
        if (page === 0) continue;
        const result = await read(document, page, number);
        document.fn('FPDF_ClosePage')(page);
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

/** The text of some pages by character. */
export const runsOfPages = async (
  file: PdfiumFile,
  numbers: readonly number[],
  options: RunOptions,
): Promise<ReadonlyMap<number, PdfiumPage>> =>
  await readPages(file.use, numbers, (document, page) => runsOfPage(document, page, options));

/** The text by character of those pages that may have text that cannot be seen. */
export async function runsOfHidingPages(
  file: PdfiumFile,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, PdfiumPage>> {
  const hiding = await readPages(
    file.glance,
    numbers,
    (document, page) => mayHideText(document, page) || undefined,
  );
  return await runsOfPages(file, [...hiding.keys()], { keepsHidden: false });
}

/** A page with its images. */
export interface PicturedPage extends PdfiumPage, PagePictures {}

/** The text of some pages by character, with their images. */
export async function picturedPages(
  file: PdfiumFile,
  numbers: readonly number[],
  { images, ...options }: RunOptions & { readonly images: KnownImages },
): Promise<ReadonlyMap<number, PicturedPage>> {
  return await readPages(file.use, numbers, async (document, page, number) => {
    const runs = runsOfPage(document, page, options);
    return runs === undefined
      ? undefined
      : { ...runs, ...(await picturesOfPage(document, page, number, images)) };
  });
}

/** Images of the figures of some pages, by the numbers of the pages. */
export const figuresOfPages = async (
  file: PdfiumFile,
  figures: ReadonlyMap<number, readonly Box[]>,
): Promise<ReadonlyMap<number, readonly PagePicture[]>> =>
  await readPages(file.use, [...figures.keys()], (document, page, number) =>
    drawFigures(document, page, number, figures.get(number) ?? []),
  );

/** The dashes and quotation marks of some pages. */
export const signsOfPages = async (
  file: PdfiumFile,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly Sign[]>> => await readPages(file.glance, numbers, signsOfPage);
