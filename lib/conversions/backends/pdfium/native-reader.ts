import { loadKoffi } from '../koffi/koffi.ts';
import type { NativePdfium } from './native-library.ts';
import { unopenedPdf } from './pdf-errors.ts';
import { type PdfiumReader, SCRATCH_BYTES } from './pdfium-document.ts';

/** A document that is open until it is closed. */
export interface NativeReader extends PdfiumReader {
  readonly close: () => void;
}

/**
 * Opens a document with the native library. Throws ConversionError `encrypted_document`, and EngineRefusal if it cannot
 * open the file.
 */
export function openNativeReader(
  fn: NativePdfium,
  input: Uint8Array,
  password: string | undefined,
): NativeReader {
  const handle = fn('FPDF_LoadMemDocument64')(input, input.byteLength, password ?? null);
  if (handle === 0) throw unopenedPdf(fn('FPDF_GetLastError')(), password !== undefined);
  const results = new DataView(new ArrayBuffer(SCRATCH_BYTES));
  return {
    handle,
    pages: fn('FPDF_GetPageCount')(handle),
    fn,
    scratch: Number(loadKoffi().address(new Uint8Array(results.buffer))),
    results: () => results,
    // Refers to the input to keep it alive: pdfium reads its memory until the document is closed.
    close: () => void (input.byteLength > 0 && fn('FPDF_CloseDocument')(handle)),
  };
}
