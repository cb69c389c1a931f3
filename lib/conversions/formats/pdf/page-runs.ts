import { pageSpaceOf } from '../../backends/pdfium/page-space.ts';
import { withPage } from '../../backends/pdfium/pages.ts';
import type { PdfiumDocument, UsePdfium } from '../../backends/pdfium/pdfium-document.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { turnedSize } from '../../shared/geometry/quarter-turns.ts';
import { drawFigures } from './draw-figures.ts';
import {
  annotationsOf,
  flattenAnnotations,
  type PageAnnotation,
  turnedAnnotations,
} from './page-annotations.ts';
import type { PageColours } from './page-colours.ts';
import type { PagePicture, PagePictures } from './page-pictures.ts';
import { type PdfiumPage, type RunOptions, runsOfPage } from './text-runs/text-runs.ts';

type PageReader<T> = (
  document: PdfiumDocument,
  page: number,
  number: number,
) => T | undefined | Promise<T | undefined>;

/** Reads a page by PDFium. Undefined if it cannot. Page numbers start at 1. `read` gets the handle of the page. */
async function readPage<T>(use: UsePdfium, number: number, read: PageReader<T>): Promise<T | undefined> {
  try {
    return await use((document) =>
      number > document.pages
        ? undefined
        : withPage(document, number, (page) => read(document, page, number)),
    );
  } catch (error) {
    // A page at which PDFium in WebAssembly stopped counts as damaged.
    if (error instanceof Error && error.name === 'RuntimeError') return undefined;
    throw error;
  }
}

/** A page with its annotations, where they are on the page as its text is upright. */
export interface AnnotatedPage extends PdfiumPage {
  readonly annotations: readonly PageAnnotation[];
}

/** Reads the page with what its annotations show, and passes it to `use` with the handle of the page. */
async function readAnnotated<T>(
  document: PdfiumDocument,
  page: number,
  number: number,
  options: RunOptions,
  use: (found: AnnotatedPage, page: number) => T | Promise<T>,
): Promise<T | undefined> {
  const needsLinks = options.needsStructure === true;
  const annotations = annotationsOf(document, page, pageSpaceOf(document, page), needsLinks);
  const struck = annotations.flatMap((annotation) => annotation.struck);
  const read = (handle: number): T | Promise<T> | undefined => {
    const found = runsOfPage(document, handle, options, struck);
    if (found === undefined) return undefined;
    const shown = turnedSize(found, found.turns);
    return use({ ...found, annotations: turnedAnnotations(annotations, found.turns, shown) }, handle);
  };
  return flattenAnnotations(document, page, annotations)
    ? await withPage(document, number, read)
    : await read(page);
}

/** Reads pages by character, and passes each to `withRuns`. Returns its results without those of damaged pages. */
export async function readRuns<T>(
  file: PdfiumFile,
  numbers: readonly number[],
  options: RunOptions,
  withRuns: (runs: AnnotatedPage, ...page: Parameters<PageReader<T>>) => T | Promise<T>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const number of numbers) {
    const result = await readPage(file.use, number, (document, page) =>
      readAnnotated(document, page, number, options, (runs, handle) =>
        withRuns(runs, document, handle, number),
      ),
    );
    if (result !== undefined) found.push(result);
  }
  return found;
}

/** A page with its images, and its colours if they are needed. */
export interface PicturedPage extends AnnotatedPage, PagePictures {
  readonly colours?: PageColours | undefined;
}

/** Images of the figures of some pages, by the numbers of the pages. */
export const figuresOfPages = async (
  file: PdfiumFile,
  figures: ReadonlyMap<number, readonly Box[]>,
): Promise<ReadonlyMap<number, readonly PagePicture[]>> => {
  const drawn = new Map<number, readonly PagePicture[]>();
  for (const [number, boxes] of figures) {
    const pictures = await readPage(file.use, number, (document, page) =>
      drawFigures(document, page, number, boxes),
    );
    if (pictures !== undefined) drawn.set(number, pictures);
  }
  return drawn;
};
