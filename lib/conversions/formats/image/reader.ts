import type { ParsedPage } from '@llamaindex/liteparse';
import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { noSuchFrames, tooManyFrames } from '../../backends/sharp/image-errors.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { MAX_IMAGE_PIXELS, type OpenImage, openImage } from '../../backends/sharp/open-image.ts';
import { greyImage } from '../../backends/tesseract/grey-image.ts';
import type { OcrLanguage } from '../../backends/tesseract/languages.ts';
import { ocrOptions } from '../../backends/tesseract/ocr-options.ts';
import { MAX_OCR_PAGES, OCR_BATCH, recognizeImages } from '../../backends/tesseract/recognize.ts';
import { appendAll } from '../../base/arrays.ts';
import { parsePageRanges, selectPages } from '../../base/page-ranges.ts';
import type { RequestContext } from '../../engine/engine.ts';
import { pdfOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import { type RasterFormat, rasterFormats } from '../../shared/images/image-options.ts';
import { treeOfPages } from '../../shared/page-layout/layout-tree.ts';
import { readImageInfo } from './image-info.ts';

const options = z.strictObject({ pages: pdfOptions.shape.pages, ...ocrOptions.shape });

/** Frames to read, from 1: the requested ones, else all pages of a TIFF or the first frame of an animation. */
function framesToRead(image: OpenImage, from: string, requested: string | undefined): number[] {
  const ranges = requested === undefined ? undefined : parsePageRanges(requested);
  if (ranges === undefined && from !== 'tiff') return [1];
  const frames = selectPages(ranges ?? [{ first: 1, last: -1 }], image.frames);
  if (frames.length === 0) throw noSuchFrames(requested ?? '', image.frames);
  if (frames.length > MAX_OCR_PAGES) throw tooManyFrames(frames.length, MAX_OCR_PAGES);
  return frames;
}

async function recognizeFrames(
  image: OpenImage,
  frames: readonly number[],
  languages: readonly OcrLanguage[],
  onProgress: RequestContext['onProgress'],
): Promise<ParsedPage[]> {
  const pages: ParsedPage[] = [];
  for (let at = 0; at < frames.length; at += OCR_BATCH) {
    const batch = frames.slice(at, at + OCR_BATCH);
    const images = [];
    for (const frame of batch) images.push(await greyImage(image, frame - 1));
    appendAll(pages, await recognizeImages(images, languages, batch));
    onProgress?.({ done: at + batch.length, total: frames.length, unit: 'pages' });
  }
  return pages;
}

async function read(
  bytes: Uint8Array,
  {
    options: { pages: requested, ocr, ocr_languages: languages },
    from,
    target,
    onProgress,
  }: ReadRequest<typeof options, RasterFormat>,
): Promise<DocumentResult> {
  const image = await openImage(await loadSharp(), bytes);
  const frames = framesToRead(image, from, requested);
  const needsText = target?.to !== 'metadata' && target?.to !== 'images';
  if (needsText && ocr === 'never')
    throw new ConversionError(
      'unsupported_content',
      'Text in images can only be read with text recognition (OCR). Remove "ocr": "never".',
    );
  const reads = needsText || ocr === 'always';
  const pages = reads ? await recognizeFrames(image, frames, languages, onProgress) : [];
  const content = treeOfPages(pages.map(sourceOfParsedPage));
  if (needsText && content.blocks.length === 0)
    throw new ConversionError(
      'empty_document',
      'Text recognition found no text in the image. Send a sharper or larger image.',
    );
  return {
    tree: {
      hub: 'document',
      fileType: from,
      info: await readImageInfo(image.metadata),
      ...content,
      notes: [],
      images: [],
      pages: image.frames,
    },
    pages: frames.length,
    ocr_pages: pages.length,
  };
}

/** Recognizes the text on images with Tesseract, which is part of liteparse. */
export const imageReader = documentReader({
  name: 'liteparse-image-reader',
  package: '@llamaindex/liteparse',
  from: rasterFormats,
  options,
  limits: { maxPages: MAX_OCR_PAGES, maxPixels: MAX_IMAGE_PIXELS },
  read,
});
