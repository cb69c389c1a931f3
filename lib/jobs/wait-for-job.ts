import { maxWaitSeconds } from '../api/limits.ts';
import { isActive, type Job } from './job.ts';

const firstPauseMs = 10;
const longestPauseMs = 500;

/** Milliseconds that a call waits before it counts as waiting: most jobs end earlier, and counting takes two writes. */
export const uncountedMs = 1000;

/** The dependencies of waiting: a clock in ms, a pause in ms, and a wrapper that counts the call while it waits. */
type Waiting = {
  clock(): number;
  pause(ms: number): Promise<unknown>;
  hold<Result>(wait: () => Promise<Result>): Promise<Result>;
};

/**
 * Reads a job until it has ended, or is what `isAwaited` says, or `waitSeconds` (at most 25) have passed. The call counts as
 * waiting only if that takes longer than a second.
 *
 * @param read with `isFresh`, sees all earlier writes; without, costs half and may miss those of the last second
 */
export const waitForJob = async (
  read: (isFresh: boolean) => Promise<Job | undefined>,
  waitSeconds: number,
  { clock, pause, hold }: Waiting,
  isAwaited?: (job: Job) => boolean,
): Promise<Job | undefined> => {
  const start = clock();
  const until = start + Math.min(waitSeconds, maxWaitSeconds) * 1000;
  const isOver = (job: Job | undefined): boolean =>
    job === undefined || !isActive(job) || isAwaited?.(job) === true;
  let job = await read(true);
  // An old state is an earlier one, so it only delays the end. An event might be sent again.
  const isFresh = isAwaited !== undefined;
  let pauseMs = firstPauseMs;
  const poll = async (end: number): Promise<Job | undefined> => {
    while (!isOver(job) && clock() < end) {
      await pause(Math.min(pauseMs, end - clock()));
      pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
      job = (await read(isFresh)) ?? job;
    }
    return job;
  };
  await poll(Math.min(until, start + uncountedMs));
  return isOver(job) || clock() >= until ? job : hold(() => poll(until));
};

/** The seconds of a `Prefer: wait=N` header (RFC 7240, 4.3); undefined if the header does not contain them. */
export const preferredWait = (prefer: string | undefined): number | undefined => {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
};
