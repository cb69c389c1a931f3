import { maxWaitSeconds, waitsOfAll } from '../api/limits.ts';
import { UsageLimitError } from '../api-errors.ts';
import type { Caller } from './rate-windows.ts';

/** The database operations of waiting calls. Times are in ms since the epoch. */
export type WaitingCalls = {
  /** Adds a waiting call, which counts until it is removed or `until`. Returns false if `max` calls are waiting. */
  add(owner: string, call: { id: string; until: number }, max: number, now: number): Promise<boolean>;
  remove(owner: string, call: { id: string; until: number }): Promise<void>;
};

/** A maximum of waiting calls: those of an account, or of all accounts together. */
export type WaitLimit = {
  /** The account, or `waitsOfAll`. */
  readonly owner: string;
  readonly max: number;
  /** What a refused client can do instead of waiting or trying again. */
  readonly advice: string;
};

/** The waiting calls that an account may have. */
export const waitsOfAccount = ({ accountId, limits }: Caller): WaitLimit => ({
  owner: accountId,
  max: limits.maxWaits,
  advice: 'upgrade your plan for more',
});

/** The waiting calls that a deployment may have, if they are limited. */
export const waitsOfDeployment = (max: number | undefined): readonly WaitLimit[] =>
  max === undefined ? [] : [{ owner: waitsOfAll, max, advice: 'try again later' }];

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
 * @throws UsageLimitError if one of the limits allows no more waiting calls
 */
export const whileWaiting = async <Result>(
  calls: WaitingCalls,
  limits: readonly WaitLimit[],
  call: { id: string; now: number },
  wait: () => Promise<Result>,
  onKept: (error: unknown) => void,
): Promise<Result> => {
  const lease = { id: call.id, until: call.now + leaseSeconds * 1000 };
  const counted: string[] = [];
  try {
    for (const { owner, max, advice } of limits) {
      if (!(await calls.add(owner, lease, max, call.now))) {
        throw new UsageLimitError(
          'waiting_calls_limit_reached',
          `Too many waiting calls (${max}/${max}). Read the job without waiting, or ${advice}.`,
          retrySeconds,
        );
      }
      counted.push(owner);
    }
    return await wait();
  } finally {
    await Promise.all(counted.map((owner) => calls.remove(owner, lease).catch(onKept)));
  }
};
