/** A time (ms since the epoch) as responses write it. */
export const time = (ms: number): string => new Date(ms).toISOString();

/** The same of a time that may not have come. */
export const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : time(ms));
