import { ConversionError } from '../../../errors.ts';
import type { Sign } from '../../backends/liteparse/original-signs.ts';
import { type PdfiumDocument, withPdfium } from '../../backends/pdfium/pdfium-library.ts';
import { signsOfPage } from './text-runs/signs.ts';
import { type PdfiumPage, type RunOptions, runsOfPage } from './text-runs/text-runs.ts';

/**
 * Reads some pages by PDFium. Empty if PDFium in WebAssembly cannot read the file although its native build could. Page
 * numbers start at 1.
 */
async function readPages<T>(
  input: Uint8Array,
  password: string | undefined,
  numbers: readonly number[],
  read: (document: PdfiumDocument, index: number) => T,
): Promise<ReadonlyMap<number, T>> {
  if (numbers.length === 0) return new Map();
  try {
    return await withPdfium(
      input,
      password,
      (document) =>
        new Map(
          numbers
            .filter((number) => number <= document.pages)
            .map((number) => [number, read(document, number - 1)]),
        ),
    );
  } catch (error) {
    // The password was checked before, so fall back to the text that the other reader found.
    if (error instanceof ConversionError && error.code === 'encrypted_document') throw error;
    return new Map();
  }
}

/** The text of some pages by character. */
export const runsOfPages = async (
  input: Uint8Array,
  password: string | undefined,
  numbers: readonly number[],
  options: RunOptions,
): Promise<ReadonlyMap<number, PdfiumPage>> =>
  await readPages(input, password, numbers, (document, index) => runsOfPage(document, index, options));

/** The dashes and quotation marks of some pages. */
export const signsOfPages = async (
  input: Uint8Array,
  password: string | undefined,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly Sign[]>> => await readPages(input, password, numbers, signsOfPage);
