import { ConversionError } from '../../errors.ts';

/** The OLE file is damaged. */
export const corruptOle = (cause?: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    'The document is damaged or incomplete. Save it again, preferably in a newer format.',
    { cause },
  );
