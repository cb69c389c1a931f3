/** What a measurement under load gave: what each call gave, how long it took, and how many there were in a second. */
export type Load<Result> = {
  readonly results: readonly Result[];
  readonly milliseconds: readonly number[];
  readonly perSecond: number;
};

/** How a closed loop is run. */
export type LoopOptions = {
  readonly clients: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
};

/**
 * Calls again and again, each client as soon as its last call has ended, until the seconds are over; calls under way
 * then are waited for and counted.
 *
 * @throws what the first failing call throws, or the signal's reason
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
