/** The sign before the decimals of numbers. */
export type DecimalSign = '.' | ',';

/** A number as a document writes it, and the number format that shows it so. */
export interface WrittenNumber {
  readonly value: number;
  readonly code: string;
  /** Its digits with a decimal point and all decimals, and its percent sign, as text formats write numbers. */
  readonly plain: string;
}

// Languages of countries where most numbers have a decimal comma (CLDR).
const COMMA_LANGUAGES: ReadonlySet<string> = new Set(
  'bg ca cs da de el es et eu fi fr gl hr hu id is it lt lv mk nb nl nn no pl pt ro ru sk sl sq sr sv tr uk vi'.split(
    ' ',
  ),
);
// A number with its currency, sign and brackets; more is text.
const MAX_CHARACTERS = 40;
// Spreadsheets and JSON parsers represent this many digits exactly.
const EXACT_DIGITS = 15;
const CURRENCY = /^([$€£¥₹])[ ]?|[ ]?([$€£¥₹])$/;

// Numbers that can only have the one sign: short or long decimals, two groups, decimals after a group, a leading zero.
const certain: readonly (readonly [DecimalSign, RegExp])[] = [
  [
    '.',
    /^(?:\d+\.\d{1,2}|\d+\.\d{4,}|\d{4,}\.\d+|0?\.\d+|\d{1,3}(?:,\d{3}){1,5}\.\d+|\d{1,3}(?:,\d{3}){2,5})$/,
  ],
  [',', /^(?:\d+,\d{1,2}|\d+,\d{4,}|\d{4,},\d+|0?,\d+|\d{1,3}(?:\.\d{3}){1,5},\d+|\d{1,3}(?:\.\d{3}){2,5})$/],
];

const plainSigns = (text: string): string =>
  text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ').replace(/^[\u2212\u2012\u2013](?=[ ]?[\d$€£¥₹.,])/, '-');

const digitsOf = (text: string): string => plainSigns(text).replaceAll(/[^\d.,]/g, '');

/** The decimal sign of a table: what most of its numbers show, or else that of the language. */
export function decimalSignOf(texts: Iterable<string>, language: string | undefined): DecimalSign {
  const votes = { '.': 0, ',': 0 };
  for (const text of texts) {
    if (text.length > MAX_CHARACTERS || !/\d/.test(text) || /\p{L}/u.test(text)) continue;
    const digits = digitsOf(text);
    for (const [sign, pattern] of certain) if (pattern.test(digits)) votes[sign] += 1;
  }
  if (votes['.'] !== votes[',']) return votes['.'] > votes[','] ? '.' : ',';
  return COMMA_LANGUAGES.has(language?.split('-')[0]?.toLowerCase() ?? '') ? ',' : '.';
}

// Groups of three digits apart by a blank, an apostrophe or the other sign; then the decimals.
const shapes: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(\d{1,3}(?:,\d{3}){1,5}|\d{1,3}(?: \d{3}){1,5}|\d{1,3}(?:['’]\d{3}){1,5}|\d{0,15})(?:\.(\d{1,15}))?$/,
  ',': /^(\d{1,3}(?:\.\d{3}){1,5}|\d{1,3}(?: \d{3}){1,5}|\d{1,3}(?:['’]\d{3}){1,5}|\d{0,15})(?:,(\d{1,15}))?$/,
};

interface Amount {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** Takes the currency off a number. */
function withoutCurrency(text: string): Amount {
  const found = CURRENCY.exec(text);
  if (found === null) return { text, before: '', after: '' };
  const [whole, first, last] = found;
  return {
    text: first === undefined ? text.slice(0, -whole.length) : text.slice(whole.length),
    before: first === undefined ? '' : `"${first}"`,
    after: last === undefined ? '' : ` "${last}"`,
  };
}

/**
 * Reads a number with groups of thousands, decimals, a percent sign, a currency or brackets, which mean less than zero as
 * in accounting. Undefined for everything else, also for digits with leading zeros: those are identifiers.
 */
export function readWrittenNumber(text: string, decimal: DecimalSign): WrittenNumber | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const plain = plainSigns(text.trim());
  const isBracketed = plain.startsWith('(') && plain.endsWith(')');
  const inside = isBracketed ? plain.slice(1, -1).trim() : plain;
  const isNegative = inside.startsWith('-');
  const unsigned = isNegative ? inside.slice(1).trim() : inside;
  const isPercent = unsigned.endsWith('%');
  const amount = withoutCurrency(isPercent ? unsigned.slice(0, -1).trim() : unsigned);
  const [, whole = '', decimals = ''] = shapes[decimal].exec(amount.text) ?? [];
  const digits = whole.replaceAll(/\D/g, '');
  if (digits === '' && decimals === '') return undefined;
  if (/^0\d/.test(digits) || digits.length + decimals.length > EXACT_DIGITS) return undefined;
  if (isBracketed && isNegative) return undefined;
  const sign = isNegative || isBracketed ? '-' : '';
  const number = `${sign}${digits || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  const value = Number(`${number}e${isPercent ? -2 : 0}`);
  if (Object.is(value, -0)) return undefined;
  const shown = `${digits.length < whole.length ? '#,##0' : '0'}${decimals === '' ? '' : `.${'0'.repeat(decimals.length)}`}`;
  const code = `${amount.before}${shown}${isPercent ? '%' : ''}${amount.after}`;
  return {
    value,
    code: isBracketed ? `${code}_);(${code})` : code,
    plain: `${number}${isPercent ? '%' : ''}`,
  };
}
