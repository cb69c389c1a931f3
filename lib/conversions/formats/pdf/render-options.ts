import * as z from 'zod';
import { pdfOptions } from '../../engine/options.ts';
import { drawnDpi, encodingOptions } from '../../shared/images/image-options.ts';

/** Options for rendering pages. */
export const pageImageOptions = z.strictObject({
  pages: pdfOptions.shape.pages,
  password: pdfOptions.shape.password,
  ...encodingOptions.shape,
  dpi: drawnDpi,
});

/** The formats of rendered pages. */
export const pageImageFormats = ['png', 'jpeg', 'webp'] as const;
