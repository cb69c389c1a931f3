import * as z from 'zod';
import { webAssembly } from '../../base/web-assembly.ts';
import type { OfficeFormat } from './office-formats.ts';
import type { Soffice } from './runtime.ts';
import { textAt, withTexts } from './strings.ts';

/** A document to convert with LibreOffice. */
export interface OfficeJob {
  readonly input: Uint8Array;
  readonly from: OfficeFormat;
  readonly to: string;
  readonly password?: string | undefined;
  /** Options of the export filter, such as `Quality`. */
  readonly filterData: Readonly<Record<string, string | number | boolean>>;
}

/** The result of a conversion with LibreOffice. */
export interface OfficeResult {
  /** Undefined if LibreOffice wrote no file. */
  readonly bytes?: Uint8Array | undefined;
  /** `done`, or an error. */
  readonly outcome: string;
  /** Whether it asked for a password that it did not get. */
  readonly isLocked: boolean;
}

/** LibreOffice inside this process. It cannot be unloaded. */
export interface OfficeKit {
  /** Such as `24.8.8.1`. */
  readonly version: string;
  /** Converts one document synchronously. Nothing of it remains in the file system. */
  readonly convert: (job: OfficeJob) => OfficeResult;
}

const WORK_FOLDER = '/work';
const LANGUAGE = 'Language=en-US';
export const PROFILE_FOLDER = '/profile';

// Indexes in LibreOfficeKit's function table (LibreOfficeKit.h).
const table = {
  registerCallback: 6,
  setOptionalFeatures: 8,
  setDocumentPassword: 9,
  getVersionInfo: 10,
  setOption: 15,
} as const;

// LibreOfficeKitEnums.h.
const FEATURE_PASSWORD = 1n;
const PASSWORD_CALLBACKS: readonly number[] = [20, 21];

/**
 * A WebAssembly module whose function `g` (three 32-bit integers) calls the imported `e.f`: LibreOffice calls functions of
 * its own table only, which contains WebAssembly functions only.
 */
const trampoline = Uint8Array.from(
  [
    [0, 97, 115, 109, 1, 0, 0, 0], // magic number and version
    [1, 7, 1, 96, 3, 127, 127, 127, 0], // type: (i32, i32, i32) -> ()
    [2, 7, 1, 1, 101, 1, 102, 0, 0], // import e.f
    [7, 5, 1, 1, 103, 0, 0], // export g
  ].flat(),
);

const versionInfo = z.object({ ProductVersion: z.string(), ProductExtension: z.string().default('') });

const optionType = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'long' : 'string';

/** Filter options in the JSON form of LibreOffice (`comphelper::JsonToPropertyValues`); empty if there are none. */
function filterOptions(data: OfficeJob['filterData']): string {
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    { type: optionType(value), value: String(value) },
  ]);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

function emptyFolder(module: Soffice, folder: string): void {
  for (const name of module.FS.readdir(folder)) {
    if (name === '.' || name === '..') continue;
    const path = `${folder}/${name}`;
    if (module.FS.isDir(module.FS.stat(path).mode)) {
      emptyFolder(module, path);
      module.FS.rmdir(path);
    } else module.FS.unlink(path);
  }
}

/** Initializes LibreOffice in a started module and returns the address of LibreOfficeKit. Throws Error if it fails. */
export function startOfficeKit(module: Soffice): number {
  const kit = withTexts(module, ['/instdir/program', `file://${PROFILE_FOLDER}`], (program, profile) =>
    module._libreofficekit_hook_2(program, profile),
  );
  if (kit === 0) throw new Error('LibreOfficeKit did not start.');
  module.FS_createPath('/', WORK_FOLDER, true, true);
  return kit;
}

/** Returns LibreOffice as {@link startOfficeKit} initialized it, by the address of LibreOfficeKit. */
export function openOfficeKit(module: Soffice, kit: number): OfficeKit {
  const functions = (module.HEAPU32[kit >> 2] ?? 0) >> 2;
  const slotOf = (index: number): number => module.HEAPU32[functions + index] ?? 0;
  const method = (index: number): ((...values: unknown[]) => unknown) => module.wasmTable.get(slotOf(index));
  const error = (): string => textAt(module, module._lok_getError(kit));

  let password: string | undefined;
  let isAsked = false;
  let isLocked = false;
  let url = '';
  const onEvent = (type: number): void => {
    if (!PASSWORD_CALLBACKS.includes(type)) return;
    const setPassword = method(table.setDocumentPassword);
    // A second prompt means that the password is wrong. A null pointer cancels. The event's own address is not used: of a doc
    // it is the file name only, for which LibreOffice finds no request, and it waits forever.
    if (password === undefined || isAsked) {
      isAsked = true;
      isLocked = true;
      withTexts(module, [url], (at) => setPassword(kit, at, 0));
      return;
    }
    isAsked = true;
    withTexts(module, [url, password], (at, word) => setPassword(kit, at, word));
  };
  const { exports } = new webAssembly.Instance(new webAssembly.Module(trampoline), { e: { f: onEvent } });
  // The table cannot grow, so the callback replaces a function that is not used here. Threads have tables of their own, in
  // which the slot still is `setOption`: with an event in place of an option's name, it does nothing.
  const callbackSlot = slotOf(table.setOption);
  module.wasmTable.set(callbackSlot, exports.g);
  method(table.registerCallback)(kit, callbackSlot, 0);
  method(table.setOptionalFeatures)(kit, FEATURE_PASSWORD);
  const { ProductVersion, ProductExtension } = versionInfo.parse(
    JSON.parse(textAt(module, Number(method(table.getVersionInfo)(kit)))),
  );

  function convert({ input, from, to, password: given, filterData }: OfficeJob): OfficeResult {
    password = given;
    isAsked = false;
    isLocked = false;
    const result = (outcome: string, bytes?: Uint8Array): OfficeResult => ({ outcome, bytes, isLocked });
    const source = `${WORK_FOLDER}/source.${from}`;
    const target = `${WORK_FOLDER}/target.${to}`;
    url = `file://${source}`;
    let document = 0;
    try {
      module.FS.writeFile(source, input);
      const open = (settings: string): number =>
        withTexts(module, [url, settings], (at, options) =>
          module._lok_documentLoadWithOptions(kit, at, options),
        );
      // In batch mode LibreOffice asks nothing: it neither repairs a damaged document nor opens an encrypted one.
      document = open(`${LANGUAGE},Batch=true`);
      if (document === 0) {
        const reason = error() || 'not loaded';
        document = open(LANGUAGE);
        // Of a doc, LibreOffice does not ask a second time.
        if (document === 0 && isAsked) isLocked = true;
        if (document === 0 || !isAsked) return result(reason);
      }
      const isSaved = withTexts(
        module,
        [`file://${target}`, to, filterOptions(filterData)],
        (at, format, options) => module._lok_documentSaveAs(document, at, format, options),
      );
      return isSaved === 0 ? result(error() || 'not saved') : result('done', module.FS.readFile(target));
    } finally {
      if (document !== 0) module._lok_documentDestroy(document);
      emptyFolder(module, WORK_FOLDER);
      password = undefined;
    }
  }

  return { version: `${ProductVersion}${ProductExtension}`, convert };
}
