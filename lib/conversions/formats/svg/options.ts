import * as z from 'zod';
import { backgroundOption, encodingOptions, sizeOptions } from '../../shared/images/image-options.ts';

/** CSS pixels per inch (CSS 2.1, 4.3.2). */
export const PIXELS_PER_INCH = 96;

/** Options for rendering drawings. */
export const svgImageOptions = z.strictObject({
  ...encodingOptions.shape,
  ...sizeOptions.shape,
  background: backgroundOption,
  dpi: z
    .number()
    .min(36)
    .max(600)
    .default(PIXELS_PER_INCH)
    .describe('Resolution in pixels per inch. At 96, one SVG unit is one pixel.'),
});
