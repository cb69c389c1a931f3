import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type WasmImports, type WasmInstance, type WasmTable, webAssembly } from '../../base/web-assembly.ts';
import type { OfficeImage } from './image.ts';
import type { OfficeFile } from './package.ts';

/** The part of Emscripten's module object that is used here, with LibreOfficeKit's exported functions. */
export interface Soffice {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly ENV: Record<string, string>;
  readonly wasmTable: WasmTable;
  readonly FS: {
    readonly writeFile: (path: string, bytes: Uint8Array) => void;
    readonly readFile: (path: string) => Uint8Array;
    readonly readdir: (path: string) => string[];
    readonly stat: (path: string) => { readonly mode: number };
    readonly isDir: (mode: number) => boolean;
    readonly unlink: (path: string) => void;
    readonly rmdir: (path: string) => void;
  };
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

/**
 * V8's flags for modules of this size: validate functions when they are first called, and optimize only those that are called
 * most. They halve the processor time of a start and save 300 MB; documents take a tenth longer.
 */
const compilerFlags = ['--wasm-lazy-validation', '--wasm-tiering-budget=200000000'];

type OnInstance = (instance: WasmInstance, module: object) => void;

/** How to start LibreOffice. */
interface RuntimeOptions {
  /** Files besides those of the image. */
  readonly files: Iterable<OfficeFile>;
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
  { loader, readModule, readFiles }: OfficeImage,
  { files, environment, log = () => undefined }: RuntimeOptions,
): Promise<Soffice> {
  for (const flag of compilerFlags) setFlagsFromString(flag);
  return new Promise((resolve, reject) => {
    const settings = {
      // `main` would start a second LibreOffice on a thread. If that thread is the one that scans the fonts, each of its
      // 70,000 reads is forwarded to this thread and takes 1 ms, and the first document waits 20 s to 2 minutes.
      noInitialRun: true,
      instantiateWasm: (imports: WasmImports, onInstance: OnInstance) => {
        const bytes = readModule();
        webAssembly.instantiate(bytes, imports).then(({ instance, module }) => {
          // V8 has a copy. Frees 147 MB at once, which no garbage collection did in 550 documents.
          if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
          onInstance(instance, module);
        }, reject);
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
      onRuntimeInitialized: () => resolve(settings as unknown as Soffice),
    };
    // The loader's only parameter.
    Object.assign(globalThis, { Module: settings });
    createRequire(import.meta.url)(loader);
  });
}
