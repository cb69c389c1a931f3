import { EngineRefusal } from '../../engine/engine.ts';
import { type NativeDocument, openNativeDocument } from './native-document.ts';
import { loadNativePdfium, type NativePdfium } from './native-library.ts';
import { corruptPdf } from './pdf-errors.ts';
import type { PdfiumDocument, UsePdfium } from './pdfium-document.ts';
import { wasmFile } from './wasm-file.ts';
import { loadWasmPdfium } from './wasm-library.ts';

/** A PDF that stays open between uses, since opening a long one takes as long as reading some pages. */
export interface PdfiumFile {
  /**
   * Passes the document to `read`, and opens it if it is not open. Throws ConversionError `encrypted_document`, and
   * EngineRefusal if pdfium cannot open it. Can be used again after a `read` that threw. Reads with the native library, which
   * takes a third of the time, or in WebAssembly if that is not installed.
   */
  readonly use: UsePdfium;
  readonly close: () => void | Promise<void>;
}

// Files that PDFium could not open: before it gives up, it searches the whole file for objects.
const unopened = new WeakSet<Uint8Array>();

function open(native: NativePdfium, input: Uint8Array, password: string | undefined): NativeDocument {
  if (unopened.has(input)) throw new EngineRefusal(corruptPdf());
  try {
    return openNativeDocument(native, input, password);
  } catch (error) {
    if (error instanceof EngineRefusal) unopened.add(input);
    throw error;
  }
}

function pdfiumFile(input: Uint8Array, password: string | undefined): PdfiumFile {
  const native = loadNativePdfium();
  if (native === undefined) return wasmFile(input, password);
  // Settled once: to find out that a damaged file cannot be opened takes as long as reading pages.
  let opened: Promise<NativeDocument> | undefined;
  return {
    use: async (read) => {
      opened ??= (async () => open(native, input, password))();
      return await read(await opened);
    },
    close: async () => {
      const document = await opened?.catch(() => undefined);
      document?.close();
    },
  };
}

/** Loads pdfium in advance; otherwise the first document waits for it. */
export async function loadPdfium(): Promise<void> {
  if (loadNativePdfium() === undefined) await loadWasmPdfium();
}

/** Passes a PDF to `use`, which opens it with pdfium when it needs it, and closes it afterwards. */
export async function withPdfiumFile<T>(
  input: Uint8Array,
  password: string | undefined,
  use: (file: PdfiumFile) => Promise<T>,
): Promise<T> {
  const file = pdfiumFile(input, password);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/**
 * Opens a PDF with pdfium, passes it to `use` and closes it. Throws ConversionError `encrypted_document`, and
 * EngineRefusal if pdfium cannot open it.
 */
export const withPdfium = <T>(
  input: Uint8Array,
  password: string | undefined,
  use: (document: PdfiumDocument) => T | Promise<T>,
): Promise<T> => withPdfiumFile(input, password, (file) => file.use(use));
