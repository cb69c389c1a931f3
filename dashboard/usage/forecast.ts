import type { Usage, UsageHistory } from '../api/types.ts';

const dayMs = 86_400_000;
/** Days of the month before which a forecast would be a guess. */
const minDays = 3;

/**
 * Returns the operations of the month if its remaining days are as its days so far. Undefined in its first days, and if none
 * was used.
 *
 * @param now ms since the epoch
 */
export const forecastOf = (
  { operations }: Pick<Usage, 'operations'>,
  { months }: Pick<UsageHistory, 'months'>,
  now: number,
): number | undefined => {
  const end = Date.parse(operations.resets_at);
  const start = Date.parse(`${months.at(-1)?.month ?? ''}-01T00:00:00Z`);
  const days = (now - start) / dayMs;
  if (!(days >= minDays) || operations.used === 0) return undefined;
  return Math.round((operations.used * (end - start)) / (now - start));
};
