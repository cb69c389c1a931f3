import { MAX_IMAGE_PIXELS } from '../../backends/sharp/limits.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/limits.ts';
import { fileExtractor } from '../../engine/roles.ts';
import { rasterFormats } from '../../shared/images/image-options.ts';
import { imageReadOptions } from './read-options.ts';

/** Recognizes the words on images and writes them with their places as hOCR. */
export const imageWords = fileExtractor({
  name: 'liteparse-image-to-hocr',
  package: '@llamaindex/liteparse',
  from: rasterFormats,
  extracts: ['hocr'],
  options: imageReadOptions,
  limits: { maxPages: MAX_OCR_PAGES, maxPixels: MAX_IMAGE_PIXELS },
  write: async (bytes, request) => {
    const { writeImageWords } = await import('./write-words.ts');
    return await writeImageWords(bytes, request);
  },
});
