import { maxWaitSeconds } from '../api/limits.ts';
import { UsageLimitError } from '../errors.ts';
import { plans } from '../plans.ts';
import type { Caller } from './rate-windows.ts';

/** What counting waiting calls needs of the database. Times are in ms since the epoch. */
export type WaitingCalls = {
  /** Adds a call that waits, which counts until `until` unless it is removed; false if `max` calls wait already. */
  add(accountId: string, call: { id: string; until: number }, max: number, now: number): Promise<boolean>;
  remove(accountId: string, call: { id: string; until: number }): Promise<void>;
};

/**
 * Seconds for which a call counts at most: the longest wait and what a function takes besides. A function that dies
 * removes nothing, and its call counts no longer than this.
 */
const leaseSeconds = maxWaitSeconds + 5;

/** Seconds after which a refused call is worth another try. */
const retrySeconds = 2;

/**
 * Counts a call as waiting while `wait` runs.
 *
 * @throws UsageLimitError if as many calls of the account wait as its plan allows.
 */
export const whileWaiting = async <Result>(
  calls: WaitingCalls,
  { accountId, plan }: Caller,
  call: { id: string; now: number },
  wait: () => Promise<Result>,
): Promise<Result> => {
  const { maxWaits } = plans[plan];
  const lease = { id: call.id, until: call.now + leaseSeconds * 1000 };
  if (!(await calls.add(accountId, lease, maxWaits, call.now))) {
    throw new UsageLimitError(
      'waiting_calls_limit_reached',
      `Too many waiting calls (${maxWaits}/${maxWaits}). Read the job without waiting, or upgrade your plan for more.`,
      retrySeconds,
    );
  }
  try {
    return await wait();
  } finally {
    // What is not removed ends by itself.
    await calls.remove(accountId, lease).catch(() => undefined);
  }
};
