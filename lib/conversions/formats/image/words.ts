import { toWordPage } from '../../backends/liteparse/word-page.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { MAX_IMAGE_PIXELS, openImage } from '../../backends/sharp/open-image.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/recognize.ts';
import { unreadWarnings } from '../../backends/tesseract/unread-warnings.ts';
import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import { fileExtractor } from '../../engine/roles.ts';
import { rasterFormats } from '../../shared/images/image-options.ts';
import { writeHocr } from '../../shared/page-layout/write-hocr.ts';
import { imageReadOptions, noRecognition, noTextFound } from './read-options.ts';
import { framesToRead, recognizeFrames } from './recognize-frames.ts';

/** Recognizes the words on images and writes them with their places as hOCR. */
export const imageWords = fileExtractor({
  name: 'liteparse-image-to-hocr',
  package: '@llamaindex/liteparse',
  from: rasterFormats,
  extracts: ['hocr'],
  options: imageReadOptions,
  limits: { maxPages: MAX_OCR_PAGES, maxPixels: MAX_IMAGE_PIXELS },
  write: async (bytes, { from, options, onProgress, maxResultBytes }) => {
    if (options.ocr === 'never') throw noRecognition();
    const image = await openImage(await loadSharp(), bytes);
    const frames = framesToRead(image, from, options.pages);
    const pages = await recognizeFrames(image, frames, options.ocr_languages, onProgress);
    if (pages.every(({ textItems }) => textItems.length === 0)) throw noTextFound();
    const sink = createTextSink(createResultBudget(maxResultBytes));
    // Boxes are in the pixels of the image.
    const width = pages[0]?.width ?? 0;
    writeHocr(pages.map(toWordPage), width > 0 ? (image.width * 72) / width : 72, sink);
    return {
      bytes: sink.bytes(),
      pages: frames.length,
      ocr_pages: pages.length,
      warnings: unreadWarnings(pages),
    };
  },
});
