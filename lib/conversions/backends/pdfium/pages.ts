import { type PageSpace, pageSpaceOf } from './page-space.ts';
import type { PdfiumDocument } from './pdfium-document.ts';

/** A page and its size: in points, or in the pixels of its image. */
export interface PageSize {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the sizes of pages in points, without pages that PDFium cannot read. */
export const pageSizes = (
  { fn, handle, scratch, results }: PdfiumDocument,
  numbers: readonly number[],
): PageSize[] =>
  numbers.flatMap((page) => {
    if (fn('FPDF_GetPageSizeByIndexF')(handle, page - 1, scratch) === 0) return [];
    return [{ page, width: results().getFloat32(0, true), height: results().getFloat32(4, true) }];
  });

/** Loads a page, from 1, passes its handle to `use` and closes it. Undefined if PDFium cannot load it. */
export async function withPage<T>(
  { fn, handle }: PdfiumDocument,
  number: number,
  use: (page: number) => T | Promise<T>,
): Promise<T | undefined> {
  const page = fn('FPDF_LoadPage')(handle, number - 1);
  if (page === 0) return undefined;
  try {
    return await use(page);
  } finally {
    fn('FPDF_ClosePage')(page);
  }
}

/** Opens the text of a loaded page, passes it to `use` and closes it. Undefined if PDFium cannot read it. */
export function withTextPage<T>(
  document: PdfiumDocument,
  page: number,
  use: (textPage: number, space: PageSpace) => T,
): T | undefined {
  const { fn } = document;
  const textPage = fn('FPDFText_LoadPage')(page);
  if (textPage === 0) return undefined;
  const result = use(textPage, pageSpaceOf(document, page));
  fn('FPDFText_ClosePage')(textPage);
  return result;
}
