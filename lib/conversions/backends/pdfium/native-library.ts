import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPackageInstalled, packageFile } from '../../base/package-assets.ts';
import { loadKoffi } from '../koffi/koffi.ts';
import { koffiPackage } from '../koffi/package.ts';

const pdfiumPackage = '@llamaindex/liteparse-linux-x64-gnu';

// Of public/fpdf*.h of pdfium. Handles, and addresses that are passed on, are numbers of the size of a pointer.
const prototypes = [
  'void FPDF_InitLibrary()',
  'unsigned long FPDF_GetLastError()',
  'size_t FPDF_LoadMemDocument64(const void *data, size_t size, const char *password)',
  'void FPDF_CloseDocument(size_t document)',
  'int FPDF_GetPageCount(size_t document)',
  'int FPDF_GetPageSizeByIndexF(size_t document, int page, float *size)',
  'size_t FPDF_LoadPage(size_t document, int page)',
  'void FPDF_ClosePage(size_t page)',
  'size_t FPDFBitmap_CreateEx(int width, int height, int format, void *pixels, int stride)',
  'void FPDFBitmap_Destroy(size_t bitmap)',
  'void FPDFBitmap_FillRect(size_t bitmap, int left, int top, int width, int height, uint32_t colour)',
  'void FPDF_RenderPageBitmap(size_t bitmap, size_t page, int x, int y, int width, int height, int rotate, int flags)',
  'float FPDF_GetPageWidthF(size_t page)',
  'float FPDF_GetPageHeightF(size_t page)',
  'int FPDFPage_GetRotation(size_t page)',
  'int FPDFPage_GetCropBox(size_t page, size_t left, size_t bottom, size_t right, size_t top)',
  'int FPDFPage_GetMediaBox(size_t page, size_t left, size_t bottom, size_t right, size_t top)',
  'int FPDFPage_CountObjects(size_t page)',
  'size_t FPDFPage_GetObject(size_t page, int index)',
  'int FPDFPageObj_GetType(size_t object)',
  'int FPDFPageObj_GetMatrix(size_t object, size_t matrix)',
  'int FPDFPageObj_GetBounds(size_t object, size_t left, size_t bottom, size_t right, size_t top)',
  'int FPDFPageObj_GetFillColor(size_t object, size_t red, size_t green, size_t blue, size_t alpha)',
  'int FPDFPageObj_HasTransparency(size_t object)',
  'size_t FPDFPageObj_GetClipPath(size_t object)',
  'int FPDFClipPath_CountPaths(size_t clip)',
  'int FPDFClipPath_CountPathSegments(size_t clip, int path)',
  'size_t FPDFClipPath_GetPathSegment(size_t clip, int path, int segment)',
  'int FPDFPathSegment_GetPoint(size_t segment, size_t x, size_t y)',
  'int FPDFPath_GetDrawMode(size_t path, size_t fill, size_t stroke)',
  'int FPDFPath_CountSegments(size_t path)',
  'size_t FPDFPath_GetPathSegment(size_t path, int index)',
  'int FPDFFormObj_CountObjects(size_t form)',
  'size_t FPDFFormObj_GetObject(size_t form, unsigned long index)',
  'int FPDFTextObj_GetTextRenderMode(size_t text)',
  'int FPDFTextObj_GetFontSize(size_t text, size_t size)',
  'size_t FPDFText_LoadPage(size_t page)',
  'void FPDFText_ClosePage(size_t text)',
  'int FPDFText_CountChars(size_t text)',
  'unsigned int FPDFText_GetUnicode(size_t text, int index)',
  'int FPDFText_GetText(size_t text, int start, int count, size_t buffer)',
  'int FPDFText_GetLooseCharBox(size_t text, int index, size_t box)',
] as const;

/** A function of pdfium. Buffers and strings are passed by their address. */
type NativePdfiumFunction = (
  ...values: readonly (number | string | Uint8Array | Float32Array | null)[]
) => number;

/** The native library: its functions by name. Throws TypeError for one without a prototype here. */
export type NativePdfium = (name: string) => NativePdfiumFunction;

const nameOf = (prototype: string): string =>
  prototype.slice(0, prototype.indexOf('(')).split(' ').at(-1) ?? '';

function load(): NativePdfium | undefined {
  if (!isPackageInstalled(koffiPackage) || !isPackageInstalled(pdfiumPackage)) return undefined;
  const original = packageFile(pdfiumPackage, 'libpdfium.so');
  if (!existsSync(original)) return undefined;
  // pdfium is single-threaded and liteparse uses it on other threads; a copy of the file loads as a separate library.
  const folder = mkdtempSync(join(tmpdir(), 'pdfium-'));
  try {
    const copy = join(folder, 'libpdfium.so');
    copyFileSync(original, copy);
    const native = loadKoffi().load(copy);
    const functions = new Map(
      prototypes.map((prototype) => [nameOf(prototype), native.func<NativePdfiumFunction>(prototype)]),
    );
    functions.get('FPDF_InitLibrary')?.();
    return (name) => {
      const found = functions.get(name);
      if (found === undefined) throw new TypeError(`pdfium has no ${name} here.`);
      return found;
    };
  } catch {
    // Another platform, or a folder mounted noexec.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let library: { readonly pdfium: NativePdfium | undefined } | undefined;

/** Loads pdfium as a native library; undefined if that fails. */
export function loadNativePdfium(): NativePdfium | undefined {
  library ??= { pdfium: load() };
  return library.pdfium;
}
