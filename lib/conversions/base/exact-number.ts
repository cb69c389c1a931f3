import { trimOf } from './trim-text.ts';

// A double is written with 17 digits at most.
const MAX_DIGITS = 17;

/** Digits of a number without zeros at its ends. */
const significantDigits = (source: string): string =>
  trimOf(source.replace(/[eE].*$/s, '').replaceAll(/[-.]/g, ''), '0');

/**
 * Whether a double stands for the decimal number that a file contains: it is finite, not cut to zero, and no digits are
 * lost.
 */
export function isExactNumber(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(source)) return source.length < 16 || String(value) === source;
  const digits = significantDigits(source);
  return digits.length <= MAX_DIGITS
    ? value !== 0 || digits === ''
    : significantDigits(String(value)) === digits;
}
