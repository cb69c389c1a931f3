import { countOf } from '../../base/count-of.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';

/** The password is missing or wrong. */
export function encryptedPdf(passwordGiven: boolean, cause: unknown): ConversionError {
  const message = passwordGiven
    ? 'The PDF is password-protected and the given password is wrong. Correct the "password" option.'
    : 'The PDF is password-protected. Remove the password, or pass it in the "password" option.';
  return new ConversionError('encrypted_document', message, { cause });
}

/** The PDF is encrypted for the holders of certificates, or in another way that no reader supports. */
export function certificatePdf(): ConversionError {
  const message =
    'The PDF is encrypted with certificates, which are not supported. Save it without encryption, or with a password.';
  return new ConversionError('encrypted_document', message);
}

/** The PDF cannot be read. */
export function corruptPdf(cause?: unknown): ConversionError {
  const message = 'The PDF is damaged or incomplete and cannot be read. Export or download it again.';
  return new ConversionError('corrupt_document', message, { cause });
}

/** Its pages or objects are nested too deeply. */
export function deepPdf(): ConversionError {
  const message =
    'The PDF nests its page tree, arrays or dictionaries thousands of levels deep. Print it to a new PDF.';
  return new ConversionError('too_complex', message);
}

// FPDF_GetLastError, public/fpdfview.h.
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

/** The error of a file that pdfium cannot open, by the code that it returns. */
export function unopenedPdf(code: number, passwordGiven: boolean): ConversionError | EngineRefusal {
  if (code === PASSWORD_ERROR) return encryptedPdf(passwordGiven, undefined);
  return code === SECURITY_ERROR ? certificatePdf() : new EngineRefusal(corruptPdf());
}

/** The PDF is a scan without text. */
export function scannedPdf(): ConversionError {
  const message =
    'The PDF contains only scanned images and no text. Remove the option "ocr": "never" to recognize their text (OCR).';
  return new ConversionError('unsupported_content', message);
}

/** All text of the selected pages is hidden, and was to be left out. */
export function hiddenPdf(): ConversionError {
  const message = 'The selected pages contain only hidden text. Set "hidden" to "keep" to read it.';
  return new ConversionError('empty_document', message);
}

/** The selected pages have no text, for these reasons if any are known. */
export function textlessPdf(reasons: readonly string[] = []): ConversionError {
  const message = ['The PDF contains no text on the selected pages.', ...reasons].join(' ');
  return new ConversionError('empty_document', message);
}

/** Too many pages for one job. */
export function tooManyPages(pages: number, limit: number): ConversionError {
  const message = `The PDF has ${pages} pages; the limit for one job is ${limit}. Select fewer with the "pages" option.`;
  return new ConversionError('too_complex', message);
}

/** The `pages` option selects no page of the document. */
export function noSuchPages(requested: string, pages: number): ConversionError {
  const message = `The PDF has ${countOf(pages, 'page')}; "${requested}" selects none of them.`;
  return new ConversionError('unsupported_content', `${message} Correct the "pages" option.`);
}
