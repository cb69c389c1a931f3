/** Runs a bounded number of tasks at once. */
export type Limiter = {
  /** Runs a task once fewer than the limit are running. Waiting tasks start in order. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
};

/** Creates a limiter of `max` tasks. */
export const limiter = (max: number): Limiter => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    run: async (task) => {
      if (running >= max) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        await promise;
      } else {
        running += 1;
      }
      try {
        return await task();
      } finally {
        // The next task takes over the place of this one.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
};
