import { loadKoffi } from '../koffi/koffi.ts';
import type { NativePdfium } from './native-library.ts';
import { unopenedPdf } from './pdf-errors.ts';
import { openForm, type PdfiumDocument, SCRATCH_BYTES } from './pdfium-document.ts';

/** A document that is open until it is closed. */
export interface NativeDocument extends PdfiumDocument {
  readonly close: () => void;
}

/** Bytes that the garbage collector does not move, with their address. */
export function place(bytes: number): { readonly address: number; readonly data: Uint8Array<ArrayBuffer> } {
  const data = new Uint8Array(new ArrayBuffer(bytes));
  return { address: Number(loadKoffi().address(data)), data };
}

function copyBytes(address: number, bytes: number): Uint8Array {
  const copy = loadKoffi().decode(BigInt(address), 'uint8_t', bytes);
  if (!(copy instanceof Uint8Array)) throw new TypeError('koffi decodes bytes to another type.');
  return copy;
}

/**
 * Opens a document with the native library. Throws ConversionError `encrypted_document`, and EngineRefusal if it cannot
 * open the file.
 */
export function openNativeDocument(
  fn: NativePdfium,
  input: Uint8Array,
  password: string | undefined,
): NativeDocument {
  const handle = fn('FPDF_LoadMemDocument64')(input, input.byteLength, password ?? null);
  if (handle === 0) throw unopenedPdf(fn('FPDF_GetLastError')(), password !== undefined);
  const scratch = place(SCRATCH_BYTES);
  const results = new DataView(scratch.data.buffer);
  // Its information stays in memory with it.
  let form: { readonly handle: number; information?: Uint8Array } | undefined;
  return {
    handle,
    ordersRightToLeft: false,
    readsInBulk: true,
    pages: fn('FPDF_GetPageCount')(handle),
    form: () => {
      if (form === undefined) {
        let information = new Uint8Array();
        const opened = openForm(fn, handle, (bytes) => {
          const { address, data } = place(bytes);
          information = data;
          return { address, data: () => data };
        });
        form = { handle: opened, information };
      }
      return form.handle;
    },
    fn,
    scratch: scratch.address,
    results: () => results,
    bytesAt: copyBytes,
    readBytes: (limit, read) => {
      const bytes = read(0, 0);
      if (bytes <= 0 || bytes > limit) return undefined;
      const { address, data } = place(bytes);
      read(address, bytes);
      return data;
    },
    // Refers to the input to keep it alive: pdfium reads its memory until the document is closed.
    close: () => {
      if (form !== undefined && form.handle !== 0) fn('FPDFDOC_ExitFormFillEnvironment')(form.handle);
      if (input.byteLength > 0) fn('FPDF_CloseDocument')(handle);
    },
  };
}
