import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import type { PageScene } from './page-scene.ts';

/**
 * Returns true if a page shows text in a font that is not in the file and of which PDFium returns no character: it leaves out
 * letters without a glyph in its own fonts that are text objects of their own.
 */
export function losesText(
  { fn }: PdfiumDocument,
  texts: PageScene['texts'],
  { objects, count }: PageCharacters,
): boolean {
  const seen = new Set<number>();
  for (let char = 0; char < count; char += 1) {
    // Most characters belong to the object of the one before.
    if (objects[char] !== objects[char - 1]) seen.add(objects[char] ?? 0);
  }
  const lost = [...texts.keys()].filter((object) => !seen.has(object));
  if (lost.length === 0) return false;
  const fontOf = fn('FPDFTextObj_GetFont');
  const isMissing = (font: number): boolean => font !== 0 && fn('FPDFFont_GetIsEmbedded')(font) === 0;
  return lost.some((object) => isMissing(fontOf(object)));
}
