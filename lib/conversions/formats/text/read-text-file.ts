import { ConversionError } from '../../../errors.ts';
import { decodeText } from '../../base/decode-text.ts';

/** A text file that holds something. */
export interface TextFile {
  readonly text: string;
  readonly encoding: string;
  readonly warnings: readonly string[];
}

/**
 * Decodes a text file, in the declared encoding (a WHATWG name) or the detected one. Throws ConversionError
 * `empty_document` when there is nothing but white space in it.
 */
export function readTextFile(input: Uint8Array, declared: string | undefined): TextFile {
  const { text, encoding, damaged } = decodeText(input, declared);
  if (text.trim() === '') {
    throw new ConversionError(
      'empty_document',
      'The text file holds nothing but white space. Check the file.',
    );
  }
  const hint =
    declared === undefined ? 'Name the right one in the "encoding" option.' : 'Check the "encoding" option.';
  const warnings = damaged
    ? [`Some bytes are not valid ${encoding} and were replaced by U+FFFD. ${hint}`]
    : [];
  return { text, encoding, warnings };
}
