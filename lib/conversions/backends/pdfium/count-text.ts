import { withPage, withTextPage } from './pages.ts';
import type { PdfiumDocument } from './pdfium-document.ts';

// Maximum pages that are searched: about a millisecond each.
const MAX_PAGES = 500;

/** Counts the occurrences of a short text on the first 500 pages. */
export async function countText(document: PdfiumDocument, text: string): Promise<number> {
  const { fn, scratch, results } = document;
  let count = 0;
  const search = (textPage: number): void => {
    Array.from(`${text}\0`).forEach((character, at) => {
      results().setUint16(at * 2, character.charCodeAt(0), true);
    });
    const found = fn('FPDFText_FindStart')(textPage, scratch, 0, 0);
    while (fn('FPDFText_FindNext')(found) !== 0) count += 1;
    fn('FPDFText_FindClose')(found);
  };
  for (let number = 1; number <= Math.min(document.pages, MAX_PAGES); number += 1)
    await withPage(document, number, (page) => withTextPage(document, page, search));
  return count;
}
