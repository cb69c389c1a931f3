import { loadPackage, packageFile } from '../../base/package-assets.ts';
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

/** qpdf's exit status (qpdf manual, "Exit Status"). With warnings it wrote a file and repaired what it read. */
export type QpdfOutcome = 'done' | 'done_with_warnings' | 'wrong_password' | 'failed';

/** qpdf with an in-memory file system; it cannot access the machine's. */
export interface Qpdf {
  readonly put: (path: string, bytes: Uint8Array) => void;
  readonly get: (path: string) => Uint8Array;
  readonly remove: (path: string) => void;
  /** Runs qpdf with command-line arguments (qpdf manual, "Running qpdf"). */
  readonly run: (...args: string[]) => QpdfOutcome;
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

/** Starts qpdf in 10 to 25 ms. Use one per document, so that its memory is freed afterwards. */
export async function startQpdf(): Promise<Qpdf> {
  const { default: create } = await loadPackage<{ readonly default: CreateQpdf }>(qpdfPackage);
  let output = '';
  const { callMain, FS } = await createWithLog(
    create,
    packageFile(qpdfPackage, 'dist', 'qpdf.wasm'),
    (line) => {
      output = `${output}${line}\n`.slice(-2000);
    },
  );
  return {
    put: (path, bytes) => FS.writeFile(path, bytes),
    get: (path) => FS.readFile(path),
    remove: (path) => FS.unlink(path),
    run: (...args) => {
      output = '';
      const status = callMain(args);
      if (status === 0) return 'done';
      if (status === 3) return 'done_with_warnings';
      return output.includes('invalid password') ? 'wrong_password' : 'failed';
    },
  };
}
