import { loadKoffi } from '../koffi/koffi.ts';
import { loadNativePdfium } from './native-library.ts';
import { type PdfiumReader, SCRATCH_BYTES } from './pdfium-document.ts';

interface NativeReader extends PdfiumReader {
  readonly close: () => void;
}

/** Opens a document with the native library. Undefined if there is none, or it cannot open the file. */
export function openNativeReader(input: Uint8Array, password: string | undefined): NativeReader | undefined {
  const fn = loadNativePdfium();
  const handle = fn?.('FPDF_LoadMemDocument64')(input, input.byteLength, password ?? null) ?? 0;
  if (fn === undefined || handle === 0) return undefined;
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
