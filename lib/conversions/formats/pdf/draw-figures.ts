import { pageSpaceOf } from '../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-library.ts';
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

/** Renders part of a loaded page; undefined without memory for it. */
function draw({ fn, view }: PdfiumDocument, page: number, box: Box, scale: number) {
  const width = Math.max(1, Math.round(box.width * scale));
  const height = Math.max(1, Math.round(box.height * scale));
  const bitmap = fn('FPDFBitmap_CreateEx')(width, height, BGRX, 0, 0);
  if (bitmap === 0) return undefined;
  fn('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, WHITE);
  const whole = [fn('FPDF_GetPageWidthF')(page), fn('FPDF_GetPageHeightF')(page)] as const;
  const [x, y, wide, high] = [-box.x, -box.y, ...whole].map((points) => Math.round(points * scale));
  fn('FPDF_RenderPageBitmap')(bitmap, page, x ?? 0, y ?? 0, wide ?? 0, high ?? 0, 0, RENDER_FLAGS);
  const start = fn('FPDFBitmap_GetBuffer')(bitmap);
  const data = new Uint8Array(view().buffer, start, width * height * CHANNELS).slice();
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
  if (pageSpaceOf(document, page).turns !== 0) return [];
  for (const [at, { x, y, width, height }] of boxes.entries()) {
    const box = { x, y, width, height };
    const drawn = draw(document, page, box, Math.min(SCALE, Math.sqrt(MAX_PIXELS / (width * height))));
    if (drawn === undefined) break;
    const raw = { width: drawn.width, height: drawn.height, channels: CHANNELS } as const;
    const png = sharp(drawn.data, { raw }).removeAlpha().png().toBuffer();
    pictures.push(
      png.then((bytes) => ({
        ...box,
        page: number,
        key: `figure ${number} ${at}`,
        widthPixels: drawn.width,
        heightPixels: drawn.height,
        bytes,
        isPage: false,
      })),
    );
  }
  return await Promise.all(pictures);
}
