import type PDFDocument from 'pdfkit';
import type * as z from 'zod';
import { jpegDamage } from '../../../backends/sharp/damaged-jpeg.ts';
import { tooManyFrames } from '../../../backends/sharp/image-errors.ts';
import { MAX_FRAMES } from '../../../backends/sharp/limits.ts';
import { loadSharp } from '../../../backends/sharp/load-sharp.ts';
import { openImage } from '../../../backends/sharp/open-image.ts';
import { selectFrames, unusedFrames } from '../../../backends/sharp/select-frames.ts';
import { loadPackage } from '../../../base/package-assets.ts';
import type { RequestContext } from '../../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../../engine/role.ts';
import type { RasterFormat } from '../../../shared/images/image-options.ts';
import type { SearchablePdf } from '../text-layer/add-text-layer.ts';
import type { imagePdfOptions } from './image-options.ts';
import { placeImage } from './page-placement.ts';
import { pdfImage } from './pdf-image.ts';

type Document = InstanceType<typeof PDFDocument>;

/** The date that PDFKit derives the file's identifier from. It is fixed for reproducible output, and removed later. */
async function newDocument(): Promise<{ document: Document; ended: Promise<Buffer> }> {
  const { default: Pdf } = await loadPackage<{ readonly default: typeof PDFDocument }>('pdfkit');
  const info = { CreationDate: new Date(0), Producer: 'DocForge', Creator: 'DocForge' };
  const document = new Pdf({ autoFirstPage: false, margin: 0, info });
  Reflect.deleteProperty(document.info, 'CreationDate');
  Object.assign(document, { endMetadata: () => undefined });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
  return { document, ended };
}

/** Adds what a request asks for to a PDF of images: recognized text, and conformance to a standard. */
async function completed(
  images: Uint8Array,
  { searchable, ocr_languages: languages, pdf_standard: standard }: z.output<typeof imagePdfOptions>,
  context: Pick<RequestContext, 'onProgress' | 'recognition'>,
): Promise<SearchablePdf> {
  let written: SearchablePdf = { bytes: images, recognized: 0, warnings: [] };
  if (searchable) {
    const { addTextLayer } = await import('../text-layer/add-text-layer.ts');
    written = await addTextLayer(images, languages, context);
  }
  if (standard === 'none') return written;
  const { archivePdf } = await import('../archive/archive-pdf.ts');
  return { ...written, bytes: (await archivePdf(written.bytes, standard)).bytes };
}

/** Writes each image on a page of its own. */
export async function writeImages(
  input: Uint8Array,
  {
    options: asked,
    from,
    further = [],
    onProgress,
    recognition,
  }: ConvertRequest<typeof imagePdfOptions, RasterFormat, 'pdf'>,
): Promise<FileResult> {
  const sharp = await loadSharp();
  const files = [input, ...further];
  const { document, ended } = await newDocument();
  let pages = 0;
  const skipped = new Set<string>();
  for (const [at, file] of files.entries()) {
    const image = await openImage(sharp, file);
    const frames = selectFrames(image, from, asked.pages);
    if (pages + frames.length > MAX_FRAMES) throw tooManyFrames(pages + frames.length, MAX_FRAMES);
    for (const frame of frames) {
      const picture = await pdfImage(image, file, frame - 1);
      const { pageWidth, pageHeight, x, y, width, height } = placeImage(picture, asked);
      document.addPage({ size: [pageWidth, pageHeight], margin: 0 });
      document.image(Buffer.from(picture.bytes), x, y, { width, height });
      pages += 1;
    }
    const name = files.length > 1 ? `Image ${at + 1}` : undefined;
    for (const warning of await jpegDamage(sharp, file, name)) skipped.add(warning);
    for (const warning of unusedFrames(image, from, asked.pages)) skipped.add(warning);
    onProgress?.({ done: pages, total: at + 1 === files.length ? pages : null, unit: 'pages' });
  }
  document.end();
  const { bytes, recognized, warnings } = await completed(await ended, asked, { onProgress, recognition });
  return { bytes, pages, ocr_pages: recognized, warnings: [...skipped, ...warnings] };
}
