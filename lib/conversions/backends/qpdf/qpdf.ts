import { loadPackage, packageFile } from '../../base/package-assets.ts';

/** npm package of qpdf, compiled to WebAssembly. */
export const qpdfPackage = '@neslinesli93/qpdf-wasm';

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

/** How qpdf ended (qpdf manual, "Exit Status"): with warnings it has made a file, and repaired what it read. */
export type QpdfOutcome = 'done' | 'done_with_warnings' | 'wrong_password' | 'failed';

/** qpdf with files of its own in memory; it sees none of the machine's. */
export interface Qpdf {
  readonly put: (path: string, bytes: Uint8Array) => void;
  readonly get: (path: string) => Uint8Array;
  readonly remove: (path: string) => void;
  /** Runs the program with arguments as on a command line (qpdf manual, "Running qpdf"). */
  readonly run: (...args: string[]) => QpdfOutcome;
}

/** `--password`, where there is one. */
export const passwordArgument = (password: string | undefined): string[] =>
  password === undefined ? [] : [`--password=${password}`];

/** The module prints to what the console's functions are when it is created, and takes none of its own. */
function createWithLog(
  create: CreateQpdf,
  wasmPath: string,
  onLine: (line: string) => void,
): Promise<QpdfModule> {
  const { log, error } = console;
  const take = (...parts: unknown[]): void => onLine(parts.join(' '));
  Object.assign(console, { log: take, error: take });
  try {
    return create({ locateFile: () => wasmPath, noInitialRun: true });
  } finally {
    Object.assign(console, { log, error });
  }
}

/** Starts qpdf: 10 to 25 ms. One for each document, so that its memory goes with it. */
export async function startQpdf(): Promise<Qpdf> {
  const { default: create } = await loadPackage<{ readonly default: CreateQpdf }>(qpdfPackage);
  let said = '';
  const { callMain, FS } = await createWithLog(
    create,
    packageFile(qpdfPackage, 'dist', 'qpdf.wasm'),
    (line) => {
      said = `${said}${line}\n`.slice(-2000);
    },
  );
  return {
    put: (path, bytes) => FS.writeFile(path, bytes),
    get: (path) => FS.readFile(path),
    remove: (path) => FS.unlink(path),
    run: (...args) => {
      said = '';
      const status = callMain(args);
      if (status === 0) return 'done';
      if (status === 3) return 'done_with_warnings';
      return said.includes('invalid password') ? 'wrong_password' : 'failed';
    },
  };
}
