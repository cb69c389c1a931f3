import type { PdfiumDocument } from './pdfium-document.ts';

/** FPDFBitmap_BGR (public/fpdfview.h). */
export const BGR = 2;
// FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER (public/fpdfview.h).
const ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const WHITE = 0xffff_ffff;

/** Bytes of a pixel: red, green and blue. */
export const CHANNELS = 3;

/** The pixels of an image, and the position and size of the whole page on it. Default: the page fills the image. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly placed?: readonly [x: number, y: number, width: number, height: number];
  readonly hidesAnnotations?: boolean;
}

/** Renders a loaded page on this thread. Undefined if there is no memory for its image. */
export function renderPage(
  { fn, readBytes }: PdfiumDocument,
  page: number,
  { width, height, placed = [0, 0, width, height], hidesAnnotations = false }: Canvas,
): Uint8Array | undefined {
  const size = width * height * CHANNELS;
  const [x, y, pageWidth, pageHeight] = placed;
  const flags = RED_FIRST | (hidesAnnotations ? 0 : ANNOTATIONS);
  let isDrawn = false;
  const pixels = readBytes(size, (buffer) => {
    if (buffer === 0) return size;
    // Rows have no padding.
    const bitmap = fn('FPDFBitmap_CreateEx')(width, height, BGR, buffer, width * CHANNELS);
    if (bitmap === 0) return 0;
    fn('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, WHITE);
    fn('FPDF_RenderPageBitmap')(bitmap, page, x, y, pageWidth, pageHeight, 0, flags);
    fn('FPDFBitmap_Destroy')(bitmap);
    isDrawn = true;
    return size;
  });
  return isDrawn ? pixels : undefined;
}
