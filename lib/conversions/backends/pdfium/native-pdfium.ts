import { documentParts } from './document-details.ts';
import type { DrawablePdf, PageSize } from './drawable-pdf.ts';
import { openNativeDocument, place } from './native-document.ts';
import type { NativePdfium } from './native-library.ts';
import type { PdfiumDocument } from './pdfium-document.ts';

// public/fpdfview.h of pdfium. Bitmaps are opaque, with three bytes per pixel; a flag selects red first.
const BITMAP_BGR = 2;
const RENDER_FLAGS = 0x01 | 0x10; // Annotations; red, green, blue.
const WHITE = 0xffff_ffff;
const CHANNELS = 3;

/**
 * Opens a PDF whose pages are rendered to pixels on this thread. Throws ConversionError `encrypted_document`, and
 * EngineRefusal if pdfium cannot open it.
 *
 * @param checkPage throws for a page that is not to be drawn
 */
export function openNativePdf(
  fn: NativePdfium,
  input: Uint8Array,
  password: string | undefined,
  checkPage: (document: PdfiumDocument, page: number, size: PageSize) => void,
): DrawablePdf {
  const document = openNativeDocument(fn, input, password);
  const { handle, pages, scratch, results, close } = document;
  return {
    total: pages,
    measure: async (numbers) =>
      numbers.flatMap((page) => {
        if (fn('FPDF_GetPageSizeByIndexF')(handle, page - 1, scratch) === 0) return [];
        return [{ page, width: results().getFloat32(0, true), height: results().getFloat32(4, true) }];
      }),
    draw: async (size) => {
      const { page: number, width, height } = size;
      const page = fn('FPDF_LoadPage')(handle, number - 1);
      if (page === 0) return undefined;
      try {
        checkPage(document, page, size);
        const { address, data } = place(width * height * CHANNELS);
        const bitmap = fn('FPDFBitmap_CreateEx')(width, height, BITMAP_BGR, address, width * CHANNELS);
        if (bitmap === 0) return undefined;
        fn('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, WHITE);
        fn('FPDF_RenderPageBitmap')(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
        fn('FPDFBitmap_Destroy')(bitmap);
        return data;
      } finally {
        fn('FPDF_ClosePage')(page);
      }
    },
    parts: () => documentParts(document),
    close,
  };
}
