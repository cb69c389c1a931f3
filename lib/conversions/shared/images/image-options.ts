import * as z from 'zod';
import { pdfOptions } from '../../engine/options.ts';

/** The raster image formats that are read and written. */
export const rasterFormats = ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'] as const;

/** A raster image format. */
export type RasterFormat = (typeof rasterFormats)[number];

const side = z.int().min(1).max(16_383);

/** Options for encoding images. */
export const encodingOptions = z.strictObject({
  quality: z
    .int()
    .min(1)
    .max(100)
    .default(85)
    .describe('Quality of JPEG, WebP and AVIF images, from 1 to 100. Other formats are lossless.'),
  lossless: z
    .boolean()
    .default(false)
    .describe('Writes lossless WebP or AVIF. "quality" then has no effect.'),
});

/** Options for resizing images. */
export const sizeOptions = z.strictObject({
  width: side.optional().describe('Maximum width in pixels. Keeps the aspect ratio.'),
  height: side.optional().describe('Maximum height in pixels. Keeps the aspect ratio.'),
});

const colour = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'must be a colour such as "#ffffff"' });

/** Background colour for transparent areas. */
export const backgroundOption = colour
  .optional()
  .describe(
    'Background colour of transparent areas, such as "#ffffff". Default: transparent, or white if the target format has no transparency.',
  );

/** Resolution of rendered pages. */
export const drawnDpi = z
  .number()
  .min(36)
  .max(600)
  .default(150)
  .describe('Resolution of rendered pages in pixels per inch.');

/** Options for converting raster images. */
export const imageOptions = z.strictObject({
  ...encodingOptions.shape,
  ...sizeOptions.shape,
  enlarge: z.boolean().default(false).describe('Lets "width" and "height" enlarge the image.'),
  dpi: z
    .number()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Resolution to store in the file, in pixels per inch. Default: that of the original.'),
  pages: pdfOptions.shape.pages,
  background: backgroundOption,
  keep_metadata: z
    .boolean()
    .default(false)
    .describe('Keeps camera data, location and colour profile, which are removed by default.'),
});

/** Parsed options of {@link imageOptions}. */
export type ImageOptions = z.output<typeof imageOptions>;
