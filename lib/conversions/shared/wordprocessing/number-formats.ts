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

/** Roman number; digits from 4000, which Romans had no letter for. */
export function toRoman(number: number): string {
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

/** a to z, then aa, bb and so on, as Word counts. */
function toLetters(number: number): string {
  // Beyond 30 repetitions Word stops too.
  if (number < 1 || number > 780) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1);
}

/** A number in one of the formats of ECMA-376 part 1, 17.18.59; those that are rare as digits. */
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
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'none':
    case 'bullet':
      return '';
    default:
      return String(number);
  }
}
