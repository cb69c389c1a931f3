/** Time and randomness, which tests replace. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after some milliseconds. Rejects with the signal's reason if it is aborted first. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** A number from 0 to below 1. */
  random(): number;
};

const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });

/** The clock of the system. */
export const systemClock: Clock = { now: Date.now, sleep, random: Math.random };
