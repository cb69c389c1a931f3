import { MAX_FRAMES, MAX_IMAGE_PIXELS } from '../../backends/sharp/limits.ts';
import { fileConverter, pairs } from '../../engine/roles.ts';
import { imageOptions, rasterFormats } from '../../shared/images/image-options.ts';

/** Converts image formats to each other, or to themselves in another size, with libvips. */
export const sharp = fileConverter({
  name: 'sharp-image-to-image',
  package: 'sharp',
  pairs: pairs(rasterFormats, rasterFormats),
  options: imageOptions,
  limits: { maxPixels: MAX_IMAGE_PIXELS, maxPages: MAX_FRAMES },
  convert: async (bytes, request) => {
    const { convertImage } = await import('./convert-image.ts');
    return await convertImage(bytes, request);
  },
});
