import { ConversionError } from '../errors.ts';

/** Characters of a word, in UTF-16 code units. Layout time grows with their square if there is no place to break: 6 s for these. */
export const MAX_WORD = 200_000;

/** The `too_complex` error for a word of more than {@link MAX_WORD} characters. */
export const tooLongWord = (length: number): ConversionError =>
  new ConversionError(
    'too_complex',
    `The document has a word of ${length} characters; the limit is ${MAX_WORD} characters without a space. Add spaces or remove the word.`,
  );
