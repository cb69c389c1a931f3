import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { PagePicture } from './page-pictures.ts';

// Pixels for each point: 144 dpi.
const SCALE = 2;
// Pixels of an image: a figure of a page of A4 has 2 million.
const MAX_PIXELS = 2_500_000;
// FPDFBitmap_BGRx, FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER (public/fpdfview.h).
const BGRX = 3;
const RENDER_FLAGS = 0x01 | 0x10;
const WHITE = 0xffff_ffff;
const CHANNELS = 4;

// A white pixel.
const BLANK_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
);

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

/** Renders part of a loaded page; undefined without memory for it. */
function draw({ fn, bytesAt }: PdfiumDocument, page: number, box: Box, scale: number) {
  const [width, height] = [pixelsOf(box.width, scale), pixelsOf(box.height, scale)];
  const bitmap = fn('FPDFBitmap_CreateEx')(width, height, BGRX, 0, 0);
  if (bitmap === 0) return undefined;
  fn('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, WHITE);
  const whole = [fn('FPDF_GetPageWidthF')(page), fn('FPDF_GetPageHeightF')(page)] as const;
  const [x, y, wide, high] = [-box.x, -box.y, ...whole].map((points) => Math.round(points * scale));
  fn('FPDF_RenderPageBitmap')(bitmap, page, x ?? 0, y ?? 0, wide ?? 0, high ?? 0, 0, RENDER_FLAGS);
  const data = bytesAt(fn('FPDFBitmap_GetBuffer')(bitmap), width * height * CHANNELS);
  fn('FPDFBitmap_Destroy')(bitmap);
  return { data, width, height };
}

/** Renders the figures of a loaded page as PNG, in their order. */
export async function drawFigures(
  document: PdfiumDocument,
  page: number,
  number: number,
  boxes: readonly Box[],
): Promise<PagePicture[]> {
  const sharp = await loadSharp();
  // PNGs are compressed on other threads while the next figure is rendered.
  const pictures: Promise<PagePicture>[] = [];
  for (const [at, { x, y, width, height }] of boxes.entries()) {
    const box = { x, y, width, height };
    const drawn = draw(document, page, box, scaleOf(box));
    if (drawn === undefined) break;
    const raw = { width: drawn.width, height: drawn.height, channels: CHANNELS } as const;
    const png = sharp(drawn.data, { raw }).removeAlpha().png().toBuffer();
    pictures.push(
      png.then((bytes) => ({
        ...undrawnFigure(number, box, at),
        bytes,
      })),
    );
  }
  return await Promise.all(pictures);
}
