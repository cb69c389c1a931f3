import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ConversionError } from '../../errors.ts';

// A drawing; more is no text that a program wrote.
const MAX_SVG_BYTES = 50_000_000;

const unzip = promisify(gunzip);

/** Unpacks a drawing. Throws ConversionError `too_complex` above 50 MB, and `corrupt_document`. */
export async function unpackSvg(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await unzip(bytes, { maxOutputLength: MAX_SVG_BYTES });
  } catch (error) {
    if (error instanceof RangeError)
      throw new ConversionError(
        'too_complex',
        'The drawing is larger than 50 MB once unpacked. Simplify it.',
      );
    throw new ConversionError(
      'corrupt_document',
      'The compressed drawing is damaged or incomplete. Export or download it again.',
      { cause: error },
    );
  }
}
