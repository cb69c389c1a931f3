import { maxWaitSeconds } from '../api/limits.ts';
import { UsageLimitError } from '../api-errors.ts';
import { plans } from '../plans.ts';
import type { Caller } from './rate-windows.ts';

/** The database operations of waiting calls. Times are in ms since the epoch. */
export type WaitingCalls = {
  /** Adds a waiting call, which counts until it is removed or `until`. Returns false if `max` calls are waiting. */
  add(accountId: string, call: { id: string; until: number }, max: number, now: number): Promise<boolean>;
  remove(accountId: string, call: { id: string; until: number }): Promise<void>;
};

/**
 * Seconds after which a call no longer counts, if its function died and did not remove it: the longest wait plus the rest
 * of the request.
 */
const leaseSeconds = maxWaitSeconds + 5;

/** Seconds after which a client should retry a refused call. */
const retrySeconds = 2;

/**
 * Counts a call as waiting while `wait` runs.
 *
 * @param onKept reports an entry that could not be removed, and so counts until it expires
 * @throws UsageLimitError if the plan allows no more waiting calls
 */
export const whileWaiting = async <Result>(
  calls: WaitingCalls,
  { accountId, plan }: Caller,
  call: { id: string; now: number },
  wait: () => Promise<Result>,
  onKept: (error: unknown) => void,
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
    await calls.remove(accountId, lease).catch(onKept);
  }
};
