import { parseIsoTime } from '../../base/iso-time.ts';
import { TIME_ONLY_DAY_MS } from '../../workbook/serial-date.ts';
import type { CellValue, NumberFormat } from '../../workbook/workbook.ts';
import { readWrittenNumber, type WrittenNumber } from '../../workbook/written-number.ts';

/** A value and its number format; undefined means General. */
interface TypedValue {
  readonly value: CellValue;
  readonly format?: NumberFormat | undefined;
}

/** Attributes of a cell (ODF 1.3 part 3, 19.385 to 19.389). */
interface CellAttributes {
  readonly type: string | undefined;
  readonly value: string | undefined;
  readonly currency: string | undefined;
}

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(1900, 0, 1);

function duration(text: string): TypedValue | undefined {
  const match = /^(-)?PT(\d+)H(\d+)M(\d+(?:[.,]\d+)?)S$/.exec(text);
  if (match === null) return undefined;
  const [, sign, hours, minutes, seconds = '0'] = match;
  const whole = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  const milliseconds = whole + Math.round(Number(seconds.replace(',', '.')) * 1000);
  if (sign === undefined && milliseconds < DAY_MS) {
    return {
      value: new Date(TIME_ONLY_DAY_MS + milliseconds),
      format: { code: 'hh:mm:ss', kind: 'time' },
    };
  }
  const days = milliseconds / DAY_MS;
  return { value: sign === '-' ? -days : days, format: { code: '[hh]:mm:ss', kind: 'duration' } };
}

function date(text: string): TypedValue {
  const hasTime = text.includes('T');
  const time = parseIsoTime(text);
  // Spreadsheets have no dates before 1900: keep those, and what is not a date, as text.
  if (time === undefined || time.getTime() < FIRST_DAY_MS) return { value: text };
  return hasTime
    ? { value: time, format: { code: 'yyyy-mm-dd hh:mm:ss', kind: 'date_time' } }
    : { value: time, format: { code: 'yyyy-mm-dd', kind: 'date' } };
}

/**
 * Decimals of a number as a cell shows it. Its value decides which sign separates them: `1,234` may be either of two
 * numbers.
 */
function decimalsOf(shown: string, value: number): number {
  const digits = shown.replaceAll(/[^\d.,'\u2019\s]/g, '').trim();
  const readings = (['.', ','] as const).flatMap((sign) => readWrittenNumber(digits, sign) ?? []);
  const distance = (reading: WrittenNumber): number => Math.abs(reading.value - Math.abs(value));
  const [nearest] = readings.toSorted((one, other) => distance(one) - distance(other));
  return Math.min(6, nearest?.plain.split('.')[1]?.length ?? 0);
}

function formatLike(
  type: string,
  value: number,
  shown: string,
  currency: string | undefined,
): NumberFormat | undefined {
  if (type === 'float') return undefined;
  const decimals = decimalsOf(shown, type === 'percentage' ? value * 100 : value);
  const fraction = decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
  if (type === 'percentage') return { code: `0${fraction}%`, kind: 'number' };
  if (type !== 'currency' || !/^[A-Z]{3}$/.test(currency ?? '')) return undefined;
  return { code: `#,##0${fraction} "${currency}"`, kind: 'number' };
}

/** Returns the value of a cell from its attributes, or its displayed text if they contain none. */
export function typedValue({ type, value, currency }: CellAttributes, shown: string): TypedValue {
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const number = Number(value);
      if (value === undefined || value.trim() === '' || !Number.isFinite(number)) return { value: shown };
      // Formula errors are stored as the number 0 with the error name as text.
      if (/^(?:#[A-Z][!/?\dA-Z]*|Err:\d+)$/.test(shown)) return { value: shown };
      return { value: number, format: formatLike(type, number, shown, currency) };
    }
    case 'date':
      return value === undefined ? { value: shown } : date(value);
    case 'time':
      return (value === undefined ? undefined : duration(value)) ?? { value: shown };
    case 'boolean':
      return { value: value === 'true' };
    default:
      return { value: shown };
  }
}
