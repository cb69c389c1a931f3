import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPackageInstalled, packageFile } from '../../../base/package-assets.ts';
import { type Koffi, loadKoffi, type NativeFunction } from '../../koffi/koffi.ts';
import { kitVersion } from '../kit-version.ts';
import type { LibreOffice } from './installation.ts';

/** LibreOffice inside this process. It cannot be unloaded. */
export interface OfficeKit {
  /** Such as `7.4.7.2`. */
  readonly version: string;
  /**
   * Runs a macro of the profile, `macro:///Library.Module.Procedure("argument")`, synchronously on this thread. Throws
   * Error if it cannot be run.
   */
  readonly runMacro: (url: string) => void;
}

const POINTER_BYTES = 8;

// Indexes in LibreOfficeKit's function table (LibreOfficeKit.h since LibreOffice 6.0; it only grows): [index,
// prototype].
const functions = {
  getError: [3, 'char *lok_get_error(void *kit)'],
  getVersionInfo: [10, 'char *lok_get_version_info(void *kit)'],
  runMacro: [11, 'int lok_run_macro(void *kit, const char *url)'],
} as const;

function functionAt(
  koffi: Koffi,
  kit: unknown,
  [index, prototype]: readonly [number, string],
): NativeFunction {
  const table = koffi.decode(kit, 'void *');
  const address = koffi.decode(table, index * POINTER_BYTES, 'void *');
  const call = koffi.decode(address, koffi.proto(prototype));
  if (typeof call === 'function') return (...values) => call(...values);
  throw new Error(`LibreOfficeKit has no function ${index}.`);
}

/**
 * Sets environment variables for native code, without changing `process.env`. Returns a function that restores them.
 */
function setEnvironment(koffi: Koffi, variables: Readonly<Record<string, string>>): () => void {
  const library = koffi.load(null);
  const setenv = library.func('int setenv(const char *name, const char *value, int overwrite)');
  const unsetenv = library.func('int unsetenv(const char *name)');
  const getenv = library.func('char *getenv(const char *name)');
  const before = Object.keys(variables).map((name) => ({ name, value: getenv(name) }));
  for (const [name, value] of Object.entries(variables)) setenv(name, value, 1);
  return () => {
    for (const { name, value } of before) value === null ? unsetenv(name) : setenv(name, value, 1);
  };
}

const endingSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

// More than `struct sigaction` of any Linux C library; glibc's has 152 bytes on x86-64.
const SIGNAL_ACTION_BYTES = 256;

/**
 * Returns a function that restores what signals do now. LibreOffice replaces Node's handlers of the signals that end a
 * process and calls them from its own, which each raises the signal again for the other, forever.
 */
function keepSignalActions(koffi: Koffi): () => void {
  const sigaction = koffi.load(null).func('int sigaction(int signal, const void *action, void *previous)');
  const kept = endingSignals.map((name) => {
    const action = Buffer.alloc(SIGNAL_ACTION_BYTES);
    sigaction(constants.signals[name], null, action);
    return { signal: constants.signals[name], action };
  });
  return () => {
    for (const { signal, action } of kept) sigaction(signal, action, null);
  };
}

const sharpPackage = '@img/sharp-linux-x64';

/**
 * Loads sharp before LibreOffice so that both do not share the system's GLib: symbols that sharp resolves after
 * LibreOffice has loaded would be the system's instead of its own.
 */
function bindSharp(): void {
  if (!isPackageInstalled(sharpPackage)) return;
  const folder = packageFile(sharpPackage, 'lib');
  const addon = readdirSync(folder).find((name) => name.endsWith('.node'));
  if (addon !== undefined) process.dlopen({ exports: {} }, join(folder, addon), constants.dlopen.RTLD_NOW);
}

const pdfiumPackage = '@llamaindex/liteparse-linux-x64-gnu';

/** Keeps libraries referenced; unreferenced ones are unloaded. */
const loadedLibraries: unknown[] = [];

/** Loads pdfium before LibreOffice for the same reason: LibreOffice contains another version with the same symbols. */
function bindPdfium(koffi: Koffi): void {
  if (isPackageInstalled(pdfiumPackage))
    loadedLibraries.push(koffi.load(packageFile(pdfiumPackage, 'libpdfium.so')));
}

/**
 * Loads LibreOffice into this process with its own profile (`profileFolder`) and a fontconfig configuration. Takes 0.2
 * s. Throws Error if it fails.
 */
export function loadOfficeKit(
  { library, program }: LibreOffice,
  profileFolder: string,
  fontConfig: string,
): OfficeKit {
  const koffi = loadKoffi();
  bindSharp();
  bindPdfium(koffi);
  setEnvironment(koffi, {
    SAL_USE_VCLPLUGIN: 'svp',
    // Otherwise it looks for Java and printers.
    SAL_DISABLE_PRINTERLIST: '1',
    SAL_DISABLE_CUPS: '1',
    SAL_DISABLE_OPENCL: '1',
    // Its crash reporter would hide a crash from the parent, or prompt.
    SAL_NO_CRASH_REPORT: '1',
    FONTCONFIG_FILE: fontConfig,
    FONTCONFIG_PATH: dirname(fontConfig),
  });
  // LibreOffice reads its temporary folder at startup only.
  const restore = setEnvironment(koffi, { TMPDIR: join(profileFolder, 'tmp'), HOME: profileFolder });
  const restoreSignals = keepSignalActions(koffi);
  const start = koffi
    .load(library)
    .func('void *libreofficekit_hook_2(const char *program, const char *profileUrl)');
  const kit = start(program, pathToFileURL(profileFolder).href);
  restore();
  restoreSignals();
  if (kit === null) throw new Error('LibreOfficeKit did not start.');
  // On a normal exit, LibreOffice's threads outlive their data, and the process crashes or hangs.
  const endProcess = koffi.load(null).func('void _exit(int status)');
  process.once('exit', (code) => endProcess(code));
  const call = {
    getError: functionAt(koffi, kit, functions.getError),
    getVersionInfo: functionAt(koffi, kit, functions.getVersionInfo),
    runMacro: functionAt(koffi, kit, functions.runMacro),
  };
  const version = kitVersion(String(call.getVersionInfo(kit)));
  return {
    version,
    runMacro: (url) => {
      if (call.runMacro(kit, url) === 0) throw new Error(String(call.getError(kit)));
    },
  };
}
