import { MAX_FRAMES, MAX_IMAGE_PIXELS } from '../../../backends/sharp/limits.ts';
import { fileConverter, pairs } from '../../../engine/roles.ts';
import { rasterFormats } from '../../../shared/images/image-options.ts';
import { imagePdfOptions } from './image-options.ts';

/** Converts images to a PDF with one image on each page. */
export const imagesToPdf = fileConverter({
  name: 'pdfkit-image-to-pdf',
  package: 'pdfkit',
  pairs: pairs(rasterFormats, ['pdf']),
  takesSeveral: true,
  options: imagePdfOptions,
  resultOptions: ['pdf_standard'],
  limits: { maxPages: MAX_FRAMES, maxPixels: MAX_IMAGE_PIXELS },
  convert: async (bytes, request) => {
    const { writeImages } = await import('./write-images.ts');
    return await writeImages(bytes, request);
  },
});
