import { ConversionError } from '../../../errors.ts';

/** Nothing can be read. */
export function corruptSvg(cause?: unknown): ConversionError {
  const message = 'The SVG is damaged: it is no well-formed picture. Export it again.';
  return new ConversionError('corrupt_document', message, { cause });
}

/** More of something than can be drawn. */
export function complexSvg(what: string): ConversionError {
  return new ConversionError('too_complex', `The SVG has ${what}. Simplify it.`);
}
