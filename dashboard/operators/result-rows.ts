/** A member of a result that has members itself. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns true if a value has members. */
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as text; a time to the second. */
export const words = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1 $2 UTC');
};

/** When a deletion goes on, in ms since the epoch; undefined if it does not wait. */
export const waitOf = (result: Row): number | undefined => {
  const { state, waits_until: until } = result;
  return state === 'waiting' && typeof until === 'string' ? Date.parse(until) : undefined;
};
