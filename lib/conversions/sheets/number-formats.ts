import { dateSerial, durationText, isoDate } from './serial-date.ts';
import type { CellValue, NumberFormat } from './workbook.ts';

/** A way to know number formats and to show values by them. */
export interface NumberFormats {
  /** What a number with this code means. */
  readonly kindOf: (code: string) => NumberFormat['kind'];
  /** The code of one of the formats that files name by number only (ECMA-376 18.8.30). */
  readonly builtIn: (id: number) => string;
  /** A value as a spreadsheet shows it, in English. */
  readonly show: (value: CellValue, format: NumberFormat | undefined) => string;
}

// Beyond this a code is no format but an attack on its parser.
const MAX_CODE_CHARACTERS = 400;
// Excel shows as many significant digits at most.
const SIGNIFICANT_DIGITS = 15;

// Thai dates end the list; what is beyond has to be spelt out in the file.
const LAST_BUILT_IN = 81;

/** A number with no format, with at most 15 significant digits. */
export function plainNumber(value: number): string {
  const short = String(value);
  return short.length <= SIGNIFICANT_DIGITS ? short : String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

/** Booleans as spreadsheets show them, dates as ISO 8601, and numbers as they are. */
export function plainText(value: CellValue, kind: NumberFormat['kind'] | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return kind === 'duration' ? durationText(value) : plainNumber(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return isoDate(value, kind === 'date_time');
}

/** Loads the library that parses the codes. */
export async function loadNumberFormats(): Promise<NumberFormats> {
  const { format, getFormatDateInfo, getFormatFromId, tokenize, TOKEN_DURATION } = await import('numfmt');

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

  function show(value: CellValue, numberFormat: NumberFormat | undefined): string {
    if (numberFormat === undefined || value === null || typeof value === 'boolean') {
      return plainText(value, numberFormat?.kind);
    }
    if (numberFormat.code.length > MAX_CODE_CHARACTERS) return plainText(value, numberFormat.kind);
    try {
      const shown = format(numberFormat.code, value instanceof Date ? dateSerial(value) : value, {
        throws: true,
        fillChar: '',
        skipChar: '',
      });
      return shown.trim();
    } catch {
      return plainText(value, numberFormat.kind);
    }
  }

  return { kindOf, builtIn, show };
}
