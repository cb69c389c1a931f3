import { dateSerial, durationText, isoDate } from './serial-date.ts';
import type { CellValue, NumberFormat } from './workbook.ts';

/** A way to know number formats and to show values by them. */
export interface NumberFormats {
  /** What a number with this code means. */
  readonly kindOf: (code: string) => NumberFormat['kind'];
  /** The code of one of the formats that files name by number only (ECMA-376 18.8.30). */
  readonly builtIn: (id: number) => string;
  /** A value as a spreadsheet shows it, in English; as General with 15 digits. */
  readonly show: (value: CellValue, format?: NumberFormat | undefined) => string;
}

// Excel takes no longer codes; a longer one is an attack on their parser.
const MAX_CODE_CHARACTERS = 255;
// The locale of a currency says how it is written, not how the numbers beside it are.
const CURRENCY_LOCALE = /\[\$([^[\]-]+)-[\da-f]+\]/gi;
// Spreadsheets keep as many. Excel shows 11 characters as General, which makes 1.23E+14 of an identifier.
const SIGNIFICANT_DIGITS = 15;
const general: NumberFormat = { code: 'General', kind: 'number' };
const showOptions = { throws: true, fillChar: '', skipChar: '' };

// Thai dates end the list; what is beyond has to be spelt out in the file.
const LAST_BUILT_IN = 81;

function generalText(value: number): string {
  const short = String(value);
  return short.length <= SIGNIFICANT_DIGITS ? short : String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

/** Booleans as spreadsheets show them, dates as ISO 8601, and numbers as they are. */
export function plainText(value: CellValue, kind: NumberFormat['kind'] | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return kind === 'duration' ? durationText(value) : String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return isoDate(value, kind === 'date_time');
}

/** Loads the library that parses the codes. */
export async function loadNumberFormats(): Promise<NumberFormats> {
  const { default: library } = await import('numfmt');
  const { format, getFormatDateInfo, getFormatFromId, tokenize, TOKEN_DURATION } = library;

  function kindOf(code: string): NumberFormat['kind'] {
    if (code.length > MAX_CODE_CHARACTERS) return 'number';
    try {
      if (tokenize(code).some(({ type }) => type === TOKEN_DURATION)) return 'duration';
      const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(code);
      const hasTime = hours || minutes || seconds;
      // `m` means minutes beside seconds or hours.
      const hasDay = year || day || (month && !hasTime);
      return hasDay ? (hasTime ? 'date_time' : 'date') : hasTime ? 'time' : 'number';
    } catch {
      // A code that is none is shown as General.
      return 'number';
    }
  }

  const builtIn = (id: number): string => (id <= LAST_BUILT_IN ? getFormatFromId(id, 'en') : 'General');

  function showNumber(value: number, { code, kind }: NumberFormat): string {
    // The library counts the hours of negative lengths from the wrong end.
    if (kind === 'duration' && value < 0) return `-${showNumber(-value, { code, kind })}`;
    const shown = format(code.replace(CURRENCY_LOCALE, '[$$$1]'), value, showOptions).trim();
    // A number that is no date is shown as nothing by the format of one.
    return shown === '' && kind !== 'number' ? plainText(value, kind) : shown;
  }

  function show(value: CellValue, numberFormat: NumberFormat = general): string {
    if (value === null || typeof value === 'boolean') return plainText(value, undefined);
    const { code, kind } = numberFormat;
    if (typeof value === 'string' && code === 'General') return value;
    if (typeof value === 'number' && code === 'General') return generalText(value);
    if (code.length > MAX_CODE_CHARACTERS) return plainText(value, kind);
    if (value instanceof Date && numberFormat === general) return plainText(value, kind);
    try {
      if (typeof value === 'string') return format(code, value, showOptions).trim();
      return showNumber(value instanceof Date ? dateSerial(value) : value, numberFormat);
    } catch {
      return plainText(value, kind);
    }
  }

  return { kindOf, builtIn, show };
}
