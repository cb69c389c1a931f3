import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { ocrOptions } from '../../backends/tesseract/ocr-options.ts';
import { pdfOptions } from '../../engine/options.ts';

/** Options of reading an image. */
export const imageReadOptions = z.strictObject({ pages: pdfOptions.shape.pages, ...ocrOptions.shape });

/** The client forbade the only way to read an image. */
export const noRecognition = (): ConversionError =>
  new ConversionError(
    'unsupported_content',
    'Text in images can only be read with text recognition (OCR). Remove "ocr": "never".',
  );

/** There is no text on the image. */
export const noTextFound = (): ConversionError =>
  new ConversionError(
    'empty_document',
    'Text recognition found no text in the image. Send a sharper or larger image.',
  );
