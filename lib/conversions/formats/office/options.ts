import * as z from 'zod';
import type { OfficeFormat } from '../../backends/libreoffice/office-formats.ts';
import { passwordOption, pdfOptions, pdfPageOptions } from '../../engine/options.ts';
import { reviewOptions } from '../../shared/wordprocessing/review-options.ts';

/** Formats whose tracked changes are accepted or rejected before LibreOffice converts them. */
export const reviewedFormats: readonly OfficeFormat[] = ['docx', 'doc', 'odt', 'rtf'];

/** Options for converting office documents to office formats. */
export const officeOptions = z.strictObject({
  ...passwordOption.shape,
  tracked_changes: reviewOptions.shape.tracked_changes,
});

/** Options for converting office documents to PDF. */
export const officePdfOptions = z.strictObject({
  ...officeOptions.shape,
  pages: pdfOptions.shape.pages.describe(
    'Pages to write, such as "1-3,7,-1". -1 is the last page. Default: all pages.',
  ),
  pdf_standard: pdfPageOptions.shape.pdf_standard,
  image_quality: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(90)
    .describe('JPEG quality of images in the PDF. 100 keeps all images unchanged.'),
  image_dpi: z
    .number()
    .int()
    .min(36)
    .max(1200)
    .default(300)
    .describe('Maximum image resolution, in pixels per inch. Images above it are downscaled.'),
});
