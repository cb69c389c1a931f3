import { decodeText } from '../../base/decode-text.ts';
import { ConversionError } from '../../errors.ts';

/** A decoded, non-empty text file. */
interface TextFile {
  readonly text: string;
  readonly encoding: string;
  readonly warnings: readonly string[];
}

/**
 * Decodes a text file in the declared encoding (a WHATWG name) or the detected one. Throws ConversionError
 * `empty_document` if it contains only white space.
 */
export function readTextFile(input: Uint8Array, declared: string | undefined): TextFile {
  const { text, encoding, damaged } = decodeText(input, declared);
  if (text.trim() === '') {
    throw new ConversionError(
      'empty_document',
      'The text file contains only white space. Send a file with text.',
    );
  }
  const hint =
    declared === undefined ? 'Set the "encoding" option to the correct one.' : 'Check the "encoding" option.';
  const warnings = damaged ? [`Bytes that are not valid ${encoding} were replaced with U+FFFD. ${hint}`] : [];
  return { text, encoding, warnings };
}
