import { ConversionError } from '../../../errors.ts';
import { cleanText } from '../../document/clean-text.ts';
import { plainTextOf } from '../../document/plain-text.ts';
import { noOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';

/** Writes documents as plain text. */
export const textWriter = documentWriter({
  name: 'docforge-text-writer',
  to: ['text'],
  options: noOptions,
  write: async (tree) => {
    const text = cleanText(plainTextOf(tree).text);
    if (text.trim() === '') {
      throw new ConversionError(
        'empty_document',
        'The document contains no text. Scanned pages need text recognition (OCR) first.',
      );
    }
    return { bytes: Buffer.from(`${text}\n`) };
  },
});
