import * as z from 'zod';
import { archiveOptions, pdfOptions } from '../../../engine/options.ts';
import { operationOptions } from '../operations/operation-options.ts';
import { placementOptions } from './placement-options.ts';

/** Options for converting images to PDF. */
export const imagePdfOptions = z.strictObject({
  pages: pdfOptions.shape.pages,
  ...placementOptions.shape,
  searchable: operationOptions.shape.searchable,
  ocr_languages: operationOptions.shape.ocr_languages,
  ...archiveOptions.shape,
});
