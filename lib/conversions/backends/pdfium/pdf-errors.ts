import { ConversionError } from '../../../errors.ts';

/** The password is missing, or the one given does not open the document. */
export function encryptedPdf(passwordGiven: boolean, cause: unknown): ConversionError {
  const message = passwordGiven
    ? 'The PDF is encrypted and the given password does not open it. Check the "password" option.'
    : 'The PDF is encrypted. Give its password in the "password" option.';
  return new ConversionError('encrypted_document', message, { cause });
}

/** Nothing can be read. */
export function corruptPdf(cause?: unknown): ConversionError {
  const message = 'The PDF is damaged or incomplete and cannot be read. Export or download it again.';
  return new ConversionError('corrupt_document', message, { cause });
}

/** Pictures of pages, and no text on any. */
export function scannedPdf(): ConversionError {
  const message =
    'The PDF holds only images of its pages (a scan) and no text. Leave out "ocr": "never" to have their text recognised (OCR).';
  return new ConversionError('unsupported_content', message);
}

/** Pages, and nothing on them that is text. */
export function textlessPdf(): ConversionError {
  return new ConversionError(
    'empty_document',
    'The PDF holds no text on the pages asked for. Check the file.',
  );
}

/** Too many pages for one job. */
export function tooManyPages(pages: number, limit: number): ConversionError {
  const message = `The PDF has ${pages} pages; ${limit} can be read in one job. Choose some with the "pages" option.`;
  return new ConversionError('too_complex', message);
}

/** The `pages` option selects nothing of this document. */
export function noSuchPages(asked: string, pages: number): ConversionError {
  const message = `The PDF has ${pages} page${pages === 1 ? '' : 's'} and none of those asked for ("${asked}").`;
  return new ConversionError('unsupported_content', `${message} Correct the "pages" option.`);
}
