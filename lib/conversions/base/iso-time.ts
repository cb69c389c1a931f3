// W3CDTF (the ISO 8601 subset of the W3C note "Date and Time Formats") and the spaces that YAML 1.1 timestamps allow.
const TIME =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)? ?(?:Z|UTC|GMT|([+-])(\d\d?)(?::?(\d\d))?)?)?)?)?$/i;

/**
 * Parses a date or time in ISO 8601; month, day, time of day, seconds and fraction are optional. A time without a zone is
 * UTC. Undefined for other text and for days that do not exist, such as 31 February.
 */
export function parseIsoTime(text: string): Date | undefined {
  const match = TIME.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month = 1, day = 1, hour = 0, minute = 0, second = 0, fraction = '0', sign, ...zone] = match;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return undefined;
  const timeOfDay = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  // 24:00:00 is the start of the next day.
  if (timeOfDay > 86_400 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const [zoneHours = 0, zoneMinutes = 0] = zone;
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -60 : 60);
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return new Date(midnight.getTime() + (timeOfDay - offset) * 1000 + milliseconds);
}

/** A time in ISO 8601 UTC with milliseconds; null if it is missing or invalid. */
export const isoTime = (time: Date | undefined): string | null =>
  time === undefined || Number.isNaN(time.getTime()) ? null : time.toISOString();

/** {@link parseIsoTime} as ISO 8601 UTC, the form of the times in `DocumentInfo`; null if it is not a time. */
export const readIsoTime = (text: string | null | undefined): string | null =>
  isoTime(parseIsoTime(text ?? ''));

/** A time in ISO 8601 UTC to the second, as OOXML and EPUB write it; undefined if it is not a time. */
export function isoSeconds(text: string | null | undefined): string | undefined {
  const time = readIsoTime(text);
  return time === null ? undefined : `${time.slice(0, 19)}Z`;
}
