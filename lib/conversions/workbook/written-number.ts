/** The sign before the decimals of numbers. */
export type DecimalSign = '.' | ',';

/** A number as a document writes it, and the number format that shows it so. */
export interface WrittenNumber {
  readonly value: number;
  readonly code: string;
  /** Its digits with a decimal point and all decimals, and its percent sign, as text formats write numbers. */
  readonly plain: string;
}

// A number with its currency, sign and brackets; longer text is not a number.
const MAX_CHARACTERS = 40;
// Spreadsheets store this many digits of an identifier; a number with decimals may have more if a double represents it.
const EXACT_DIGITS = 15;

/**
 * Whole numbers with their groups: of three digits, separated by the other sign, a blank or an apostrophe, or of two
 * digits as in India. Then decimals, or the dash that stands for none: `12,-`.
 */
const shapes: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(\d{1,3}(?:,\d{3}){1,5}|\d{1,2}(?:,\d{2}){1,6},\d{3}|\d{1,3}(?: \d{3}){1,5}|\d{1,3}(?:'\d{3}){1,5}|\d{0,15})(?:\.(\d{1,20}|-))?$/,
  ',': /^(\d{1,3}(?:\.\d{3}){1,5}|\d{1,3}(?: \d{3}){1,5}|\d{1,3}(?:'\d{3}){1,5}|\d{0,15})(?:,(\d{1,20}|-))?$/,
};

// Currency signs and the codes and abbreviations that price lists use. Other words could be units.
const CODES =
  'EUR|USD|GBP|JPY|CHF|CNY|RMB|INR|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|UAH|BRL|MXN|CAD|AUD|NZD|SGD|HKD|KRW|THB|ILS|ZAR|AED|SAR|SFr\\.|Fr\\.|Rs\\.?|kr\\.?|zł|Kč|Ft|元|円|원';
const CURRENCY_BEFORE = new RegExp(`^([A-Z]{0,3}\\p{Sc}|${CODES}) ?(?=[^A-Za-z])`, 'u');
const CURRENCY_AFTER = new RegExp(` ?([A-Z]{0,3}\\p{Sc}[A-Z]{0,2}|${CODES})$`, 'u');

// The zeros of Arabic, Persian and Devanagari digits.
const ZEROS = [0x06_60, 0x06_f0, 0x09_66];

/** Rewrites the digits, signs and blanks of other scripts and of typography as ASCII; superscripts are no digits. */
function plainSigns(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfe_e0))
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
    })
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replaceAll(/[\u066c\u2018\u2019\u02bc\u2032]/g, "'")
    .replaceAll(/[\u2212\u2010-\u2014\ufe63]/g, '-')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replaceAll('\u066b', ',')
    .replaceAll('\u066a', '%');
}

interface Parts {
  rest: string;
  isBracketed: boolean;
  sign: '' | '+' | '-';
  isPercent: boolean;
  before: string;
  after: string;
}

/** Removes the outermost sign, bracket, percent sign or currency; false if there is none that was not there before. */
function peel(parts: Parts): boolean {
  const { rest } = parts;
  const set = (found: Partial<Parts>, inside: string): true => {
    Object.assign(parts, found, { rest: inside.trim() });
    return true;
  };
  if (!parts.isBracketed && rest.startsWith('(') && rest.endsWith(')'))
    return set({ isBracketed: true }, rest.slice(1, -1));
  if (parts.sign === '' && (rest.startsWith('-') || rest.startsWith('+')))
    return set({ sign: rest.startsWith('-') ? '-' : '+' }, rest.slice(1));
  if (!parts.isPercent && rest.endsWith('%')) return set({ isPercent: true }, rest.slice(0, -1));
  if (!parts.isPercent && rest.startsWith('%')) return set({ isPercent: true }, rest.slice(1));
  if (parts.before !== '' || parts.after !== '') return false;
  const before = CURRENCY_BEFORE.exec(rest);
  if (before !== null) return set({ before: before[1] ?? '' }, rest.slice(before[0].length));
  const after = CURRENCY_AFTER.exec(rest);
  return after !== null && set({ after: after[1] ?? '' }, rest.slice(0, after.index));
}

// Years with an open end, such as 1995-.
const OPEN_YEAR = /^(?:1\d|20)\d\d$/;

/** A currency as literal text of a number format; a word is separated from the number. */
const literal = (currency: string, isBefore: boolean): string => {
  if (currency === '') return '';
  if (!isBefore) return ` "${currency}"`;
  return /\p{L}\.?$/u.test(currency) ? `"${currency} "` : `"${currency}"`;
};

/** A text without its sign, brackets, percent sign and currency; undefined if these exclude each other. */
function partsOf(text: string): Parts | undefined {
  const parts: Parts = { rest: text, isBracketed: false, sign: '', isPercent: false, before: '', after: '' };
  while (peel(parts));
  // A minus sign after the number, as accounting programs write it; after a decimal sign, it stands for the decimals.
  if (parts.sign === '' && /[^.,]-$/.test(parts.rest)) {
    const rest = parts.rest.slice(0, -1).trim();
    if (OPEN_YEAR.test(rest)) return undefined;
    Object.assign(parts, { sign: '-', rest });
    while (peel(parts));
  }
  return parts.isBracketed && parts.sign !== '' ? undefined : parts;
}

/**
 * Reads a number with groups of thousands, decimals, a sign before or after it, a percent sign, a currency, or brackets,
 * which mean less than zero as in accounting. Undefined for everything else, also for digits with leading zeros or a plus
 * sign: those are identifiers and telephone numbers.
 */
export function readWrittenNumber(text: string, decimal: DecimalSign): WrittenNumber | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const parts = partsOf(plainSigns(text).trim());
  if (parts === undefined) return undefined;
  const { rest, sign, isBracketed, isPercent } = parts;
  const [, whole = '', written = ''] = shapes[decimal].exec(rest) ?? [];
  const decimals = written === '-' ? '' : written;
  const digits = whole.replaceAll(/\D/g, '');
  if (digits === '' && decimals === '') return undefined;
  const isAmount = isPercent || parts.before !== '' || parts.after !== '';
  if (sign === '+' && !isAmount && written === '' && /^[\d ]*$/.test(whole)) return undefined;
  if (/^0\d/.test(digits)) return undefined;
  const minus = sign === '-' || isBracketed ? '-' : '';
  const number = `${minus}${digits || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  if (
    digits.length + decimals.length > EXACT_DIGITS &&
    (decimals === '' || String(Number(number)) !== number)
  )
    return undefined;
  const value = Number(`${number}e${isPercent ? -2 : 0}`);
  if (Object.is(value, -0)) return undefined;
  const shown = `${digits.length < whole.length ? '#,##0' : '0'}${decimals === '' ? '' : `.${'0'.repeat(decimals.length)}`}`;
  const code = `${literal(parts.before, true)}${shown}${isPercent ? '%' : ''}${literal(parts.after, false)}`;
  return {
    value,
    code: isBracketed ? `${code}_);(${code})` : code,
    plain: `${number}${isPercent ? '%' : ''}`,
  };
}
