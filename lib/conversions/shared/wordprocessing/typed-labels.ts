import { formatNumber } from '../../base/number-formats.ts';

/** A number in the letters of a label that is part of the text. */
export interface TypedNumber {
  readonly format: 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';
  readonly number: number;
}

// Longer lists are not labelled by hand.
const MAX_NUMBER = 50;

/**
 * Reads the letters of a label, such as the `b` of `(b)`; undefined if they are no number. An `i` is the number after `before`,
 * the one of the item above, or else the Roman one.
 */
export function readTypedNumber(letters: string, before: TypedNumber | undefined): TypedNumber | undefined {
  const next = (before?.number ?? 0) + 1;
  if (before !== undefined && formatNumber(next, before.format) === letters)
    return { ...before, number: next };
  const isRoman = letters.length > 1 || letters.toLowerCase() === 'i';
  const isLower = letters === letters.toLowerCase();
  const format = isRoman ? (isLower ? 'lowerRoman' : 'upperRoman') : isLower ? 'lowerLetter' : 'upperLetter';
  for (let number = 1; number <= MAX_NUMBER; number += 1)
    if (formatNumber(number, format) === letters) return { format, number };
  return undefined;
}
