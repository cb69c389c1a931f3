import { pageSizes, withPage } from '../../lib/conversions/backends/pdfium/pages.ts';
import { withPdfium } from '../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { renderPage } from '../../lib/conversions/backends/pdfium/render-page.ts';
import { importPeer } from './peers.ts';

/** A page as an image: four bytes for each pixel. */
type PageImage = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** Pages beyond this are only counted. */
const maxDrawnPages = 10;

/** The pages of a PDF. Widths and heights are in points, rounded. */
export type RenderedPdf = {
  readonly total: number;
  readonly sizes: readonly string[];
  readonly images: readonly PageImage[];
};

const opaque = (rgb: Uint8Array): Uint8Array => {
  const pixels = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    pixels.set(rgb.subarray(from, from + 3), to);
  return pixels;
};

/** Renders the first pages of a PDF, a pixel for each point. */
export const renderPdf = (bytes: Uint8Array): Promise<RenderedPdf> =>
  withPdfium(bytes, undefined, async (document) => {
    const numbers = Array.from({ length: document.pages }, (_, index) => index + 1);
    const measured = pageSizes(document, numbers).map(({ page, width, height }) => ({
      page,
      width: Math.round(width),
      height: Math.round(height),
    }));
    const images: PageImage[] = [];
    for (const { page: number, ...size } of measured.slice(0, maxDrawnPages)) {
      const rgb = await withPage(document, number, (page) => renderPage(document, page, size));
      if (rgb !== undefined) images.push({ ...size, pixels: opaque(rgb) });
    }
    const sizes = measured.map(({ width, height }) => `${width} x ${height}`);
    return { total: document.pages, sizes, images };
  });

type Ssim = (one: Uint8Array, other: Uint8Array, output: undefined, width: number, height: number) => number;

/**
 * Returns the mean structural similarity of two PDFs' pages, from 0 to 1; a page without a counterpart of its size counts 0.
 * Undefined if the library is not installed.
 */
export const pageSimilarity = async (one: RenderedPdf, other: RenderedPdf): Promise<number | undefined> => {
  const library = await importPeer<{ readonly ssim: Ssim }>('@blazediff/ssim');
  if (library === undefined) return undefined;
  const pages = Math.max(one.images.length, other.images.length);
  let sum = 0;
  for (const [index, page] of one.images.entries()) {
    const counterpart = other.images[index];
    if (counterpart?.width !== page.width || counterpart.height !== page.height) continue;
    sum += library.ssim(page.pixels, counterpart.pixels, undefined, page.width, page.height);
  }
  return sum / pages;
};
