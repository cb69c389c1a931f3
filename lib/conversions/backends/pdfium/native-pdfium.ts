import type { DrawablePdf } from './drawable-pdf.ts';
import type { NativePdfium } from './native-library.ts';
import { openNativeReader } from './native-reader.ts';

// public/fpdfview.h of pdfium. Bitmaps are opaque, with three bytes per pixel; a flag selects red first.
const BITMAP_BGR = 2;
const RENDER_FLAGS = 0x01 | 0x10; // Annotations; red, green, blue.
const WHITE = 0xffff_ffff;
const CHANNELS = 3;

/**
 * Opens a PDF whose pages are rendered to pixels on this thread. Throws ConversionError `encrypted_document`, and
 * EngineRefusal if pdfium cannot open it.
 */
export function openNativePdf(
  fn: NativePdfium,
  input: Uint8Array,
  password: string | undefined,
): DrawablePdf {
  const { handle, pages, close } = openNativeReader(fn, input, password);
  const size = new Float32Array(2);
  return {
    total: pages,
    measure: async (numbers) =>
      numbers.flatMap((page) => {
        if (fn('FPDF_GetPageSizeByIndexF')(handle, page - 1, size) === 0) return [];
        const [width = 0, height = 0] = size;
        return [{ page, width, height }];
      }),
    draw: async ({ page: number, width, height }) => {
      const page = fn('FPDF_LoadPage')(handle, number - 1);
      if (page === 0) return undefined;
      const pixels = Buffer.allocUnsafeSlow(width * height * CHANNELS);
      const bitmap = fn('FPDFBitmap_CreateEx')(width, height, BITMAP_BGR, pixels, width * CHANNELS);
      if (bitmap !== 0) {
        fn('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, WHITE);
        fn('FPDF_RenderPageBitmap')(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
        fn('FPDFBitmap_Destroy')(bitmap);
      }
      fn('FPDF_ClosePage')(page);
      return bitmap === 0 ? undefined : pixels;
    },
    close,
  };
}
