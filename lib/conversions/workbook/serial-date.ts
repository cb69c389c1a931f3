import type { NumberFormat } from './workbook.ts';

const DAY_MS = 86_400_000;
// 1970-01-01 as a serial number of the 1900 system, and 1900-01-01 of 1904-01-01.
const EPOCH_1900 = 25_569;
const SHIFT_1904 = 1462;
// Lotus 1-2-3 took 1900 for a leap year, and Excel after it: 60 is a day that never was (ECMA-376 18.17.4.1).
const LEAP_DAY = 60;
/** 9999-12-31, the last day there is; what is later is no date. */
const LAST_DAY = 2_958_465;

/** Midnight of the day that a time of day alone is given on: 1899-12-31, in milliseconds of the Unix epoch. */
export const TIME_ONLY_DAY_MS = -25_568 * DAY_MS;

/**
 * The day and time that a spreadsheet's number means, in UTC; undefined for one that is no date. Times are rounded to
 * milliseconds; below 1 it is a time of day alone, before 1900.
 */
export function serialDate(serial: number, is1904: boolean): Date | undefined {
  const isTime = serial >= 0 && serial < 1;
  const days = is1904 && !isTime ? serial + SHIFT_1904 : serial;
  if (!(days >= 0 && days < LAST_DAY + 1)) return undefined;
  if (isTime) return new Date(TIME_ONLY_DAY_MS + Math.min(DAY_MS - 1, Math.round(days * DAY_MS)));
  const shifted = days < LEAP_DAY ? days + 1 : days;
  return new Date(Math.round((shifted - EPOCH_1900) * DAY_MS));
}

/**
 * What a number means in a cell of such a kind of format: a date where it is one. The day 0 of a cell that shows days is no
 * day, mostly the result of a formula over empty cells, and stays the number.
 */
export function serialValue(
  serial: number,
  kind: NumberFormat['kind'] | undefined,
  is1904: boolean,
): Date | number {
  if (kind === undefined || kind === 'number' || kind === 'duration') return serial;
  if (serial < 1 && (kind === 'date' || (kind === 'date_time' && serial === 0))) return serial;
  return serialDate(serial, is1904) ?? serial;
}

/** The number that spreadsheets of the 1900 system have for a date; the reverse of {@link serialDate}. */
export function dateSerial(date: Date): number {
  const milliseconds = date.getTime();
  if (isTimeOnly(date)) return ((((milliseconds - TIME_ONLY_DAY_MS) % DAY_MS) + DAY_MS) % DAY_MS) / DAY_MS;
  const days = milliseconds / DAY_MS + EPOCH_1900;
  return days < LEAP_DAY + 1 ? days - 1 : days;
}

const FIRST_DAY_MS = -25_567 * DAY_MS;

/** Whether a date is a time of day alone. */
export const isTimeOnly = (date: Date): boolean => date.getTime() < FIRST_DAY_MS;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** `14:30:00`, with milliseconds only where there are any. */
function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const rest = milliseconds % 1000;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

/**
 * ISO 8601 of a cell: `2026-01-31`, `2026-01-31T14:30:00`, or `14:30:00` for a time alone. Midnight is only written where
 * `hasTime` says that the cell shows a time. Never with a zone: a cell has none.
 */
export function isoDate(date: Date, hasTime: boolean): string {
  const milliseconds = date.getTime();
  const ofDay = ((milliseconds % DAY_MS) + DAY_MS) % DAY_MS;
  if (isTimeOnly(date)) return timeText(ofDay);
  const day = dayText(Math.floor(milliseconds / DAY_MS));
  return ofDay === 0 && !hasTime ? day : `${day}T${timeText(ofDay)}`;
}

/** Gregorian date of a day since 1970-01-01; Richards' algorithm, five times as quick as Date's own text. */
function dayText(day: number): string {
  const julian = day + 2_440_588;
  const e = 4 * (julian + 1401 + Math.floor((Math.floor((4 * julian + 274_277) / 146_097) * 3) / 4) - 38) + 3;
  const h = 5 * Math.floor((e % 1461) / 4) + 2;
  const month = ((Math.floor(h / 153) + 2) % 12) + 1;
  const year = Math.floor(e / 1461) - 4716 + Math.floor((14 - month) / 12);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(Math.floor((h % 153) / 5) + 1)}`;
}

/** Hours, minutes and seconds of a length in days, as `25:30:00`; hours are not cut at a day. */
export function durationText(days: number): string {
  const milliseconds = Math.round(Math.abs(days) * DAY_MS);
  const hours = Math.floor(milliseconds / 3_600_000);
  const rest = timeText(milliseconds % 3_600_000).slice(2);
  return `${days < 0 ? '-' : ''}${two(hours)}${rest}`;
}
