import { ConversionError } from '../../../errors.ts';

/** Nothing can be read, or not all of it. */
export function corruptImage(cause?: unknown): ConversionError {
  const message = 'The image is damaged or incomplete and cannot be read. Export or download it again.';
  return new ConversionError('corrupt_document', message, { cause });
}

/** More pixels than are held in memory. */
export function tooManyPixels(width: number, height: number, limit: number): ConversionError {
  const message = `The image has ${width} x ${height} pixels; ${limit} in all can be worked on. Make it smaller first.`;
  return new ConversionError('too_complex', message);
}

/** More pages or frames than one job takes. */
export function tooManyFrames(frames: number, limit: number): ConversionError {
  const message = `The image has ${frames} pages or frames; ${limit} can be worked on in one job. Split it first.`;
  return new ConversionError('too_complex', message);
}

/** The `pages` option selects nothing of this image. */
export function noSuchFrames(asked: string, frames: number): ConversionError {
  const message = `The image has ${frames} page${frames === 1 ? '' : 's'} and none of those asked for ("${asked}").`;
  return new ConversionError('unsupported_content', `${message} Correct the "pages" option.`);
}

/** A page that is not the first has more pixels than are held in memory. */
export function tooLargeFrame(limit: number): ConversionError {
  const message = `A page of the image has more than ${limit} pixels, which is what can be worked on. Make it smaller first.`;
  return new ConversionError('too_complex', message);
}
