import { nameTable } from './name-table.ts';
import { scriptNumber } from './script-numbers.ts';

const romanDigits: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** Formats a Roman numeral; uses digits from 4000, where Roman numerals end. */
function toRoman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let rest = number;
  let roman = '';
  for (const [value, digit] of romanDigits) {
    while (rest >= value) {
      roman += digit;
      rest -= value;
    }
  }
  return roman;
}

/** Formats a to z, then aa, bb and so on, as Word does. */
function toLetters(number: number): string {
  // Word also stops at 30 repetitions.
  if (number < 1 || number > 780) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1);
}

const ordinalEndings: Readonly<Record<string, string>> = nameTable({
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
});
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

// Digits with zeros before them, as OpenDocument and newer versions of Word write the format: `001`.
const PADDED = /^0{1,9}1$/;

/** Formats a number (ECMA-376 part 1, 17.18.59, and `001`); rare formats become digits. */
export function formatNumber(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return toLetters(number);
    case 'upperLetter':
      return toLetters(number).toUpperCase();
    case 'lowerRoman':
      return toRoman(number).toLowerCase();
    case 'upperRoman':
      return toRoman(number);
    case 'ordinal':
      return `${number}${ordinalEndings[ordinals.select(number)]}`;
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'none':
    case 'bullet':
      return '';
    default:
      if (PADDED.test(format)) return String(number).padStart(format.length, '0');
      return scriptNumber(number, format) ?? String(number);
  }
}
