import { loadPackage, packageFile } from '../../base/package-assets.ts';
import { type WasmInstance, webAssembly } from '../../base/web-assembly.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { corruptPdf, deepPdf } from '../pdfium/pdf-errors.ts';
import { qpdfPackage } from './package.ts';

interface QpdfModule {
  readonly callMain: (args: string[]) => number;
  readonly FS: {
    readonly writeFile: (path: string, data: Uint8Array) => void;
    readonly readFile: (path: string) => Uint8Array;
    readonly unlink: (path: string) => void;
  };
}

type CreateQpdf = (options: {
  readonly locateFile: () => string;
  readonly noInitialRun: boolean;
}) => Promise<QpdfModule>;

/**
 * qpdf's exit status (qpdf manual, "Exit Status"). With warnings it wrote a file and repaired what it read. `overflowed`: the file
 * exhausted the stack.
 */
export type QpdfOutcome = 'done' | 'done_with_warnings' | 'wrong_password' | 'failed' | 'overflowed';

/** The refusal of a file that qpdf could not write. */
export const unwrittenPdf = (outcome: QpdfOutcome): EngineRefusal =>
  new EngineRefusal(outcome === 'overflowed' ? deepPdf() : corruptPdf());

/** qpdf with an in-memory file system; it cannot access the machine's. */
export interface Qpdf {
  readonly put: (path: string, bytes: Uint8Array) => void;
  readonly get: (path: string) => Uint8Array;
  readonly remove: (path: string) => void;
  /** Runs qpdf with command-line arguments (qpdf manual, "Running qpdf"). */
  readonly run: (...args: string[]) => QpdfOutcome;
  /** What the last run printed, at most 2,000 characters. */
  readonly printed: () => string;
}

/** Returns the `--password` argument, if any. */
export const passwordArgument = (password: string | undefined): string[] =>
  password === undefined ? [] : [`--password=${password}`];

/** Creates the module with its output redirected. It captures the console's functions and has no option to set them. */
function createWithLog(
  create: CreateQpdf,
  wasmPath: string,
  onLine: (line: string) => void,
): Promise<QpdfModule> {
  const { log, error } = console;
  const capture = (...parts: unknown[]): void => onLine(parts.join(' '));
  Object.assign(console, { log: capture, error: capture });
  try {
    return create({ locateFile: () => wasmPath, noInitialRun: true });
  } finally {
    Object.assign(console, { log, error });
  }
}

const PAGE_BYTES = 65_536;
// Virtual memory: only pages that are written take any.
const MEMORY_PAGES = 16_384;

/**
 * Moves the stack of qpdf's module to the end of a memory of 1 GB, far from its heap. The module has 64 KB for it, with its data
 * below, which objects that are nested a hundred levels deep overwrite; and each run leaves some of it used.
 */
function widenStack({ exports }: WasmInstance): void {
  // The names of the memory and of `stackRestore` in the build of the package.
  const { aa: memory, ha: restoreStack } = exports;
  if (!(memory instanceof webAssembly.Memory) || typeof restoreStack !== 'function') return;
  memory.grow(MEMORY_PAGES - memory.buffer.byteLength / PAGE_BYTES);
  restoreStack(MEMORY_PAGES * PAGE_BYTES - 16);
}

/** Creates the module. It calls the global function to instantiate itself and has no option for another one. */
async function createWithStack(create: () => Promise<QpdfModule>): Promise<QpdfModule> {
  const { instantiate } = webAssembly;
  const widened: typeof instantiate = async (bytes, imports) => {
    const result = await instantiate.call(webAssembly, bytes, imports);
    widenStack(result.instance);
    return result;
  };
  Object.assign(webAssembly, { instantiate: widened });
  try {
    return await create();
  } finally {
    Object.assign(webAssembly, { instantiate });
  }
}

let starting: Promise<unknown> = Promise.resolve();

/** Starts qpdf in 10 to 25 ms. Use one per document, so that its memory is freed afterwards. */
export async function startQpdf(): Promise<Qpdf> {
  const { default: create } = await loadPackage<{ readonly default: CreateQpdf }>(qpdfPackage);
  let output = '';
  const start = (): Promise<QpdfModule> =>
    createWithStack(() =>
      createWithLog(create, packageFile(qpdfPackage, 'dist', 'qpdf.wasm'), (line) => {
        output = `${output}${line}\n`.slice(-2000);
      }),
    );
  // One after another, because each replaces a global function for a moment.
  const started = starting.then(start);
  starting = started.catch(() => undefined);
  const { callMain, FS } = await started;
  const statusOf = (args: string[]): number | undefined => {
    const { exitCode } = process;
    try {
      return callMain(args);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    } finally {
      // The module sets the exit code of the process to its own.
      process.exitCode = exitCode;
    }
  };
  return {
    put: (path, bytes) => FS.writeFile(path, bytes),
    get: (path) => FS.readFile(path),
    remove: (path) => FS.unlink(path),
    printed: () => output,
    run: (...args) => {
      output = '';
      const status = statusOf(args);
      if (status === undefined) return 'overflowed';
      if (status === 0) return 'done';
      if (status === 3) return 'done_with_warnings';
      return output.includes('invalid password') ? 'wrong_password' : 'failed';
    },
  };
}
