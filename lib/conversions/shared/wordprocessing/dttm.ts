const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/**
 * A time in 32 bits, as Word stores those of comments and changes ([MS-DOC] 2.9.67, DTTM), in ISO 8601 without a zone; null if it is
 * none.
 */
export function dttmTime(value: number): string | null {
  const [minute, hour, day] = [value & 0x3f, (value >>> 6) & 0x1f, (value >>> 11) & 0x1f];
  const [month, year] = [(value >>> 16) & 0xf, 1900 + ((value >>> 20) & 0x1ff)];
  if (minute > 59 || hour > 23 || day < 1 || month < 1 || month > 12) return null;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:00`;
}
