import { ConversionError } from '../../../../errors.ts';
import { decodeHeif } from '../../../backends/heif/heif-program.ts';
import { installedHeifProgram } from '../../../backends/heif/installation.ts';
import { corruptImage, tooManyPixels } from '../../../backends/sharp/image-errors.ts';
import { MAX_IMAGE_PIXELS } from '../../../backends/sharp/limits.ts';
import type { FileResult } from '../../../engine/role.ts';

// ISO/IEC 23008-12, 6.5.3: the size of an image is in a box of properties.
const SIZE_BOX = 'ispe';
const SIZES_WITHIN = 4 * 1024 * 1024;

/** Checks the sizes that a HEIC file declares. Throws ConversionError `too_complex`, or `corrupt_document` if there are none. */
export function checkHeifSize(input: Uint8Array): void {
  const bytes = Buffer.from(input.buffer, input.byteOffset, Math.min(input.byteLength, SIZES_WITHIN));
  let at = bytes.indexOf(SIZE_BOX);
  if (at < 0) throw corruptImage();
  for (; at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf(SIZE_BOX, at + 4)) {
    const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (width * height > MAX_IMAGE_PIXELS) throw tooManyPixels(width, height, MAX_IMAGE_PIXELS);
  }
}

const notInstalled = (): ConversionError =>
  new ConversionError(
    'unsupported_content',
    'HEIC images need the program heif-convert of libheif, which is not installed here. Install it, or save the image as JPEG.',
  );

/** Decodes a HEIC image as PNG. */
export async function decodeHeic(input: Uint8Array): Promise<FileResult> {
  checkHeifSize(input);
  const program = installedHeifProgram();
  if (program === undefined) throw notInstalled();
  return { bytes: await decodeHeif(input, program) };
}
