import { ConversionError } from '../../../../errors.ts';

/** Typst's error messages for violations of a PDF standard, and what to report to the client. */
const faults: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/missing document title/, 'it has no title'],
  [/could not be displayed/, 'it has characters that are missing from every font'],
  [
    /private area|disallowed codepoint/,
    'it has characters whose meaning is not defined, such as private ones',
  ],
  [/not mapped to a code point|missing codepoints/, 'it has glyphs that do not map to Unicode characters'],
  [/CMYK/, 'it has a CMYK image'],
  [/transparen/, 'it has a partly transparent image'],
  [/alt text/, 'it has an image or formula without alternative text'],
  [
    /longer than|more than|too many|too high|larger than/,
    'it exceeds a size or nesting limit of the standard',
  ],
];

/**
 * Converts an error that Typst threw to the client's error if the document violates the requested standard. Returns
 * undefined for any other error.
 */
export function standardError(error: unknown, standard: string): ConversionError | undefined {
  const message = error instanceof Error ? error.message : '';
  if (!/PDF\/(?:A|UA)-\w{1,4} error/.test(message)) return undefined;
  const fault =
    faults.find(([pattern]) => pattern.test(message))?.[1] ??
    'it contains something that the standard forbids';
  return standardRefusal(standard, fault, error);
}

/** The error for a document that violates a standard. `fault` is a clause such as "it has no title". */
export function standardRefusal(standard: string, fault: string, cause?: unknown): ConversionError {
  const message = `The document does not meet the PDF standard "${standard}": ${fault}. Change the document, or omit "pdf_standard".`;
  return new ConversionError('unsupported_content', message, { cause });
}
