import { backgroundFunctions, reservationOf } from '../lib/functions/background-functions.ts';

/** Concurrent executions that Lambda keeps for the functions of an account that have no reservation. */
const keptUnreserved = 100;

/** The smallest quota that AWS assigns, to new accounts. */
const smallestQuota = 10;

/** The sum of the stack's reservations. */
const reserved = Object.values(backgroundFunctions).reduce((sum, row) => sum + reservationOf(row), 0);

/** The smallest quota with which the stack can reserve: Lambda refuses a reservation that leaves too few executions. */
const reservableQuota = keptUnreserved + reserved;

/** The part of a smaller quota that waiting calls may use. The rest is for workers and for short calls. */
const waitingShare = 1 / 3;

/**
 * Reads the account's quota of concurrent Lambda executions in the region.
 *
 * @throws Error if it is not a whole number, or smaller than any quota
 */
export const accountQuota = (text: string): number => {
  const quota = Number(text);
  if (Number.isInteger(quota) && quota >= smallestQuota) return quota;
  throw new Error(`set a whole number of at least ${smallestQuota}`);
};

/** Whether the workers' share of a quota is reserved. Without a stated quota nothing is: a new account may have 10. */
export const isReserved = (quota: number | undefined): boolean =>
  quota !== undefined && quota >= reservableQuota;

/** The number of calls that may wait at once if the workers' share of the quota cannot be reserved; undefined for no limit. */
export const waitLimitOf = (quota: number | undefined): number | undefined =>
  quota === undefined || isReserved(quota) ? undefined : Math.floor(quota * waitingShare);
