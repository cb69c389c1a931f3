import { ConversionError } from '../../../errors.ts';

/** A message about a file that is damaged. */
export const corruptOle = (cause?: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    'The document is damaged or incomplete. Save it again, best in a newer format.',
    { cause },
  );
