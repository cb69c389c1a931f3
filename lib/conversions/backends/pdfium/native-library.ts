import { copyFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativePackages } from '../../base/native-packages.ts';
import { isPackageInstalled, packageFile } from '../../base/package-assets.ts';
import { makeProcessFolder, removeFolder } from '../../base/process-folder.ts';
import { loadKoffi } from '../koffi/koffi.ts';
import { koffiPackage } from '../koffi/package.ts';
import { prototypes } from './native-prototypes.ts';
import { type FontCallbacks, fontCallbacks, fontInfoMembers } from './substitute-fonts.ts';

const pdfiumPackage = nativePackages.liteparse;

/** A function of pdfium. The bytes of a file and its password are passed by their address. */
type NativePdfiumFunction = (...values: readonly (number | string | Uint8Array | null)[]) => number;

/** The native library: its functions by name. Throws TypeError for one without a prototype here. */
export type NativePdfium = (name: string) => NativePdfiumFunction;

const nameOf = (prototype: string): string =>
  prototype.slice(0, prototype.indexOf('(')).split(' ').at(-1) ?? '';

// `unsigned long`, `unsigned int` and handles, by the size of their registers.
const callbackPrototypes: Readonly<Record<keyof FontCallbacks, string>> = {
  mapFont: 'size_t (size_t info, int weight, int italic, int charset, int pitch, size_t face, size_t exact)',
  fontData: 'size_t (size_t info, size_t font, uint32_t table, size_t buffer, size_t bytes)',
  faceName: 'size_t (size_t info, size_t font, size_t buffer, size_t bytes)',
};

/** PDFium reads it as long as it is loaded. */
let fontInfo: BigUint64Array | undefined;

function makeFontInfo(): BigUint64Array {
  const koffi = loadKoffi();
  const callbacks = fontCallbacks((address, bytes) => new Uint8Array(koffi.view(BigInt(address), bytes)));
  const addressOf = (name: keyof FontCallbacks): number =>
    Number(koffi.register(callbacks[name], koffi.pointer(koffi.proto(callbackPrototypes[name]))));
  const members = fontInfoMembers(addressOf);
  return BigUint64Array.from(members, BigInt);
}

function load(): NativePdfium | undefined {
  if (!isPackageInstalled(koffiPackage) || !isPackageInstalled(pdfiumPackage)) return undefined;
  const original = packageFile(pdfiumPackage, 'libpdfium.so');
  if (!existsSync(original)) return undefined;
  // pdfium is single-threaded and liteparse uses it on other threads; a copy of the file loads as a separate library.
  const folder = makeProcessFolder(tmpdir(), 'pdfium-');
  try {
    const copy = join(folder, 'libpdfium.so');
    copyFileSync(original, copy);
    // Before functions of the same name in Node, which exports those of its zlib and ICU.
    const native = loadKoffi().load(copy, { deep: true });
    const functions = new Map(
      prototypes.map((prototype) => [nameOf(prototype), native.func<NativePdfiumFunction>(prototype)]),
    );
    functions.get('FPDF_InitLibrary')?.();
    fontInfo = makeFontInfo();
    functions.get('FPDF_SetSystemFontInfo')?.(new Uint8Array(fontInfo.buffer));
    return (name) => {
      const found = functions.get(name);
      if (found === undefined) throw new TypeError(`pdfium has no ${name} here.`);
      return found;
    };
  } catch {
    // Another platform, or a folder mounted noexec.
    return undefined;
  } finally {
    removeFolder(folder);
  }
}

let library: { readonly pdfium: NativePdfium | undefined } | undefined;

/** Loads pdfium as a native library; undefined if that fails. */
export function loadNativePdfium(): NativePdfium | undefined {
  library ??= { pdfium: load() };
  return library.pdfium;
}
