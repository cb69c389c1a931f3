import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { loadPackage, packageFile } from '../../base/package-assets.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { corruptPdf, encryptedPdf } from './pdf-errors.ts';

/** A function of pdfium's C interface (public/fpdf*.h); handles and pointers are numbers. */
export type PdfiumFunction = (...args: number[]) => number;

/** A document opened with pdfium, compiled to WebAssembly. */
export interface PdfiumDocument {
  readonly handle: number;
  readonly pages: number;
  /** A function of the C interface by its name. Throws TypeError for one that is not there. */
  readonly fn: (name: string) => PdfiumFunction;
  /** Memory to pass results in, of 256 bytes; whoever calls next overwrites it. */
  readonly scratch: number;
  /** The memory as it is now: growth makes another. */
  readonly view: () => DataView;
  /**
   * What a function of the form (buffer, bytes) -> bytes gives, up to `maxBytes` of it: text in UTF-16 with a zero at its
   * end, or in UTF-8 with one.
   */
  readonly readText: (
    encoding: 'utf-16le' | 'utf-8',
    read: (buffer: number, bytes: number) => number,
  ) => string;
}

const isFunction = (value: unknown): value is PdfiumFunction => typeof value === 'function';
interface Memory {
  readonly buffer: ArrayBuffer;
}

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof ArrayBuffer;

// The wrapper gives few of the functions; its module has them all.
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
  if (!isMemory(memory)) throw new TypeError('pdfium shows no memory.');
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

/** Loads pdfium; the first document otherwise waits for it. */
export async function loadPdfium(): Promise<void> {
  library ??= loadLibrary();
  await library;
}

// FPDF_GetLastError, public/fpdfview.h.
const PASSWORD_ERROR = 4;
// WebAssembly never gives memory back: after a document that took more than this, the library is loaded anew.
const KEPT_BYTES = 192 * 1024 * 1024;
const SCRATCH_BYTES = 256;
const MAX_TEXT_BYTES = 64 * 1024;

function open({ fn, memory }: Library, input: Uint8Array, password: string | undefined) {
  const malloc = fn('malloc');
  const place = malloc(input.byteLength + SCRATCH_BYTES);
  if (place === 0) throw new EngineRefusal(corruptPdf());
  new Uint8Array(memory.buffer).set(input, place + SCRATCH_BYTES);
  const secret = new TextEncoder().encode(`${password ?? ''}\0`);
  const secretPlace = malloc(secret.byteLength);
  new Uint8Array(memory.buffer).set(secret, secretPlace);
  const handle = fn('FPDF_LoadMemDocument')(
    place + SCRATCH_BYTES,
    input.byteLength,
    password === undefined ? 0 : secretPlace,
  );
  fn('free')(secretPlace);
  return { place, handle };
}

/**
 * Opens a pdf with pdfium, hands it to `use` and closes it again. Throws ConversionError `encrypted_document`, and
 * EngineRefusal for what pdfium cannot open.
 */
export async function withPdfium<T>(
  input: Uint8Array,
  password: string | undefined,
  use: (document: PdfiumDocument) => T,
): Promise<T> {
  library ??= loadLibrary();
  const loaded = await library;
  const { fn, memory } = loaded;
  const { place, handle } = open(loaded, input, password);
  if (handle === 0) {
    const error = fn('FPDF_GetLastError')();
    fn('free')(place);
    if (error === PASSWORD_ERROR) throw encryptedPdf(password !== undefined, undefined);
    throw new EngineRefusal(corruptPdf());
  }
  let known = new DataView(memory.buffer);
  const view = (): DataView => {
    if (known.buffer !== memory.buffer) known = new DataView(memory.buffer);
    return known;
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
  try {
    const pages = fn('FPDF_GetPageCount')(handle);
    const result = use({ handle, pages, fn, scratch: place, view, readText });
    fn('FPDF_CloseDocument')(handle);
    fn('free')(place);
    return result;
  } catch (error) {
    // Nothing is known of its memory after a trap.
    library = undefined;
    throw error;
  } finally {
    if (memory.buffer.byteLength > KEPT_BYTES) library = undefined;
  }
}
