import type { Outcome } from './host.ts';

/** Limits the concurrent invocations of a function. */
type Concurrency = {
  /** Runs an invocation, or throttles it if the limit is reached. */
  run(invoke: () => Promise<Outcome>): Promise<Outcome>;
  /** Sets the limit: 0 throttles everything, undefined nothing. */
  readonly reserve: (limit: number | undefined) => void;
};

const throttled: Outcome = {
  ok: false,
  failure: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
};

/** Returns whether an invocation was throttled. */
export const isThrottled = (outcome: Outcome): boolean => outcome === throttled;

/**
 * Enforces a function's reserved concurrency.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export function createConcurrency(reserved: number | undefined): Concurrency {
  let limit = reserved ?? Number.POSITIVE_INFINITY;
  let running = 0;
  return {
    run: async (invoke) => {
      if (running >= limit) return throttled;
      running += 1;
      try {
        return await invoke();
      } finally {
        running -= 1;
      }
    },
    reserve: (changed) => {
      limit = changed ?? Number.POSITIVE_INFINITY;
    },
  };
}
