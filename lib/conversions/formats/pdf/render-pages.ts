import type * as z from 'zod';
import { documentParts } from '../../backends/pdfium/document-details.ts';
import type { PageSize } from '../../backends/pdfium/pages.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { loadPdfium, withPdfium } from '../../backends/pdfium/pdfium-file.ts';
import { CHANNELS } from '../../backends/pdfium/render-page.ts';
import { encodeAs } from '../../backends/sharp/encode-image.ts';
import { loadSharp, type Sharp } from '../../backends/sharp/load-sharp.ts';
import { appendAll } from '../../base/arrays.ts';
import { countEach } from '../../base/count-of.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { type DamagedImage, damageWarnings } from '../../shared/images/damaged-images.ts';
import { greyPixels } from '../../shared/images/grey-pixels.ts';
import { type PageImage, packPages } from '../../shared/images/pack-pages.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { checkPdfStreams } from './check-streams.ts';
import { checkTilings } from './check-tilings.ts';
import { drawPage, measurePages } from './page-images.ts';
import type { pageImageFormats, pageImageOptions } from './render-options.ts';

// More would only wait: sharp encodes one image for each processor.
const MAX_ENCODING = 4;
// Maximum pixels that wait for encoding: 8 A4 pages at 150 dpi.
const MAX_WAITING_PIXELS = 18_000_000;

type ImageFormat = (typeof pageImageFormats)[number];
type PageOptions = z.output<typeof pageImageOptions>;
type PagesRequest = ConvertRequest<typeof pageImageOptions, 'pdf', ImageFormat>;

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
      ? sharp(rgb, { raw: { width, height, channels: CHANNELS } })
      : sharp(grey, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  const dense = to === 'webp' ? pixels : pixels.withDensity(Math.round(how.dpi));
  return { page, bytes: await encodeAs(dense, to, how).toBuffer() };
}

async function renderAll(
  document: PdfiumDocument,
  { options: how, to, onProgress }: PagesRequest,
): Promise<FileResult> {
  const sharp = await loadSharp();
  const { sizes, asked } = measurePages(document, how.pages, how.dpi);
  const pages: PageImage[] = [];
  const damaged: DamagedImage[] = [];
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
    while (encoding.length >= MAX_ENCODING || (encoding.length > 0 && pixels + own > MAX_WAITING_PIXELS))
      await finishOne();
    const drawn = await drawPage(document, size);
    if (drawn === undefined) continue;
    appendAll(damaged, drawn.damaged);
    encoding.push({ pixels: own, image: encode(sharp, size, drawn.rgb, to, how) });
    pixels += own;
  }
  while (encoding.length > 0) await finishOne();
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  const missing = asked - pages.length;
  const warnings = [
    ...(missing > 0 ? [`${missing} damaged ${missing === 1 ? 'page' : 'pages'} could not be rendered.`] : []),
    ...damageWarnings(damaged),
    ...leftOutWarning(countEach(documentParts(document))),
  ];
  return { ...packPages(pages, to, document.pages), pages: pages.length, warnings };
}

/** Renders the requested pages of a PDF. */
export async function renderPages(input: Uint8Array, request: PagesRequest): Promise<FileResult> {
  checkPdfStreams(input);
  checkTilings(input);
  return await withPdfium(input, request.options.password, (document) => renderAll(document, request));
}

/** Loads PDFium and the encoder. */
export async function loadRenderer(): Promise<void> {
  await Promise.all([loadPdfium(), loadSharp()]);
}
