import { type PageSpace, pageSpaceOf } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-library.ts';

/** Opens the text of a page, passes it to `use` and closes it. Undefined if PDFium cannot open the page. */
export function withTextPage<T>(
  document: PdfiumDocument,
  index: number,
  use: (textPage: number, space: PageSpace, page: number) => T,
): T | undefined {
  const { fn } = document;
  const page = fn('FPDF_LoadPage')(document.handle, index);
  if (page === 0) return undefined;
  const textPage = fn('FPDFText_LoadPage')(page);
  const result = textPage === 0 ? undefined : use(textPage, pageSpaceOf(document, page), page);
  if (textPage !== 0) fn('FPDFText_ClosePage')(textPage);
  fn('FPDF_ClosePage')(page);
  return result;
}
