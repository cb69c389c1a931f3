import { type Punctuation, punctuationOf } from '../../../backends/liteparse/original-punctuation.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';

/** Returns the dashes and quotation marks among the characters of an open page. */
export function pagePunctuation(
  codes: readonly number[],
  { fn, scratch, results }: PdfiumDocument,
  textPage: number,
  space: PageSpace,
): Punctuation[] {
  const getBox = fn('FPDFText_GetLooseCharBox');
  const float = (at: number): number => results().getFloat32(at, true);
  return codes.flatMap((code, char) => {
    const text = punctuationOf(code);
    if (text === undefined) return [];
    getBox(textPage, char, scratch);
    return [{ text, ...space.toShown((float(0) + float(8)) / 2, (float(4) + float(12)) / 2) }];
  });
}
