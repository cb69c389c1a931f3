import type { NumberFormat } from './workbook.ts';

const DAY_MS = 86_400_000;
// Serial number of 1970-01-01 in the 1900 system, and of 1904-01-01 counted from 1900-01-01.
const EPOCH_1900 = 25_569;
const SHIFT_1904 = 1462;
// Like Lotus 1-2-3, Excel treats 1900 as a leap year: day 60 never existed (ECMA-376 18.17.4.1).
const LEAP_DAY = 60;
/** 9999-12-31; later serial numbers are not dates. */
export const LAST_DAY = 2_958_465;

/** The day that times of day are stored on: midnight of 1899-12-31, in milliseconds since the Unix epoch. */
export const TIME_ONLY_DAY_MS = -25_568 * DAY_MS;

/**
 * Converts a spreadsheet serial number to a date in UTC; undefined if it is not a date. Rounds to milliseconds. A
 * number below 1 is a time of day and becomes a date before 1900.
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
 * Converts a cell's number by the kind of its format: to a date if it is one. Day 0 in a cell that displays days is
 * usually the result of a formula over empty cells and remains a number.
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

/** Converts a date to a serial number of the 1900 system; the inverse of {@link serialDate}. */
export function dateSerial(date: Date): number {
  const milliseconds = date.getTime();
  if (isTimeOnly(date)) return ((((milliseconds - TIME_ONLY_DAY_MS) % DAY_MS) + DAY_MS) % DAY_MS) / DAY_MS;
  const days = milliseconds / DAY_MS + EPOCH_1900;
  return days < LEAP_DAY + 1 ? days - 1 : days;
}

const FIRST_DAY_MS = -25_567 * DAY_MS;

/** Whether a date is a time of day. */
export const isTimeOnly = (date: Date): boolean => date.getTime() < FIRST_DAY_MS;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Formats a time as `14:30:00`, with milliseconds only if they are not zero. */
function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const rest = milliseconds % 1000;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

/**
 * Formats a cell's date as ISO 8601 without a time zone: `2026-01-31`, `2026-01-31T14:30:00`, or `14:30:00` for a time
 * of day. Midnight is only included if `hasTime`, that is if the cell displays a time.
 */
export function isoDate(date: Date, hasTime: boolean): string {
  const milliseconds = date.getTime();
  const ofDay = ((milliseconds % DAY_MS) + DAY_MS) % DAY_MS;
  if (isTimeOnly(date)) return timeText(ofDay);
  const day = dayText(Math.floor(milliseconds / DAY_MS));
  return ofDay === 0 && !hasTime ? day : `${day}T${timeText(ofDay)}`;
}

/** Converts days since 1970-01-01 to a Gregorian date by Richards' algorithm, five times as fast as Date. */
function dayText(day: number): string {
  const julian = day + 2_440_588;
  const e = 4 * (julian + 1401 + Math.floor((Math.floor((4 * julian + 274_277) / 146_097) * 3) / 4) - 38) + 3;
  const h = 5 * Math.floor((e % 1461) / 4) + 2;
  const month = ((Math.floor(h / 153) + 2) % 12) + 1;
  const year = Math.floor(e / 1461) - 4716 + Math.floor((14 - month) / 12);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(Math.floor((h % 153) / 5) + 1)}`;
}

/** Formats a duration in days as hours, minutes and seconds: `25:30:00`. Hours may exceed 24. */
export function durationText(days: number): string {
  const milliseconds = Math.round(Math.abs(days) * DAY_MS);
  const hours = Math.floor(milliseconds / 3_600_000);
  const rest = timeText(milliseconds % 3_600_000).slice(2);
  return `${days < 0 ? '-' : ''}${two(hours)}${rest}`;
}
