import { ConversionError } from '../../../../../errors.ts';

/** How the library says what the standard forbids, and how a client is told. */
const faults: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/missing document title/, 'it has no title'],
  [/could not be displayed/, 'it has characters that no font has'],
  [
    /private area|disallowed codepoint/,
    'it has characters whose meaning is not defined, such as private ones',
  ],
  [/not mapped to a code point|missing codepoints/, 'it has text whose characters the fonts do not tell'],
  [/CMYK/, 'it has a picture in the colours of print (CMYK)'],
  [/transparen/, 'it has a picture that is partly transparent'],
  [/alt text/, 'it has a picture or formula without alternative text'],
  [/longer than|more than|too many|too high|larger than/, 'it is larger or deeper than the standard takes'],
];

/**
 * What to say where an export breaks off because the document can't have the standard it was to have; undefined where it
 * broke off for another reason. `error` is what the library threw.
 */
export function standardError(error: unknown, standard: string): ConversionError | undefined {
  const said = error instanceof Error ? error.message : '';
  if (!/PDF\/(?:A|UA)-\w{1,4} error/.test(said)) return undefined;
  const fault =
    faults.find(([pattern]) => pattern.test(said))?.[1] ?? 'it holds something that the standard forbids';
  return standardRefusal(standard, fault, error);
}

/** The error of a document that can't have a standard, because of a fault such as "it has no title". */
export function standardRefusal(standard: string, fault: string, cause?: unknown): ConversionError {
  const message = `The document can't be made to the standard "${standard}": ${fault}. Change the document, or leave "pdf_standard" out.`;
  return new ConversionError('unsupported_content', message, { cause });
}
