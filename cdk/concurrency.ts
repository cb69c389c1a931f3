import { backgroundFunctions } from '../lib/functions/background-functions.ts';

/** Concurrent executions that Lambda keeps for the functions of an account that have no reservation. */
const keptUnreserved = 100;

/** The sum of the stack's reservations. */
const reserved = Object.values(backgroundFunctions).reduce((sum, { concurrency }) => sum + concurrency, 0);

/**
 * Reads the account's quota of concurrent Lambda executions in the region. The share of the workers is reserved only if the
 * operator states it: a new account may have a quota of 10, and Lambda refuses any reservation that leaves fewer than 100.
 *
 * @throws Error if the quota is not a whole number, or too small for the reservations
 */
export const accountQuota = (text: string): number => {
  const quota = Number(text);
  const least = keptUnreserved + reserved;
  if (Number.isInteger(quota) && quota >= least) return quota;
  throw new Error(
    `it must be at least ${least}: ${reserved} reserved, and ${keptUnreserved} that Lambda keeps unreserved`,
  );
};
