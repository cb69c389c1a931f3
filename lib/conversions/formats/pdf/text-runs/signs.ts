import { type Sign, signOf } from '../../../backends/liteparse/original-signs.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import { type PdfiumReader, SCRATCH_BYTES } from '../../../backends/pdfium/pdfium-document.ts';
import { withTextPage } from './text-page.ts';

// Where a text is written, in bytes from the scratch: after the box of a character.
const TEXT = 16;
// Characters that are read at a time, in UTF-16 with a zero at their end.
const CHUNK = (SCRATCH_BYTES - TEXT) / 2 - 1;

/** Reads the characters of an open page, `CHUNK` at a time, which takes a fraction of the time of each by itself. */
function characterReader(
  { fn, scratch, results }: PdfiumReader,
  textPage: number,
): (char: number, count: number) => number {
  const getText = fn('FPDFText_GetText');
  const getUnicode = fn('FPDFText_GetUnicode');
  let start = -CHUNK;
  let isWhole = false;
  return (char, count) => {
    if (char >= start + CHUNK) {
      start = char;
      const length = Math.min(CHUNK, count - start);
      // Shorter if it leaves out characters without a text, longer with characters of two units.
      isWhole = getText(textPage, start, length, scratch + TEXT) === length + 1;
    }
    return isWhole ? results().getUint16(TEXT + (char - start) * 2, true) : getUnicode(textPage, char);
  };
}

/** The dashes and quotation marks of an open page. */
export function signsOfTextPage(document: PdfiumReader, textPage: number, space: PageSpace): Sign[] {
  const { fn, scratch, results } = document;
  const codeOf = characterReader(document, textPage);
  const getBox = fn('FPDFText_GetLooseCharBox');
  const float = (at: number): number => results().getFloat32(at, true);
  const signs: Sign[] = [];
  const count = fn('FPDFText_CountChars')(textPage);
  for (let char = 0; char < count; char += 1) {
    const text = signOf(codeOf(char, count));
    if (text === undefined) continue;
    getBox(textPage, char, scratch);
    signs.push({ text, ...space.toShown((float(0) + float(8)) / 2, (float(4) + float(12)) / 2) });
  }
  return signs;
}

/** The dashes and quotation marks of a loaded page. Much faster than reading its text. */
export const signsOfPage = (document: PdfiumReader, page: number): Sign[] =>
  withTextPage(document, page, (textPage, space) => signsOfTextPage(document, textPage, space)) ?? [];
