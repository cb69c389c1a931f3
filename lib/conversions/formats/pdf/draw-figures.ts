import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { CHANNELS, renderPage } from '../../backends/pdfium/render-page.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { BLANK_PNG, type PagePicture } from './page-pictures.ts';

// Pixels for each point: 144 dpi.
const SCALE = 2;
// Pixels of an image: a figure of a page of A4 has 2 million.
const MAX_PIXELS = 2_500_000;

const scaleOf = ({ width, height }: Box): number => Math.min(SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
const pixelsOf = (points: number, scale: number): number => Math.max(1, Math.round(points * scale));

/** A figure of a page by its number there from 0, with a white pixel in place of its image. */
export function undrawnFigure(page: number, { x, y, width, height }: Box, at: number): PagePicture {
  const scale = scaleOf({ x, y, width, height });
  return {
    x,
    y,
    width,
    height,
    page,
    key: `figure ${page} ${at}`,
    widthPixels: pixelsOf(width, scale),
    heightPixels: pixelsOf(height, scale),
    bytes: BLANK_PNG,
    isPage: false,
  };
}

/** Renders the figures of a loaded page as PNG, in their order. */
export async function drawFigures(
  document: PdfiumDocument,
  page: number,
  number: number,
  boxes: readonly Box[],
): Promise<PagePicture[]> {
  const sharp = await loadSharp();
  const pageWidth = document.fn('FPDF_GetPageWidthF')(page);
  const pageHeight = document.fn('FPDF_GetPageHeightF')(page);
  // PNGs are compressed on other threads while the next figure is rendered.
  const pictures: Promise<PagePicture>[] = [];
  for (const [at, { x, y, width, height }] of boxes.entries()) {
    const figure = undrawnFigure(number, { x, y, width, height }, at);
    const scale = scaleOf(figure);
    const size = { width: figure.widthPixels, height: figure.heightPixels };
    const pixels = (points: number): number => Math.round(points * scale);
    const whole = [pixels(-x), pixels(-y), pixels(pageWidth), pixels(pageHeight)] as const;
    const drawn = renderPage(document, page, { ...size, placed: whole });
    if (drawn === undefined) break;
    const png = sharp(drawn, { raw: { ...size, channels: CHANNELS } })
      .png()
      .toBuffer();
    pictures.push(png.then((bytes) => ({ ...figure, bytes })));
  }
  return await Promise.all(pictures);
}
