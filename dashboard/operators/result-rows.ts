import { isRecord } from '../../lib/is-record.ts';

/** A member of a result that has members itself. */
export type Row = Readonly<Record<string, unknown>>;

/** A value as text; a time to the second. */
export const words = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value) && !value.some(isRecord)) return value.map(words).join(', ') || '–';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1 $2 UTC');
};
