import { type PageSize, pageSizes, withPage } from '../../backends/pdfium/pages.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { renderPage } from '../../backends/pdfium/render-page.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';
import type { DamagedImage } from '../../shared/images/damaged-images.ts';
import { checkDrawing } from './check-drawing.ts';
import { damagedImages } from './damaged-images.ts';
import { MAX_DRAWN_PAGES, MAX_PAGE_PIXELS } from './limits.ts';
import { selectPdfPages } from './select-pdf-pages.ts';

// Maximum pixels in one job: 1000 A4 pages at 150 dpi, 115 at 400 dpi. Takes 1 to 2 minutes.
const MAX_PIXELS_PER_JOB = 2_500_000_000;
const POINTS_PER_INCH = 72;

function checkPixels(sizes: readonly PageSize[], dpi: number): void {
  for (const { page, width, height } of sizes) {
    if (width * height <= MAX_PAGE_PIXELS) continue;
    const fitting = Math.floor(dpi * Math.sqrt(MAX_PAGE_PIXELS / (width * height)));
    const way = fitting >= 36 ? `Set "dpi" to ${fitting} or less.` : 'It is too large for any "dpi".';
    const message = `Page ${page} would have ${width} x ${height} pixels; the limit is ${MAX_PAGE_PIXELS}. ${way}`;
    throw new ConversionError('too_complex', message);
  }
  const all = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (all <= MAX_PIXELS_PER_JOB) return;
  const message = `The ${sizes.length} pages would have ${all} pixels; the limit per job is ${MAX_PIXELS_PER_JOB}. Select fewer pages with "pages", or lower "dpi".`;
  throw new ConversionError('too_complex', message);
}

/**
 * Returns the image sizes of the requested pages, without unreadable pages, and how many were requested. Throws ConversionError `too_complex` for too many pages or pixels, and
 * EngineRefusal if there are no pages.
 */
export function measurePages(document: PdfiumDocument, pages: string | undefined, dpi: number) {
  // A damaged file may "succeed" without a page.
  if (document.pages <= 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(pages, document.pages);
  if (numbers.length > MAX_DRAWN_PAGES) {
    const message = `${numbers.length} pages were requested; the limit per job is ${MAX_DRAWN_PAGES}. Select fewer with the "pages" option.`;
    throw new ConversionError('too_complex', message);
  }
  const scale = dpi / POINTS_PER_INCH;
  const sizes = pageSizes(document, numbers).map(({ page, width, height }) => ({
    page,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }));
  if (sizes.length === 0) throw new EngineRefusal(corruptPdf());
  checkPixels(sizes, dpi);
  return { sizes, asked: numbers.length };
}

/** A rendered page. */
export interface DrawnPage {
  readonly rgb: Uint8Array;
  /** The images that are missing on it. */
  readonly damaged: readonly DamagedImage[];
}

/**
 * Renders a page. Undefined if it cannot be loaded. Throws ConversionError `too_complex` for a page that would be drawn until the
 * deadline.
 */
export const drawPage = (document: PdfiumDocument, size: PageSize): Promise<DrawnPage | undefined> =>
  withPage(document, size.page, (page) => {
    checkDrawing(document, page, size);
    const rgb = renderPage(document, page, size);
    return rgb === undefined ? undefined : { rgb, damaged: damagedImages(document, page, size, rgb) };
  });
