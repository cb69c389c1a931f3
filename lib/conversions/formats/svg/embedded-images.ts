import { MAX_IMAGE_PIXELS } from '../../backends/sharp/limits.ts';
import type { Sharp } from '../../backends/sharp/load-sharp.ts';
import { openImage } from '../../backends/sharp/open-image.ts';
import { ConversionError } from '../../errors.ts';
import { embeddedBytes } from './references.ts';
import { complexSvg, corruptSvg } from './svg-errors.ts';

const MAX_IMAGES = 1000;

const tooManyPixels = (): ConversionError =>
  complexSvg(`embedded images with more than ${MAX_IMAGE_PIXELS} pixels in total`);

/**
 * Checks the dimensions of images embedded in an SVG before they are decoded. Throws ConversionError `too_complex` for more
 * than {@link MAX_IMAGE_PIXELS} in total, `corrupt_document` for invalid image data.
 */
export async function checkImages(sharp: Sharp, images: readonly string[]): Promise<void> {
  if (images.length > MAX_IMAGES) throw complexSvg(`more than ${MAX_IMAGES} embedded images`);
  let pixels = 0;
  for (const image of images) {
    const { width, height, frames } = await openImage(sharp, embeddedBytes(image)).catch((error: unknown) => {
      throw error instanceof ConversionError && error.code === 'too_complex'
        ? tooManyPixels()
        : corruptSvg(error);
    });
    pixels += width * height * frames;
    if (pixels > MAX_IMAGE_PIXELS) throw tooManyPixels();
  }
}
