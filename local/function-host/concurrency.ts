import type { Outcome } from './host.ts';

/** Limits the concurrent invocations of a function, or of several. */
export type Concurrency = {
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
 * Enforces a function's reserved concurrency; without one, it uses the executions of the account that no function has reserved.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export function createConcurrency(reserved: number | undefined, unreserved?: Concurrency): Concurrency {
  let limit = reserved;
  let running = 0;
  return {
    run: async (invoke) => {
      if (limit === undefined && unreserved !== undefined) return unreserved.run(invoke);
      if (running >= (limit ?? Number.POSITIVE_INFINITY)) return throttled;
      running += 1;
      try {
        return await invoke();
      } finally {
        running -= 1;
      }
    },
    reserve: (changed) => {
      limit = changed;
    },
  };
}
