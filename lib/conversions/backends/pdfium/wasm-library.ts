import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { loadPackage, packageFile } from '../../base/package-assets.ts';
import type { PdfiumFunction } from './pdfium-document.ts';
import { type FontCallbacks, fontCallbacks, fontInfoMembers } from './substitute-fonts.ts';
import { wasmFunction } from './wasm-callbacks.ts';

const isFunction = (value: unknown): value is PdfiumFunction => typeof value === 'function';
interface Memory {
  readonly buffer: ArrayBuffer;
}

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof ArrayBuffer;

/** A table of functions (WebAssembly.Table). */
interface FunctionTable {
  readonly set: (index: number, value: unknown) => void;
}

const isTable = (value: unknown): value is FunctionTable =>
  typeof value === 'object' && value !== null && 'set' in value;

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

const callbackParameters: Readonly<Record<keyof FontCallbacks, number>> = {
  mapFont: 7,
  fontData: 5,
  faceName: 4,
};

// The table of functions cannot grow: these replace those that search the system's folders, which are in it.
function useSubstituteFonts({ fn, memory }: WasmPdfium, table: FunctionTable): void {
  const callbacks = fontCallbacks((address, bytes) => new Uint8Array(memory.buffer, address, bytes));
  const information = fn('FPDF_GetDefaultSystemFontInfo')();
  const members = new Uint32Array(memory.buffer, information);
  members.set(
    fontInfoMembers((name, at) => {
      const address = members[at] ?? 0;
      table.set(address, wasmFunction(callbacks[name], callbackParameters[name]));
      return address;
    }),
  );
  fn('FPDF_SetSystemFontInfo')(information);
}

async function load(): Promise<WasmPdfium> {
  const { PDFiumLibrary } = await loadPackage<typeof import('@hyzyla/pdfium')>('@hyzyla/pdfium');
  const wasmBinary = Uint8Array.from(
    await readFile(packageFile('@hyzyla/pdfium', 'dist', 'pdfium.wasm')),
  ).buffer;
  const { wasmExports } = librarySchema.parse(await PDFiumLibrary.init({ wasmBinary })).module;
  const { memory, __indirect_function_table: table } = wasmExports;
  if (!isMemory(memory)) throw new TypeError('pdfium exports no memory.');
  if (!isTable(table)) throw new TypeError('pdfium exports no table.');
  const pdfium: WasmPdfium = {
    memory,
    fn: (name) => {
      const found = wasmExports[name];
      if (!isFunction(found)) throw new TypeError(`pdfium has no ${name}.`);
      return found;
    },
  };
  useSubstituteFonts(pdfium, table);
  return pdfium;
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
