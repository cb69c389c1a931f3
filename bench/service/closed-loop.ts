/** The results of a measurement under load: the value and duration of each call, and the rate. */
type Load<Result> = {
  readonly results: readonly Result[];
  readonly milliseconds: readonly number[];
  readonly perSecond: number;
};

/** Settings of a closed loop. */
type LoopOptions = {
  readonly clients: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
};

/**
 * Runs a closed loop: each client calls again as soon as its last call has ended, until the time is over. Waits for running
 * calls and counts them.
 *
 * @throws the error of the first failed call, or the signal's reason
 */
export const closedLoop = async <Result>(
  call: () => Promise<Result>,
  { clients, seconds, signal }: LoopOptions,
): Promise<Load<Result>> => {
  const results: Result[] = [];
  const milliseconds: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let failed = false;
  const runClient = async (): Promise<void> => {
    while (!failed && performance.now() < endsAt) {
      signal.throwIfAborted();
      const calledAt = performance.now();
      try {
        results.push(await call());
      } catch (error) {
        failed = true;
        throw error;
      }
      milliseconds.push(performance.now() - calledAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  return { results, milliseconds, perSecond: (1000 * results.length) / (performance.now() - startedAt) };
};
