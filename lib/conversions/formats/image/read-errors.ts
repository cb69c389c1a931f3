import { ConversionError } from '../../errors.ts';

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
