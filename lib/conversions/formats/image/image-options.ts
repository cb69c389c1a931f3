import * as z from 'zod';
import { pdfOptions } from '../../engine/options.ts';

/** The raster image formats that are read and written. */
export const rasterFormats = ['png', 'jpeg', 'webp', 'tiff', 'gif'] as const;

/** A raster image format. */
export type RasterFormat = (typeof rasterFormats)[number];

const side = z.int().min(1).max(16_383);

/** How pictures are written. */
export const encodingOptions = z.strictObject({
  quality: z
    .int()
    .min(1)
    .max(100)
    .default(85)
    .describe('Quality of jpeg and webp, 1 to 100. The other formats lose nothing.'),
  lossless: z.boolean().default(false).describe('Writes webp without loss; "quality" then has no effect.'),
});

/** How large pictures are made. */
export const sizeOptions = z.strictObject({
  width: side.optional().describe('Width in pixels that the image is made to fit, keeping its shape.'),
  height: side.optional().describe('Height in pixels that the image is made to fit, keeping its shape.'),
});

const colour = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'expected a colour such as "#ffffff"' });

/** What lies under transparent parts. */
export const backgroundOption = colour
  .optional()
  .describe(
    'Colour such as "#ffffff" to put under transparent parts. White where left out and the format has no transparency.',
  );

/** Resolution of pictures that are drawn. */
export const drawnDpi = z
  .number()
  .min(36)
  .max(600)
  .default(150)
  .describe('Resolution in pixels per inch at which pages are drawn.');

/** Options of one picture format to another. */
export const imageOptions = z.strictObject({
  ...encodingOptions.shape,
  ...sizeOptions.shape,
  enlarge: z.boolean().default(false).describe('Lets "width" and "height" make the image larger, too.'),
  dpi: z
    .number()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Resolution to note in the file, in pixels per inch. That of the original where left out.'),
  pages: pdfOptions.shape.pages,
  background: backgroundOption,
  keep_metadata: z
    .boolean()
    .default(false)
    .describe('Keeps camera data, place and colour profile, which are left out otherwise.'),
});

/** Parsed options of {@link imageOptions}. */
export type ImageOptions = z.output<typeof imageOptions>;
