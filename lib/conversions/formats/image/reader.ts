import type { ParsedPage } from '@llamaindex/liteparse';
import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { noSuchFrames, tooManyFrames } from '../../backends/sharp/image-errors.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { MAX_IMAGE_PIXELS, type OpenImage, openImage } from '../../backends/sharp/open-image.ts';
import { greyImage } from '../../backends/tesseract/grey-image.ts';
import type { OcrLanguage } from '../../backends/tesseract/languages.ts';
import { ocrOptions } from '../../backends/tesseract/ocr-options.ts';
import { OCR_BATCH, recognizePictures } from '../../backends/tesseract/recognize.ts';
import { appendAll } from '../../base/arrays.ts';
import { parsePageRanges, selectPages } from '../../base/page-ranges.ts';
import { fileContent } from '../../engine/content.ts';
import type { Content, Edge, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { pdfOptions } from '../../engine/options.ts';
import { treeOfPages } from '../pdf/layout/layout-tree.ts';
import { sourceOfParsedPage } from '../pdf/liteparse-runs.ts';
import { MAX_OCR_PAGES } from '../pdf/recognize-scans.ts';
import { readImageInfo } from './image-info.ts';
import { isRasterFormat, rasterFormats } from './image-options.ts';

const options = z.strictObject({ pages: pdfOptions.shape.pages, ...ocrOptions.shape });

/** Pages to read, from 1: all of a tiff, the first frame of an animation, or those asked for. */
function framesToRead(image: OpenImage, from: string, asked: string | undefined): number[] {
  const ranges = asked === undefined ? undefined : parsePageRanges(asked);
  if (ranges === undefined && from !== 'tiff') return [1];
  const frames = selectPages(ranges ?? [{ first: 1, last: -1 }], image.frames);
  if (frames.length === 0) throw noSuchFrames(asked ?? '', image.frames);
  if (frames.length > MAX_OCR_PAGES) throw tooManyFrames(frames.length, MAX_OCR_PAGES);
  return frames;
}

async function recognizeFrames(
  image: OpenImage,
  frames: readonly number[],
  languages: readonly OcrLanguage[],
  onProgress: EngineRequest['onProgress'],
): Promise<ParsedPage[]> {
  const pages: ParsedPage[] = [];
  for (let at = 0; at < frames.length; at += OCR_BATCH) {
    const some = frames.slice(at, at + OCR_BATCH);
    const pictures = [];
    for (const frame of some) pictures.push(await greyImage(image, frame - 1));
    appendAll(pages, await recognizePictures(pictures, languages, some));
    onProgress?.({ done: at + some.length, total: frames.length, unit: 'pages' });
  }
  return pages;
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { pages: asked, ocr, ocr_languages: languages } = options.parse(request.options);
  const image = await openImage(await loadSharp(), fileContent(content));
  const frames = framesToRead(image, request.from, asked);
  const wanted = request.target?.to;
  // Neither asks what is written on the picture.
  const needsText = wanted !== 'metadata' && wanted !== 'images';
  if (needsText && ocr === 'never')
    throw new ConversionError(
      'unsupported_content',
      'An image holds no text but what text recognition (OCR) finds. Leave out "ocr": "never".',
    );
  const reads = needsText || ocr === 'always';
  const pages = reads ? await recognizeFrames(image, frames, languages, request.onProgress) : [];
  const blocks = treeOfPages(pages.map(sourceOfParsedPage));
  if (needsText && blocks.length === 0)
    throw new ConversionError('empty_document', 'No text was found on the image. Check the file.');
  return {
    content: {
      hub: 'document',
      fileType: isRasterFormat(request.from) ? request.from : 'png',
      info: await readImageInfo(image.metadata),
      blocks,
      notes: [],
      images: [],
      pages: image.frames,
    },
    report: { pages: frames.length, ocr_pages: pages.length },
  };
}

/** The text on pictures, by text recognition: Tesseract, inside of liteparse. */
export const imageReader: Engine = {
  name: 'liteparse',
  package: '@llamaindex/liteparse',
  edges: rasterFormats.map((from): Edge => ({ from, operation: 'read', to: 'document' })),
  options,
  limits: { maxPages: MAX_OCR_PAGES, maxPixels: MAX_IMAGE_PIXELS },
  convert,
};
