import { withPage } from '../../backends/pdfium/pages.ts';
import type { PdfiumDocument, UsePdfium } from '../../backends/pdfium/pdfium-document.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { ConversionError } from '../../errors.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { drawFigures } from './draw-figures.ts';
import { coloursOfPage, type PageColours } from './page-colours.ts';
import { type KnownImages, type PagePicture, type PagePictures, picturesOfPage } from './page-pictures.ts';
import { type PdfiumPage, type RunOptions, runsOfPage } from './text-runs/text-runs.ts';

type PageReader<T> = (
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
  read: PageReader<T>,
): Promise<ReadonlyMap<number, T>> {
  if (numbers.length === 0) return new Map();
  try {
    return await use(async (document) => {
      const found = new Map<number, T>();
      for (const number of numbers.filter((each) => each <= document.pages)) {
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
 * Reads pages by character, those with right-to-left lines in the order of reading, and passes each to `withRuns`.
 */
export async function readRuns<T>(
  file: PdfiumFile,
  numbers: readonly number[],
  options: RunOptions,
  withRuns: (runs: PdfiumPage, ...page: Parameters<PageReader<T>>) => T | Promise<T>,
): Promise<ReadonlyMap<number, T>> {
  const misordered: number[] = [];
  const read: PageReader<T> = async (document, page, number) => {
    const runs = runsOfPage(document, page, options);
    if (runs === 'misordered') misordered.push(number);
    return runs === undefined || runs === 'misordered'
      ? undefined
      : await withRuns(runs, document, page, number);
  };
  const found = await readPages(file.use, numbers, read);
  return new Map([...found, ...(await readPages(file.useOrdered, misordered, read))]);
}

/** The text of some pages by character. */
export const runsOfPages = async (
  file: PdfiumFile,
  numbers: readonly number[],
  options: RunOptions,
): Promise<ReadonlyMap<number, PdfiumPage>> => await readRuns(file, numbers, options, (runs) => runs);

/** A page with its images, and its colours if they are needed. */
export interface PicturedPage extends PdfiumPage, PagePictures {
  readonly colours?: PageColours | undefined;
}

/** The text of some pages by character, with their images. */
export const picturedPages = async (
  file: PdfiumFile,
  numbers: readonly number[],
  {
    images,
    needsColours = false,
    ...options
  }: RunOptions & { readonly images: KnownImages; readonly needsColours?: boolean },
): Promise<ReadonlyMap<number, PicturedPage>> =>
  await readRuns(file, numbers, options, async (runs, document, page, number) => ({
    ...runs,
    ...(await picturesOfPage(document, page, number, images)),
    ...(needsColours ? { colours: coloursOfPage(document, page) } : {}),
  }));

/** Images of the figures of some pages, by the numbers of the pages. */
export const figuresOfPages = async (
  file: PdfiumFile,
  figures: ReadonlyMap<number, readonly Box[]>,
): Promise<ReadonlyMap<number, readonly PagePicture[]>> =>
  await readPages(file.use, [...figures.keys()], (document, page, number) =>
    drawFigures(document, page, number, figures.get(number) ?? []),
  );
