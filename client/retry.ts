import type { Clock } from './clock.ts';
import { DocForgeError } from './errors.ts';
import { unreached } from './send.ts';

/** Tries after the first one for faults of the network and the service: about 15 seconds of pauses in all. */
const maxRetries = 5;

/** Pauses double from this many milliseconds up to the second number. */
const firstPauseMs = 500;
const longestPauseMs = 20_000;

/** A longer `Retry-After` is returned to the caller. The windows of the rate limits are 60 seconds. */
const longestRetryAfterSeconds = 90;

/** The longest time in milliseconds that one call waits for limits that free up, such as the plan's active jobs. */
const longestLimitWaitMs = 600_000;

/** Milliseconds before retry `index`: half of the doubling pause at least, so that clients spread, and `Retry-After` at least. */
const pauseOf = (index: number, retryAfterSeconds: number | undefined, random: number): number => {
  const pause = Math.min(firstPauseMs * 2 ** index, longestPauseMs);
  return Math.max(pause / 2, (retryAfterSeconds ?? 0) * 1000) + (random * pause) / 2;
};

/**
 * Calls `attempt` until it succeeds, fails with an error that is not retryable, or has used up its retries. An address at
 * which nothing listens is not tried again by a client that has never reached its service.
 *
 * Limits (status 429) that free up within 90 seconds are waited for, up to ten minutes in all, and do not count as retries.
 */
export const withRetries = async <Result>(
  attempt: (index: number) => Promise<Result>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Result> => {
  let faults = 0;
  let limitWaitMs = 0;
  for (let index = 0; ; index += 1) {
    signal?.throwIfAborted();
    try {
      return await attempt(index);
    } catch (error) {
      if (!(error instanceof DocForgeError) || !error.retryable || unreached.has(error)) throw error;
      const { status, retryAfterSeconds } = error;
      if ((retryAfterSeconds ?? 0) > longestRetryAfterSeconds) throw error;
      const pause = pauseOf(index, retryAfterSeconds, clock.random());
      if (status === 429) limitWaitMs += pause;
      else faults += 1;
      if (faults > maxRetries || limitWaitMs > longestLimitWaitMs) throw error;
      await clock.sleep(pause, signal);
    }
  }
};
