import * as z from 'zod';
import { ocrOptions } from '../../backends/tesseract/ocr-options.ts';
import { hiddenOption, pdfOptions } from '../../engine/options.ts';
import type { RoleRequest } from '../../engine/role.ts';

/** Options for reading a PDF, including text recognition. */
export const pdfReadOptions = z.strictObject({
  ...pdfOptions.shape,
  ...ocrOptions.shape,
  hidden: hiddenOption,
});

/** A request to read a PDF. */
export type PdfRequest = RoleRequest<typeof pdfReadOptions>;
