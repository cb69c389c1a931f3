import type * as z from 'zod';
import type { DrawablePdf, PageSize } from '../../backends/pdfium/drawable-pdf.ts';
import { loadNativePdfium } from '../../backends/pdfium/native-library.ts';
import { openNativePdf } from '../../backends/pdfium/native-pdfium.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import { encodeAs } from '../../backends/sharp/encode-image.ts';
import { loadSharp, type Sharp } from '../../backends/sharp/load-sharp.ts';
import { countEach } from '../../base/count-of.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { greyPixels } from '../../shared/images/grey-pixels.ts';
import { type PageImage, packPages } from '../../shared/images/pack-pages.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { checkDrawing } from './check-drawing.ts';
import { checkPdfStreams } from './check-streams.ts';
import { checkTilings } from './check-tilings.ts';
import { openWithLiteparse } from './liteparse-drawing.ts';
import { BATCH_PIXELS, measurePages } from './page-images.ts';
import type { pageImageFormats, pageImageOptions } from './render-options.ts';

// More would only wait: sharp encodes one image for each processor.
const MAX_ENCODING = 4;

type ImageFormat = (typeof pageImageFormats)[number];
type PageOptions = z.output<typeof pageImageOptions>;

async function encode(
  sharp: Sharp,
  { page, width, height }: PageSize,
  rgb: Uint8Array,
  to: ImageFormat,
  how: PageOptions,
): Promise<PageImage> {
  const grey = greyPixels(rgb);
  const pixels =
    grey === undefined
      ? sharp(rgb, { raw: { width, height, channels: 3 } })
      : sharp(grey, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  const dense = to === 'webp' ? pixels : pixels.withDensity(Math.round(how.dpi));
  return { page, bytes: await encodeAs(dense, to, how).toBuffer() };
}

async function open(sharp: Sharp, input: Uint8Array, { password, dpi }: PageOptions): Promise<DrawablePdf> {
  const pdfium = loadNativePdfium();
  return pdfium === undefined
    ? await openWithLiteparse(sharp, input, password, dpi)
    : openNativePdf(pdfium, input, password, checkDrawing);
}

/** Renders the requested pages of a PDF. */
export async function renderPages(
  input: Uint8Array,
  { options: how, to, onProgress }: ConvertRequest<typeof pageImageOptions, 'pdf', ImageFormat>,
): Promise<FileResult> {
  const sharp = await loadSharp();
  checkPdfStreams(input);
  checkTilings(input);
  const pdf = await open(sharp, input, how);
  try {
    const { sizes, asked, total } = await measurePages(pdf, how.pages, how.dpi);
    const pages: PageImage[] = [];
    // Other threads encode pages while the next ones are rendered.
    const encoding: { readonly pixels: number; readonly image: Promise<PageImage> }[] = [];
    let pixels = 0;
    const finishOne = async (): Promise<void> => {
      const first = encoding.shift();
      if (first === undefined) return;
      pages.push(await first.image);
      pixels -= first.pixels;
      onProgress?.({ done: pages.length, total: sizes.length, unit: 'pages' });
    };
    for (const size of sizes) {
      const own = size.width * size.height;
      while (encoding.length >= MAX_ENCODING || (encoding.length > 0 && pixels + own > BATCH_PIXELS))
        await finishOne();
      const rgb = await pdf.draw(size);
      if (rgb === undefined) continue;
      encoding.push({ pixels: own, image: encode(sharp, size, rgb, to, how) });
      pixels += own;
    }
    while (encoding.length > 0) await finishOne();
    if (pages.length === 0) throw new EngineRefusal(corruptPdf());
    const missing = asked - pages.length;
    const warnings = [
      ...(missing > 0
        ? [`${missing} damaged ${missing === 1 ? 'page' : 'pages'} could not be rendered.`]
        : []),
      ...leftOutWarning(countEach(pdf.parts())),
    ];
    return { ...packPages(pages, to, total), pages: pages.length, warnings };
  } finally {
    pdf.close();
  }
}

/** Loads PDFium and the encoder. */
export async function loadRenderer(): Promise<void> {
  loadNativePdfium();
  await loadSharp();
}
