import { sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { MAX_IMAGE_PIXELS, openImage } from '../../backends/sharp/open-image.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/recognize.ts';
import { unreadWarnings } from '../../backends/tesseract/unread-warnings.ts';
import type { ReadRequest } from '../../engine/role.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import { type RasterFormat, rasterFormats } from '../../shared/images/image-options.ts';
import { treeOfPages } from '../../shared/page-layout/layout-tree.ts';
import { readImageInfo } from './image-info.ts';
import { imageReadOptions, noRecognition, noTextFound } from './read-options.ts';
import { framesToRead, recognizeFrames } from './recognize-frames.ts';

async function read(
  bytes: Uint8Array,
  {
    options: { pages: requested, ocr, ocr_languages: languages },
    from,
    target,
    onProgress,
  }: ReadRequest<typeof imageReadOptions, RasterFormat>,
): Promise<DocumentResult> {
  const image = await openImage(await loadSharp(), bytes);
  const frames = framesToRead(image, from, requested);
  const needsText = target?.to !== 'metadata' && target?.to !== 'images';
  if (needsText && ocr === 'never') throw noRecognition();
  const reads = needsText || ocr === 'always';
  const pages = reads ? await recognizeFrames(image, frames, languages, onProgress) : [];
  const content = treeOfPages(pages.map(sourceOfParsedPage), {
    keepsLines: target?.to === 'document',
  });
  if (needsText && content.blocks.length === 0) throw noTextFound();
  return {
    tree: {
      hub: 'document',
      fileType: from,
      info: await readImageInfo(image.metadata),
      ...content,
      images: [],
      pages: image.frames,
    },
    pages: frames.length,
    ocr_pages: pages.length,
    warnings: unreadWarnings(pages),
  };
}

/** Recognizes the text on images with Tesseract, which is part of liteparse. */
export const imageReader = documentReader({
  name: 'liteparse-image-reader',
  package: '@llamaindex/liteparse',
  from: rasterFormats,
  options: imageReadOptions,
  limits: { maxPages: MAX_OCR_PAGES, maxPixels: MAX_IMAGE_PIXELS },
  read,
});
