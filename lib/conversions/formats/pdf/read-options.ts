import * as z from 'zod';
import { ocrOptions } from '../../backends/tesseract/ocr-options.ts';
import { hiddenOption, pdfOptions } from '../../engine/options.ts';

/** Options for reading a PDF, including text recognition. */
export const pdfReadOptions = z.strictObject({
  ...pdfOptions.shape,
  ...ocrOptions.shape,
  hidden: hiddenOption,
});
