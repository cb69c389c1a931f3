import * as z from 'zod';
import { documentPageOptions, pdfOptions, pdfPageOptions, textOptions } from '../../engine/options.ts';
import { encodingOptions } from '../../shared/images/image-options.ts';

/** Options for printing a web page to PDF. */
export const printOptions = z.strictObject({
  ...textOptions.shape,
  page_size: documentPageOptions.shape.page_size,
  landscape: documentPageOptions.shape.landscape,
  margin: pdfPageOptions.shape.margin,
  header: pdfPageOptions.shape.header,
  footer: pdfPageOptions.shape.footer,
  page_numbers: z.boolean().default(false).describe('Adds a page number to the footer of each page.'),
  pages: pdfOptions.shape.pages,
  print_background: z.boolean().default(true).describe('Prints background colours and images.'),
  scale: z
    .number()
    .min(0.1)
    .max(2)
    .default(1)
    .describe('Scale factor of the page content. 1 is the original size.'),
});

/** Options for rendering a web page to an image. */
export const screenshotOptions = z.strictObject({
  ...textOptions.shape,
  quality: encodingOptions.shape.quality,
  viewport_width: z.int().min(100).max(4000).default(1280).describe('Width of the viewport in CSS pixels.'),
  pixel_ratio: z.number().min(0.5).max(3).default(1).describe('Image pixels per CSS pixel.'),
});

/** The image formats that a browser writes. */
export const screenshotFormats = ['png', 'jpeg', 'webp'] as const;

/** One of {@link screenshotFormats}. */
export type ScreenshotFormat = (typeof screenshotFormats)[number];
