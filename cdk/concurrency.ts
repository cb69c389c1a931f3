import type { Construct } from 'constructs';

/** Concurrent executions that Lambda keeps for the functions of an account that have no reservation. */
const keptUnreserved = 100;

/**
 * The account's quota of concurrent Lambda executions in the region, if the operator states it with the context
 * `accountConcurrency`. The share of the workers is reserved only then: a new account may have a quota of 10, and Lambda
 * refuses any reservation that leaves fewer than 100.
 *
 * @param reserved the sum of the stack's reservations
 * @throws Error if the quota is not a whole number, or too small for the reservations
 */
export const readAccountConcurrency = (scope: Construct, reserved: number): number | undefined => {
  const given: unknown = scope.node.tryGetContext('accountConcurrency');
  if (given === undefined || given === '') return undefined;
  const quota = Number(given);
  const least = keptUnreserved + reserved;
  if (Number.isInteger(quota) && quota >= least) return quota;
  throw new Error(
    `accountConcurrency is ${given}; it must be at least ${least}: ${reserved} reserved, and ${keptUnreserved} that Lambda keeps unreserved`,
  );
};
