/** A task that is repeated at intervals. */
export type Repeated = {
  /** Ends the repetition, and waits for a run in progress: a worker may be frozen once it has answered. */
  readonly stop: () => Promise<void>;
};

/** Runs a task at intervals, one run at a time. The task may not throw. */
export const repeat = (task: () => Promise<void>, intervalMs: number): Repeated => {
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    await task();
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, intervalMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
