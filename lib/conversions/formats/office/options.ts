import * as z from 'zod';
import type { OfficeFormat } from '../../backends/libreoffice/office-formats.ts';
import { documentPageOptions, passwordOption, pdfOptions } from '../../engine/options.ts';
import { reviewOptions } from '../../shared/wordprocessing/review-options.ts';
import { operationOptions } from '../pdf/operations/operation-options.ts';

/** Formats whose tracked changes are accepted or rejected before LibreOffice converts them. */
export const reviewedFormats: readonly OfficeFormat[] = ['docx', 'doc', 'odt', 'rtf'];

/** Formats that LibreOffice reads as workbooks. */
export const workbookFormats: readonly OfficeFormat[] = ['xlsx', 'xls', 'xlsb', 'ods'];

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
  page_size: documentPageOptions.shape.page_size,
  landscape: documentPageOptions.shape.landscape,
  margin: documentPageOptions.shape.margin,
  header: documentPageOptions.shape.header,
  footer: documentPageOptions.shape.footer,
  page_numbers: documentPageOptions.shape.page_numbers,
  watermark: operationOptions.shape.watermark,
  watermark_opacity: operationOptions.shape.watermark_opacity,
  watermark_angle: operationOptions.shape.watermark_angle,
  watermark_color: operationOptions.shape.watermark_color,
  fit: z
    .enum(['width', 'page'])
    .optional()
    .describe(
      'Scales each worksheet to the "width" of a page, or to one "page". Default: the scale set in the workbook.',
    ),
  sheets: z
    .literal('one_page_each')
    .optional()
    .describe('"one_page_each" prints each worksheet on one page that is as large as its content.'),
  pdf_standard: documentPageOptions.shape.pdf_standard,
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
