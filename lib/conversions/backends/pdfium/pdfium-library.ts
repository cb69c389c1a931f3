import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { loadPackage, packageFile } from '../../base/package-assets.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { loadNativePdfium } from './native-library.ts';
import { type NativeReader, openNativeReader } from './native-reader.ts';
import { corruptPdf, unopenedPdf } from './pdf-errors.ts';
import {
  type PdfiumDocument,
  type PdfiumFunction,
  type PdfiumReader,
  SCRATCH_BYTES,
} from './pdfium-document.ts';

const isFunction = (value: unknown): value is PdfiumFunction => typeof value === 'function';
interface Memory {
  readonly buffer: ArrayBuffer;
}

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof ArrayBuffer;

// The wrapper exposes only some functions; its WebAssembly module exports all of them.
const librarySchema = z.object({
  module: z.object({
    wasmExports: z.custom<Readonly<Record<string, unknown>>>(
      (value) => typeof value === 'object' && value !== null,
    ),
  }),
});

interface Library {
  readonly fn: (name: string) => PdfiumFunction;
  readonly memory: Memory;
}

async function loadLibrary(): Promise<Library> {
  const { PDFiumLibrary } = await loadPackage<typeof import('@hyzyla/pdfium')>('@hyzyla/pdfium');
  const wasmBinary = Uint8Array.from(
    await readFile(packageFile('@hyzyla/pdfium', 'dist', 'pdfium.wasm')),
  ).buffer;
  const { wasmExports } = librarySchema.parse(await PDFiumLibrary.init({ wasmBinary })).module;
  const { memory } = wasmExports;
  if (!isMemory(memory)) throw new TypeError('pdfium exports no memory.');
  return {
    memory,
    fn: (name) => {
      const found = wasmExports[name];
      if (!isFunction(found)) throw new TypeError(`pdfium has no ${name}.`);
      return found;
    },
  };
}

let library: Promise<Library> | undefined;

/** Loads pdfium in advance; otherwise the first document waits for it. */
export async function loadPdfium(): Promise<void> {
  library ??= loadLibrary();
  await library;
}

// WebAssembly memory never shrinks: reload the library after a document that used more than this.
const MAX_RETAINED_BYTES = 192 * 1024 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;

function open({ fn, memory }: Library, input: Uint8Array, password: string | undefined) {
  const malloc = fn('malloc');
  const place = malloc(input.byteLength + SCRATCH_BYTES);
  if (place === 0) throw new EngineRefusal(corruptPdf());
  new Uint8Array(memory.buffer).set(input, place + SCRATCH_BYTES);
  const passwordBytes = new TextEncoder().encode(`${password ?? ''}\0`);
  const passwordAddress = malloc(passwordBytes.byteLength);
  new Uint8Array(memory.buffer).set(passwordBytes, passwordAddress);
  const handle = fn('FPDF_LoadMemDocument')(
    place + SCRATCH_BYTES,
    input.byteLength,
    password === undefined ? 0 : passwordAddress,
  );
  fn('free')(passwordAddress);
  return { place, handle };
}

/** Passes an open document to `read`. */
export type Use<Document> = <T>(read: (document: Document) => T | Promise<T>) => Promise<T>;

/** A PDF that stays open between uses, since opening a long one takes as long as reading some pages. */
export interface PdfiumFile {
  /**
   * Passes the document to `read`, and opens it if it is not open. Throws ConversionError `encrypted_document`, and
   * EngineRefusal if pdfium cannot open it. Opens it again after a `read` that threw.
   */
  readonly use: Use<PdfiumDocument>;
  /**
   * Like `use`, for what does not read pdfium's memory: with its native library, which takes half the time, or in
   * WebAssembly if that is not installed.
   */
  readonly glance: Use<PdfiumReader>;
  readonly close: () => void;
}

interface OpenFile {
  readonly library: Library;
  readonly document: PdfiumDocument;
}

async function openFile(input: Uint8Array, password: string | undefined): Promise<OpenFile> {
  library ??= loadLibrary();
  const loaded = await library;
  const { fn, memory } = loaded;
  const { place, handle } = open(loaded, input, password);
  if (handle === 0) {
    const error = fn('FPDF_GetLastError')();
    fn('free')(place);
    throw unopenedPdf(error, password !== undefined);
  }
  let current = new DataView(memory.buffer);
  let atScratch = new DataView(memory.buffer, place, SCRATCH_BYTES);
  const view = (): DataView => {
    if (current.buffer !== memory.buffer) current = new DataView(memory.buffer);
    return current;
  };
  const results = (): DataView => {
    if (atScratch.buffer !== memory.buffer) atScratch = new DataView(memory.buffer, place, SCRATCH_BYTES);
    return atScratch;
  };
  const readText: PdfiumDocument['readText'] = (encoding, read) => {
    const bytes = read(0, 0);
    if (bytes <= 1) return '';
    const buffer = fn('malloc')(Math.min(bytes, MAX_TEXT_BYTES));
    if (buffer === 0 || bytes > MAX_TEXT_BYTES) return '';
    read(buffer, bytes);
    const text = new TextDecoder(encoding).decode(new Uint8Array(memory.buffer, buffer, bytes));
    fn('free')(buffer);
    return text.replaceAll('\0', '');
  };
  const pages = fn('FPDF_GetPageCount')(handle);
  return { library: loaded, document: { handle, pages, fn, scratch: place, results, view, readText } };
}

function pdfiumFile(input: Uint8Array, password: string | undefined): PdfiumFile {
  let opened: OpenFile | undefined;
  let native: NativeReader | undefined;
  const close = (): void => {
    if (opened === undefined) return;
    const { library: loaded, document } = opened;
    opened = undefined;
    try {
      document.fn('FPDF_CloseDocument')(document.handle);
      document.fn('free')(document.scratch);
    } catch {
      // After a trap the state of the memory is unknown.
      library = undefined;
    }
    if (loaded.memory.buffer.byteLength > MAX_RETAINED_BYTES) library = undefined;
  };
  const use: PdfiumFile['use'] = async (read) => {
    opened ??= await openFile(input, password);
    const { library: loaded, document } = opened;
    try {
      return await read(document);
    } catch (error) {
      // As after a trap.
      opened = undefined;
      library = undefined;
      throw error;
    } finally {
      if (loaded.memory.buffer.byteLength > MAX_RETAINED_BYTES) close();
    }
  };
  return {
    use,
    glance: async (read) => {
      const pdfium = loadNativePdfium();
      if (pdfium === undefined) return await use(read);
      native ??= openNativeReader(pdfium, input, password);
      return await read(native);
    },
    close: () => {
      close();
      native?.close();
      native = undefined;
    },
  };
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
    file.close();
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
