import { ConversionError } from '../../../errors.ts';
import { withPdfium } from '../../backends/pdfium/pdfium-library.ts';
import { type PdfiumPage, runsOfPage } from './text-runs/text-runs.ts';

/**
 * The text of some pages, letter by letter; empty where pdfium in WebAssembly cannot read the file, which its native
 * build could. Numbers count from 1.
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
    // A verdict on the password was given before; what is left is what the other reader finds.
    if (error instanceof ConversionError && error.code === 'encrypted_document') throw error;
    return new Map();
  }
}
