import type PDFDocument from 'pdfkit';
import * as z from 'zod';
import { noSuchFrames, tooManyFrames } from '../../../backends/sharp/image-errors.ts';
import { loadSharp } from '../../../backends/sharp/load-sharp.ts';
import {
  MAX_FRAMES,
  MAX_IMAGE_PIXELS,
  type OpenImage,
  openImage,
} from '../../../backends/sharp/open-image.ts';
import { loadPackage } from '../../../base/package-assets.ts';
import { parsePageRanges, selectPages } from '../../../base/page-ranges.ts';
import { fileContent } from '../../../engine/content.ts';
import type { Content, Edge, Engine, EngineOutput, EngineRequest } from '../../../engine/engine.ts';
import { pdfOptions } from '../../../engine/options.ts';
import { rasterFormats } from '../../image/image-options.ts';
import { placeImage, placementOptions } from './page-placement.ts';
import { pdfImage } from './pdf-image.ts';

const options = z.strictObject({ pages: pdfOptions.shape.pages, ...placementOptions.shape });

type Document = InstanceType<typeof PDFDocument>;

/** The file's identifier is made of this date, so the same images give the same bytes; it does not stay in the file. */
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

/** A page for each page of a tiff, the first frame of anything else, or the frames asked for. */
function framesOf(image: OpenImage, from: string, asked: string | undefined): number[] {
  const ranges = asked === undefined ? undefined : parsePageRanges(asked);
  if (ranges === undefined && from !== 'tiff') return [1];
  const frames = selectPages(ranges ?? [{ first: 1, last: -1 }], image.frames);
  if (frames.length === 0) throw noSuchFrames(asked ?? '', image.frames);
  return frames;
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { pages: asked, ...placement } = options.parse(request.options);
  const { from } = request;
  const sharp = await loadSharp();
  const files = [fileContent(content), ...(request.further ?? [])];
  const { document, ended } = await newDocument();
  let pages = 0;
  let left = 0;
  for (const [at, file] of files.entries()) {
    const image = await openImage(sharp, file);
    const frames = framesOf(image, from, asked);
    if (pages + frames.length > MAX_FRAMES) throw tooManyFrames(pages + frames.length, MAX_FRAMES);
    for (const frame of frames) {
      const picture = await pdfImage(image, file, frame - 1);
      const { pageWidth, pageHeight, x, y, width, height } = placeImage(picture, placement);
      document.addPage({ size: [pageWidth, pageHeight], margin: 0 });
      document.image(Buffer.from(picture.bytes), x, y, { width, height });
      pages += 1;
    }
    if (from !== 'tiff' && asked === undefined) left += image.frames - 1;
    request.onProgress?.({ done: pages, total: at + 1 === files.length ? pages : null, unit: 'pages' });
  }
  document.end();
  const warnings = left > 0 ? ['Of each animation only the first frame was taken.'] : [];
  return { content: await ended, report: { pages, warnings } };
}

/** Pictures to pdf, a page each. */
export const imagesToPdf: Engine = {
  name: 'pdfkit',
  package: 'pdfkit',
  edges: rasterFormats.map((from): Edge => ({ from, operation: 'convert', to: 'pdf', takesSeveral: true })),
  options,
  limits: { maxPages: MAX_FRAMES, maxPixels: MAX_IMAGE_PIXELS },
  convert,
};
