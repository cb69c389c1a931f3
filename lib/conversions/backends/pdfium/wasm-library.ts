import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { loadPackage, packageFile } from '../../base/package-assets.ts';
import type { PdfiumFunction } from './pdfium-document.ts';

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

/** pdfium in WebAssembly: its functions by name, and its memory, whose buffer is replaced when it grows. */
export interface WasmPdfium {
  readonly fn: (name: string) => PdfiumFunction;
  readonly memory: Memory;
}

async function load(): Promise<WasmPdfium> {
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

let library: Promise<WasmPdfium> | undefined;

/** Loads pdfium in WebAssembly once. */
export async function loadWasmPdfium(): Promise<WasmPdfium> {
  library ??= load();
  return await library;
}

/** Loads it again for the next document: after a trap the state of its memory is unknown, and memory never shrinks. */
export function dropWasmPdfium(): void {
  library = undefined;
}
