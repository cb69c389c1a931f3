import { isSign, type Sign } from '../../../backends/liteparse/original-signs.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumReader } from '../../../backends/pdfium/pdfium-document.ts';
import { withTextPage } from './text-page.ts';

/** The dashes and quotation marks of an open page. */
export function signsOfTextPage(document: PdfiumReader, textPage: number, space: PageSpace): Sign[] {
  const { fn, scratch, results } = document;
  const getUnicode = fn('FPDFText_GetUnicode');
  const getBox = fn('FPDFText_GetLooseCharBox');
  const float = (at: number): number => results().getFloat32(at, true);
  const signs: Sign[] = [];
  const count = fn('FPDFText_CountChars')(textPage);
  for (let char = 0; char < count; char += 1) {
    const text = String.fromCharCode(getUnicode(textPage, char));
    if (!isSign(text)) continue;
    getBox(textPage, char, scratch);
    signs.push({ text, ...space.toShown((float(0) + float(8)) / 2, (float(4) + float(12)) / 2) });
  }
  return signs;
}

/** The dashes and quotation marks of a loaded page. Much faster than reading its text. */
export const signsOfPage = (document: PdfiumReader, page: number): Sign[] =>
  withTextPage(document, page, (textPage, space) => signsOfTextPage(document, textPage, space)) ?? [];
