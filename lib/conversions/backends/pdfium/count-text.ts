import type { PdfiumDocument } from './pdfium-document.ts';

// Pages that are searched: about a millisecond each.
const MAX_PAGES = 500;

/** Counts the occurrences of a short text on the first 500 pages. */
export function countText({ handle, fn, pages, scratch, results }: PdfiumDocument, text: string): number {
  // No call below writes results over it.
  Array.from(`${text}\0`).forEach((character, at) => {
    results().setUint16(at * 2, character.charCodeAt(0), true);
  });
  let count = 0;
  for (let index = 0; index < Math.min(pages, MAX_PAGES); index += 1) {
    const page = fn('FPDF_LoadPage')(handle, index);
    if (page === 0) continue;
    const textPage = fn('FPDFText_LoadPage')(page);
    const search = fn('FPDFText_FindStart')(textPage, scratch, 0, 0);
    while (fn('FPDFText_FindNext')(search) !== 0) count += 1;
    fn('FPDFText_FindClose')(search);
    fn('FPDFText_ClosePage')(textPage);
    fn('FPDF_ClosePage')(page);
  }
  return count;
}
