import { maxWaitSeconds } from '../api/limits.ts';
import { isActive, type Job } from './job.ts';

const firstPauseMs = 10;
const longestPauseMs = 500;

/**
 * Reads a job, again and again until it has ended or `waitSeconds` (at most 25) are over.
 *
 * `clock` is in ms; `pause` waits that many.
 */
export const waitForJob = async (
  read: () => Promise<Job | undefined>,
  waitSeconds: number,
  clock: () => number,
  pause: (ms: number) => Promise<unknown>,
): Promise<Job | undefined> => {
  const until = clock() + Math.min(waitSeconds, maxWaitSeconds) * 1000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const job = await read();
    const left = until - clock();
    if (job === undefined || !isActive(job) || left <= 0) return job;
    await pause(Math.min(pauseMs, left));
  }
};

/** The seconds of a `Prefer: wait=N` header (RFC 7240, 4.3); undefined where it has none. */
export const preferredWait = (prefer: string | undefined): number | undefined => {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
};
