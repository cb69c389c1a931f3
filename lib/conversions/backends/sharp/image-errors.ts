import { countOf } from '../../base/count-of.ts';
import { ConversionError } from '../../errors.ts';

/** The image cannot be read completely. */
export function corruptImage(cause?: unknown): ConversionError {
  const message = 'The image is damaged or incomplete and cannot be read. Export or download it again.';
  return new ConversionError('corrupt_document', message, { cause });
}

/** The image has more pixels than fit in memory. */
export function tooManyPixels(width: number, height: number, limit: number): ConversionError {
  const message = `The image has ${width} x ${height} pixels; the limit is ${limit} pixels in total. Reduce its size.`;
  return new ConversionError('too_complex', message);
}

/** The image has more pages or frames than one job may process. */
export function tooManyFrames(frames: number, limit: number): ConversionError {
  const message = `The image has ${frames} pages or frames; the limit for one job is ${limit}. Split it.`;
  return new ConversionError('too_complex', message);
}

/** The `pages` option selects no page of the image. */
export function noSuchFrames(requested: string, frames: number): ConversionError {
  const message = `The image has ${countOf(frames, 'page')}; "${requested}" selects none of them.`;
  return new ConversionError('unsupported_content', `${message} Correct the "pages" option.`);
}

/** A page other than the first has more pixels than fit in memory. */
export function tooLargeFrame(limit: number): ConversionError {
  const message = `A page of the image has more than ${limit} pixels, which is the limit. Reduce its size.`;
  return new ConversionError('too_complex', message);
}
