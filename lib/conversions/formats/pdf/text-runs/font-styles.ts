import { type PdfiumDocument, readText } from '../../../backends/pdfium/pdfium-document.ts';
import { type RunStyle, styleOfFont } from '../../../shared/page-layout/text-run.ts';

// Of a font's descriptor (ISO 32000-1, table 123).
const FIXED_PITCH = 1 << 0;
const ITALIC = 1 << 6;
const FORCE_BOLD = 1 << 18;

/** Returns the style of a font from its name, which every program sets, and its flags. */
export function fontReader(document: PdfiumDocument): (font: number) => RunStyle {
  const { fn } = document;
  const known = new Map<number, RunStyle>();
  const getName = fn('FPDFFont_GetBaseFontName');
  const getFlags = fn('FPDFFont_GetFlags');
  return (font) => {
    const style = known.get(font);
    if (style !== undefined) return style;
    const flags = Math.max(0, getFlags(font));
    const made: RunStyle = {
      ...styleOfFont(readText(document, 'utf-8', (buffer, bytes) => getName(font, buffer, bytes))),
      ...((flags & FIXED_PITCH) === 0 ? {} : { mono: true }),
      ...((flags & ITALIC) === 0 ? {} : { italic: true }),
      ...((flags & FORCE_BOLD) === 0 ? {} : { bold: true }),
    };
    known.set(font, made);
    return made;
  };
}
