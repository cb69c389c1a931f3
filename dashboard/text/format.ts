const number = new Intl.NumberFormat('en');

/** Formats an integer: 25,000. */
export const formatNumber = (value: number): string => number.format(value);

/** Formats a count with its noun: 1 key, 2 keys. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`;

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in units of 1024: 1.4 MB. */
export const formatBytes = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  const text = value.toFixed(digits).replace(/\.0$/, '');
  return bytes === 1 ? '1 byte' : `${text} ${units[unit]}`;
};

/** Formats a duration: 340 ms, 4.2 s, 2 min 5 s. */
export const formatDuration = (ms: number): string => {
  const safe = Math.max(0, ms);
  if (safe < 999.5) return `${Math.round(safe)} ms`;
  if (safe < 59_950) return `${(safe / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  const seconds = Math.round(safe / 1000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
};

/** Formats a time in the user's time zone, or in `timeZone`: 20 Nov 2026, 10:54. */
export const formatTime = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));

/** Formats a time with its zone: 1 Dec 2026, 01:00 CET. */
export const formatTimeWithZone = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A time that is less than this ahead counts as now: clocks differ. */
const clockSkewMs = 10_000;

/** Formats a time relative to `now` (ms since the epoch): 3 minutes ago, in 1 minute. After a month, a date. */
export const formatRelative = (iso: string, now: number, timeZone?: string): string => {
  const distance = new Date(iso).getTime() - now;
  if (Math.abs(distance) > 30 * 86_400_000)
    return new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      ...(timeZone === undefined ? {} : { timeZone }),
    }).format(new Date(iso));
  for (const [unit, ms] of steps) {
    if (Math.abs(distance) >= ms) return relative.format(Math.trunc(distance / ms), unit);
  }
  return distance > clockSkewMs ? 'in less than a minute' : 'just now';
};
