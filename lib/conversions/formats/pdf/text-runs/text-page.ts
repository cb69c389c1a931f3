import { type PageSpace, pageSpaceOf } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';

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
