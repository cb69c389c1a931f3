import type { Construct } from 'constructs';

/** Lambda keeps this many concurrent executions of an account for functions without a reservation of their own. */
const keptUnreserved = 100;

/** Concurrent executions of give-up-job and of the reconciler; two is the least that a queue's mapping takes. */
export const attendantConcurrency = 2;

/**
 * The account's quota of concurrent Lambda executions in the region, if the operator states it with the context
 * `accountConcurrency`. Then the workers' share is reserved. It is not by default, because a new account may have a quota of 10,
 * and Lambda refuses every reservation that leaves fewer than 100.
 *
 * @param reserved what the stack reserves in all
 * @throws Error if the quota is not a whole number, or too small for that
 */
export const readAccountConcurrency = (scope: Construct, reserved: number): number | undefined => {
  const given: unknown = scope.node.tryGetContext('accountConcurrency');
  if (given === undefined || given === '') return undefined;
  const quota = Number(given);
  const least = keptUnreserved + reserved;
  if (Number.isInteger(quota) && quota >= least) return quota;
  throw new Error(
    `accountConcurrency is ${given}; with ${reserved} reserved and ${keptUnreserved} that Lambda keeps it must be at least ${least}`,
  );
};
