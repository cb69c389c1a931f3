import type { PageSize } from '../../backends/pdfium/pages.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { ConversionError } from '../../errors.ts';
import { objectReader, objectsOnPage } from './text-runs/page-objects.ts';

/** 45 s at the half nanosecond that PDFium needs to fill a pixel: 48,000 times an A4 page at 150 dpi. */
const MAX_DRAWN_PIXELS = 100_000_000_000;

/**
 * Refuses a page whose objects cover it so many times that PDFium would draw it until the deadline: 30 KB can be a million lines
 * across it. Throws ConversionError `too_complex`.
 */
export function checkDrawing(document: PdfiumDocument, page: number, size: PageSize): void {
  const { fn } = document;
  const { boxOf } = objectReader(document);
  const whole = size.width * size.height;
  const pixelsPerPoint = whole / (fn('FPDF_GetPageWidthF')(page) * fn('FPDF_GetPageHeightF')(page));
  let drawn = 0;
  for (const found of objectsOnPage(document, page, Infinity)) {
    const box = boxOf(found);
    if (box === undefined) continue;
    const pixels = (box.right - box.left) * (box.top - box.bottom) * pixelsPerPoint;
    drawn += Math.min(pixels, whole) || 0;
    if (drawn <= MAX_DRAWN_PIXELS) continue;
    const message = `The objects on page ${size.page} cover more than ${MAX_DRAWN_PIXELS} pixels. Lower "dpi", or leave out the page.`;
    throw new ConversionError('too_complex', message);
  }
}
