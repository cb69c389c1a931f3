import { MAX_IMAGE_PIXELS } from '../../backends/sharp/limits.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/limits.ts';
import { documentReader } from '../../engine/roles.ts';
import { rasterFormats } from '../../shared/images/image-options.ts';
import { imageReadOptions } from './read-options.ts';

/** Recognizes the text on images with Tesseract, which is part of liteparse. */
export const imageReader = documentReader({
  name: 'liteparse-image-reader',
  package: '@llamaindex/liteparse',
  from: rasterFormats,
  options: imageReadOptions,
  limits: { maxPages: MAX_OCR_PAGES, maxPixels: MAX_IMAGE_PIXELS },
  read: async (bytes, request) => {
    const { readImage } = await import('./read-image.ts');
    return await readImage(bytes, request);
  },
});
