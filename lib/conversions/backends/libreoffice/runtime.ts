import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import {
  type WasmImports,
  type WasmInstance,
  type WasmMemory,
  type WasmTable,
  webAssembly,
} from '../../base/web-assembly.ts';
import { moduleWithCode } from './compiled-code.ts';
import type { OfficeFileSystem } from './file-system.ts';
import type { OfficeImage } from './image.ts';
import type { OfficeFile } from './package.ts';

/** The part of Emscripten's module object that is used here, with LibreOfficeKit's exported functions. */
export interface Soffice {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly ENV: Record<string, string>;
  readonly wasmTable: WasmTable;
  readonly FS: OfficeFileSystem;
  readonly PThread: OfficeThreads;
  readonly FS_createPath: (parent: string, path: string, canRead: boolean, canWrite: boolean) => void;
  readonly FS_createDataFile: (
    path: string,
    name: null,
    bytes: Uint8Array,
    canRead: boolean,
    canWrite: boolean,
    canOwn: boolean,
  ) => void;
  readonly _malloc: (bytes: number) => number;
  readonly _free: (pointer: number) => void;
  readonly _libreofficekit_hook_2: (program: number, profileUrl: number) => number;
  readonly _lok_getError: (kit: number) => number;
  readonly _lok_documentLoadWithOptions: (kit: number, url: number, options: number) => number;
  readonly _lok_documentSaveAs: (document: number, url: number, format: number, options: number) => number;
  readonly _lok_documentGetDocumentType: (document: number) => number;
  readonly _lok_documentDestroy: (document: number) => void;
}

/** Emscripten's table of threads. Each runs in a worker of Node.js, which returns to the unused ones when the thread ends. */
export interface OfficeThreads {
  readonly runningWorkers: readonly Worker[];
  readonly unusedWorkers: readonly Worker[];
}

/** LibreOffice's module, and what of it is outside of Emscripten's object. */
export interface OfficeRuntime {
  readonly module: Soffice;
  /** The compiled module. */
  readonly compiled: object;
  readonly memory: WasmMemory;
  readonly exports: WasmInstance['exports'];
}

/**
 * V8's flags for modules of this size: validate functions when they are first called, and optimize only those that are called
 * most. Without compiled code, they halve the processor time of a start and of the first document, and save 300 MB.
 */
const compilerFlags = ['--wasm-lazy-validation', '--wasm-tiering-budget=1000000000'];

/** The module's declared memory, in pages of 64 KB: 1 GB, which may grow to 4 GB. Pages that are not used take none. */
const memorySize = { initial: 16_384, maximum: 65_536, shared: true } as const;

type OnInstance = (instance: WasmInstance, module: object) => void;

/** How to start LibreOffice. */
interface RuntimeOptions {
  /** Files besides those of the image. */
  readonly files: Iterable<OfficeFile>;
  /** Called before any code of LibreOffice runs, to fill its memory with that of one that is initialized. */
  readonly fillMemory?: ((memory: WasmMemory) => void) | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Receives lines of LibreOffice's output. */
  readonly log?: ((line: string) => void) | undefined;
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

function writeFiles(module: Soffice, files: Iterable<OfficeFile>, created: Set<string>): void {
  for (const [path, bytes] of files) {
    const parent = parentOf(path);
    if (!created.has(parent)) module.FS_createPath('/', parent, true, true);
    created.add(parent);
    // The file system owns the bytes instead of copying them.
    module.FS_createDataFile(path, null, bytes, true, true, true);
  }
}

/**
 * Compiles LibreOffice and fills its file system, which is in memory only. No code of LibreOffice has run yet. Rejects
 * with Error if the module cannot be loaded.
 */
export function startRuntime(
  { loader, readModule, readCode, readFiles }: OfficeImage,
  { files, environment, fillMemory, log = () => undefined }: RuntimeOptions,
): Promise<OfficeRuntime> {
  for (const flag of compilerFlags) setFlagsFromString(flag);
  const memory = new webAssembly.Memory(memorySize);
  return new Promise((resolve, reject) => {
    let exports: WasmInstance['exports'] = {};
    let compiled: object = {};
    const settings = {
      wasmMemory: memory,
      isRestored: fillMemory !== undefined,
      // `main` would start a second LibreOffice on a thread. If that thread is the one that scans the fonts, each of its
      // 70,000 reads is forwarded to this thread and takes 1 ms, and the first document waits 20 s to 2 minutes.
      noInitialRun: true,
      instantiateWasm: (imports: WasmImports, onInstance: OnInstance) => {
        fillMemory?.(memory);
        const bytes = readModule();
        const code = readCode();
        compiled = (code && moduleWithCode(bytes, code.buffer)) ?? new webAssembly.Module(bytes);
        // V8 has a copy. Frees 147 MB at once, which no garbage collection did in 550 documents.
        if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
        const instance = new webAssembly.Instance(compiled, imports);
        exports = instance.exports;
        // After the loader has been evaluated.
        queueMicrotask(() => onInstance(instance, compiled));
        return {};
      },
      preRun: [
        (module: Soffice) => {
          Object.assign(module.ENV, environment);
          const created = new Set<string>();
          writeFiles(module, readFiles(), created);
          writeFiles(module, files, created);
        },
      ],
      stdin: () => null,
      print: log,
      printErr: log,
      locateFile: (name: string) => `${dirname(loader)}/${name}`,
      onAbort: (reason: unknown) => reject(new Error(`LibreOffice aborted: ${String(reason)}`)),
      // Emscripten adds the rest of the module to this object.
      onRuntimeInitialized: () =>
        resolve({ module: settings as unknown as Soffice, compiled, memory, exports }),
    };
    // The loader's only parameter.
    Object.assign(globalThis, { Module: settings });
    createRequire(import.meta.url)(loader);
  });
}
