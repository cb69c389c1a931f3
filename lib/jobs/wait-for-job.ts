import { maxWaitSeconds } from '../api/limits.ts';
import { isActive, type Job } from './job.ts';

const firstPauseMs = 10;
const longestPauseMs = 500;

/** The dependencies of waiting: a clock in ms, a pause in ms, and a wrapper that counts the call while it waits. */
type Waiting = {
  clock(): number;
  pause(ms: number): Promise<unknown>;
  hold<Result>(wait: () => Promise<Result>): Promise<Result>;
};

/**
 * Reads a job until it has ended, or is what `isAwaited` says, or `waitSeconds` (at most 25) have passed. The call counts as
 * waiting only if the first read does not end it.
 */
export const waitForJob = async (
  read: () => Promise<Job | undefined>,
  waitSeconds: number,
  { clock, pause, hold }: Waiting,
  isAwaited: (job: Job) => boolean = () => false,
): Promise<Job | undefined> => {
  const until = clock() + Math.min(waitSeconds, maxWaitSeconds) * 1000;
  const hasEnded = (job: Job | undefined): boolean =>
    job === undefined || !isActive(job) || isAwaited(job) || clock() >= until;
  const first = await read();
  if (hasEnded(first)) return first;
  return hold(async () => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
      await pause(Math.max(0, Math.min(pauseMs, until - clock())));
      const job = await read();
      if (hasEnded(job)) return job;
    }
  });
};

/** The seconds of a `Prefer: wait=N` header (RFC 7240, 4.3); undefined if the header does not contain them. */
export const preferredWait = (prefer: string | undefined): number | undefined => {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
};
