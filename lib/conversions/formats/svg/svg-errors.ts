import { ConversionError } from '../../errors.ts';

/** Error for an SVG that cannot be parsed. */
export function corruptSvg(cause?: unknown): ConversionError {
  const message = 'The SVG is damaged: it is not well-formed. Export it again.';
  return new ConversionError('corrupt_document', message, { cause });
}

/** Error for an SVG beyond a rendering limit. */
export function complexSvg(what: string): ConversionError {
  return new ConversionError('too_complex', `The SVG has ${what}. Simplify it.`);
}
