import * as z from 'zod';
import { ocrOptions } from '../../backends/tesseract/ocr-options.ts';
import { pdfOptions } from '../../engine/options.ts';

/** Options of reading an image. */
export const imageReadOptions = z.strictObject({ pages: pdfOptions.shape.pages, ...ocrOptions.shape });
