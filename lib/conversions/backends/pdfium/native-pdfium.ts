import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { isPackageInstalled, packageFile } from '../../base/package-assets.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { koffiPackage, loadKoffi, type NativeFunction } from '../koffi/koffi.ts';
import type { DrawablePdf } from './drawable-pdf.ts';
import { corruptPdf, encryptedPdf } from './pdf-errors.ts';

const pdfiumPackage = '@llamaindex/liteparse-linux-x64-gnu';

// public/fpdfview.h of pdfium. Bitmaps are opaque, with three bytes per pixel; a flag selects red first.
const BITMAP_BGR = 2;
const RENDER_FLAGS = 0x01 | 0x10; // Annotations; red, green, blue.
const WHITE = 0xffff_ffff;
const PASSWORD_ERROR = 4;
const CHANNELS = 3;

const prototypes = {
  initLibrary: 'void FPDF_InitLibrary()',
  lastError: 'unsigned long FPDF_GetLastError()',
  loadDocument: 'void *FPDF_LoadMemDocument64(const void *data, size_t size, const char *password)',
  closeDocument: 'void FPDF_CloseDocument(void *document)',
  pageCount: 'int FPDF_GetPageCount(void *document)',
  pageSize: 'int FPDF_GetPageSizeByIndexF(void *document, int page, float *size)',
  loadPage: 'void *FPDF_LoadPage(void *document, int page)',
  closePage: 'void FPDF_ClosePage(void *page)',
  createBitmap: 'void *FPDFBitmap_CreateEx(int width, int height, int format, void *pixels, int stride)',
  destroyBitmap: 'void FPDFBitmap_Destroy(void *bitmap)',
  fillBitmap:
    'void FPDFBitmap_FillRect(void *bitmap, int left, int top, int width, int height, uint32_t colour)',
  renderPage:
    'void FPDF_RenderPageBitmap(void *bitmap, void *page, int x, int y, int width, int height, int rotate, int flags)',
} as const;

type Pdfium = Readonly<Record<keyof typeof prototypes, NativeFunction>>;

function load(): Pdfium | undefined {
  if (!isPackageInstalled(koffiPackage) || !isPackageInstalled(pdfiumPackage)) return undefined;
  const original = packageFile(pdfiumPackage, 'libpdfium.so');
  if (!existsSync(original)) return undefined;
  // pdfium is single-threaded and liteparse uses it on other threads; a copy of the file loads as a separate library.
  const folder = mkdtempSync(join(tmpdir(), 'pdfium-'));
  try {
    const copy = join(folder, 'libpdfium.so');
    copyFileSync(original, copy);
    const native = loadKoffi().load(copy);
    const pdfium: Pdfium = {
      initLibrary: native.func(prototypes.initLibrary),
      lastError: native.func(prototypes.lastError),
      loadDocument: native.func(prototypes.loadDocument),
      closeDocument: native.func(prototypes.closeDocument),
      pageCount: native.func(prototypes.pageCount),
      pageSize: native.func(prototypes.pageSize),
      loadPage: native.func(prototypes.loadPage),
      closePage: native.func(prototypes.closePage),
      createBitmap: native.func(prototypes.createBitmap),
      destroyBitmap: native.func(prototypes.destroyBitmap),
      fillBitmap: native.func(prototypes.fillBitmap),
      renderPage: native.func(prototypes.renderPage),
    };
    pdfium.initLibrary();
    return pdfium;
  } catch {
    // Another platform, or a folder mounted noexec.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let library: { readonly pdfium: Pdfium | undefined } | undefined;

/** Loads pdfium as a native library; undefined if that fails. */
export function loadNativePdfium(): Pdfium | undefined {
  library ??= { pdfium: load() };
  return library.pdfium;
}

const whole = z.number();

/**
 * Opens a PDF whose pages are rendered to pixels on this thread. Throws ConversionError `encrypted_document`, and
 * EngineRefusal if pdfium cannot open it.
 */
export function openNativePdf(pdfium: Pdfium, input: Uint8Array, password: string | undefined): DrawablePdf {
  const document = pdfium.loadDocument(input, input.byteLength, password ?? null);
  if (document === null) {
    if (Number(pdfium.lastError()) === PASSWORD_ERROR) throw encryptedPdf(password !== undefined, undefined);
    throw new EngineRefusal(corruptPdf());
  }
  const size = new Float32Array(2);
  return {
    total: whole.parse(pdfium.pageCount(document)),
    measure: async (numbers) =>
      numbers.flatMap((page) => {
        if (pdfium.pageSize(document, page - 1, size) === 0) return [];
        const [width = 0, height = 0] = size;
        return [{ page, width, height }];
      }),
    draw: async ({ page: number, width, height }) => {
      const page = pdfium.loadPage(document, number - 1);
      if (page === null) return undefined;
      const pixels = Buffer.allocUnsafeSlow(width * height * CHANNELS);
      const bitmap = pdfium.createBitmap(width, height, BITMAP_BGR, pixels, width * CHANNELS);
      if (bitmap !== null) {
        pdfium.fillBitmap(bitmap, 0, 0, width, height, WHITE);
        pdfium.renderPage(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
        pdfium.destroyBitmap(bitmap);
      }
      pdfium.closePage(page);
      return bitmap === null ? undefined : pixels;
    },
    // Refers to the input to keep it alive: pdfium reads its memory until the document is closed.
    close: () => void (input.byteLength > 0 && pdfium.closeDocument(document)),
  };
}
