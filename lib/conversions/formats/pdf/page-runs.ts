import { ConversionError } from '../../../errors.ts';
import { withPdfium } from '../../backends/pdfium/pdfium-library.ts';
import { type PdfiumPage, runsOfPage } from './text-runs/text-runs.ts';

/**
 * The text of some pages by character. Empty if PDFium in WebAssembly cannot read the file although its native build
 * could. Page numbers start at 1.
 */
export async function runsOfPages(
  input: Uint8Array,
  password: string | undefined,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, PdfiumPage>> {
  if (numbers.length === 0) return new Map();
  try {
    return await withPdfium(
      input,
      password,
      (document) =>
        new Map(
          numbers
            .filter((number) => number <= document.pages)
            .map((number) => [number, runsOfPage(document, number - 1)]),
        ),
    );
  } catch (error) {
    // The password was checked before, so fall back to the text that the other reader found.
    if (error instanceof ConversionError && error.code === 'encrypted_document') throw error;
    return new Map();
  }
}
