import { markFractions } from './fraction-format.ts';
import type { MarkedFormat } from './marked-format.ts';
import { dateSerial, durationText, isoDate, LAST_DAY } from './serial-date.ts';
import type { CellValue, NumberFormat } from './workbook.ts';

/** Classifies number formats and formats values by them. */
export interface NumberFormats {
  /** Returns the kind of value that a format code displays. */
  readonly kindOf: (code: string) => NumberFormat['kind'];
  /** Returns the code of a built-in format, which files identify only by number (ECMA-376 18.8.30). */
  readonly builtIn: (id: number) => string;
  /** Formats a value as a spreadsheet displays it, in English. General keeps 15 digits. */
  readonly show: (value: CellValue, format?: NumberFormat | undefined) => string;
  /** As `show`, but with General in the 11 characters that spreadsheets display: `0.333333333`, `1.23457E+11`. */
  readonly display: (value: CellValue, format?: NumberFormat | undefined) => string;
}

// Excel's limit; a longer code is an attack on its parser.
const MAX_CODE_CHARACTERS = 255;
// A currency's locale affects its symbol, not the number format.
const CURRENCY_LOCALE = /\[\$([^[\]-]+)-[\da-f]+\]/gi;
// The language of a number. Spreadsheets display numbers with the signs of the reader, only dates in another language.
const NUMBER_LOCALE = /\[\$-[\da-f]+\]/gi;
// The halves of a day as East Asian programs write them, by their language.
const dayHalves: readonly (readonly [written: string, locale: string])[] = [
  ['上午/下午', '[$-804]'],
  ['午前/午後', '[$-411]'],
  ['오전/오후', '[$-412]'],
];
// Years of Japanese eras, such as `ggge"年"`. The library cannot display them.
const ERA = /g{1,3}\s?e(?!ner)/i;
// As many as spreadsheets store. Excel displays General in 11 characters, which turns an identifier into 1.23E+14.
const SIGNIFICANT_DIGITS = 15;
const general: NumberFormat = { code: 'General', kind: 'number' };
const showOptions = { throws: true, fillChar: '', skipChar: '' };

// Last built-in id (Thai dates); files must spell out codes after it.
const LAST_BUILT_IN = 81;

// ECMA-376 part 1, 18.8.30: the dates whose order depends on the reader's country, as in the United States.
const builtInDates: Readonly<Partial<Record<number, string>>> = { 14: 'm/d/yy', 22: 'm/d/yy h:mm' };

/** A format code that the library understands. */
function plainCode({ code, kind }: NumberFormat): string {
  const currency = code.replace(CURRENCY_LOCALE, '[$$$1]');
  if (kind === 'number') return currency.replace(NUMBER_LOCALE, '');
  const [written, locale] = dayHalves.find(([names]) => code.includes(names)) ?? [];
  if (written === undefined) return currency;
  // SheetJS lists the built-in ones in quotes, which would make them plain text.
  return `${locale}${currency.replaceAll(`"${written} "`, 'AM/PM ').replaceAll(written, 'AM/PM')}`;
}

function generalText(value: number): string {
  const short = String(value);
  return short.length <= SIGNIFICANT_DIGITS ? short : String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

/** Formats booleans as spreadsheets display them, dates as ISO 8601, and numbers as they are. */
export function plainText(value: CellValue, kind: NumberFormat['kind'] | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return kind === 'duration' ? durationText(value) : String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return isoDate(value, kind === 'date_time');
}

/** Loads the library that parses format codes. */
export async function loadNumberFormats(): Promise<NumberFormats> {
  const { default: library } = await import('numfmt');
  const { dec2frac, format, getFormatDateInfo, getFormatFromId, tokenize, TOKEN_DURATION } = library;
  const marked = new WeakMap<NumberFormat, MarkedFormat>();

  /** The code of a format with marks for what the library displays incorrectly. */
  function markedOf(numberFormat: NumberFormat): MarkedFormat {
    const known = marked.get(numberFormat);
    if (known !== undefined) return known;
    const code = plainCode(numberFormat);
    const fractions = numberFormat.kind === 'number' ? markFractions(tokenize(code), dec2frac) : undefined;
    const made = fractions ?? { code, fill: (shown: string) => shown };
    marked.set(numberFormat, made);
    return made;
  }

  /** The sections of a format code, each for other values (ECMA-376 part 1, 18.8.31). */
  function sectionsOf(code: string): string[] {
    const sections = [''];
    for (const { raw } of tokenize(code)) {
      if (raw === ';') sections.push('');
      else sections[sections.length - 1] += raw;
    }
    return sections;
  }

  function kindOfSection(section: string): NumberFormat['kind'] {
    const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(section);
    const hasTime = hours || minutes || seconds;
    // Beside hours or seconds, `m` means minutes.
    const hasDay = year || day || (month && !hasTime);
    return hasDay ? (hasTime ? 'date_time' : 'date') : hasTime ? 'time' : 'number';
  }

  function kindOf(code: string): NumberFormat['kind'] {
    if (code.length > MAX_CODE_CHARACTERS) return 'number';
    try {
      if (tokenize(code).some(({ type }) => type === TOKEN_DURATION)) return 'duration';
      // A section with a condition may display no date where the next one does: `[=0]"";yyyy-mm-dd`.
      return (
        sectionsOf(code)
          .map(kindOfSection)
          .find((kind) => kind !== 'number') ?? 'number'
      );
    } catch {
      // Display an invalid code as General.
      return 'number';
    }
  }

  const builtIn = (id: number): string =>
    builtInDates[id] ?? (id <= LAST_BUILT_IN ? getFormatFromId(id, 'en') : 'General');

  function showNumber(value: number, numberFormat: NumberFormat): string {
    const { kind } = numberFormat;
    // The library formats the hours of negative durations incorrectly.
    if (kind === 'duration' && value < 0) return `-${showNumber(-value, numberFormat)}`;
    const { code, fill } = markedOf(numberFormat);
    const shown = fill(format(code, value, showOptions), value).trim();
    // The library returns an empty string if a date format is applied to a number that is not a date; a section of the
    // format that displays nothing, such as that of a condition, does so too.
    const isDate = value >= 0 && value < LAST_DAY + 1;
    return shown === '' && kind !== 'number' && !isDate ? plainText(value, kind) : shown;
  }

  function showWith(
    value: CellValue,
    numberFormat: NumberFormat,
    showGeneral: (value: number) => string,
  ): string {
    if (value === null || typeof value === 'boolean') return plainText(value, undefined);
    const { code, kind } = numberFormat;
    if (typeof value === 'string' && code === 'General') return value;
    if (typeof value === 'number' && code === 'General') return showGeneral(value);
    if (code.length > MAX_CODE_CHARACTERS) return plainText(value, kind);
    if (value instanceof Date && (numberFormat === general || ERA.test(code))) return plainText(value, kind);
    try {
      if (typeof value === 'string') return format(code, value, showOptions).trim();
      return showNumber(value instanceof Date ? dateSerial(value) : value, numberFormat);
    } catch {
      return plainText(value, kind);
    }
  }

  const narrowGeneral = (value: number): string => format(general.code, value);
  return {
    kindOf,
    builtIn,
    show: (value, numberFormat = general) => showWith(value, numberFormat, generalText),
    display: (value, numberFormat = general) => showWith(value, numberFormat, narrowGeneral),
  };
}
