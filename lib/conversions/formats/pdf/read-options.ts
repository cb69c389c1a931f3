import * as z from 'zod';
import { ocrOptions } from '../../backends/tesseract/ocr-options.ts';
import { pdfOptions } from '../../engine/options.ts';

/** Options for reading a PDF, including text recognition. */
export const pdfReadOptions = z.strictObject({
  ...pdfOptions.shape,
  ...ocrOptions.shape,
  hidden: z
    .enum(['omit', 'keep'])
    .default('omit')
    .describe(
      'Text that nobody can see on the page, such as white on white, in invisible or tiny type, or under a box: "omit" leaves it out and says so, "keep" keeps it.',
    ),
});
