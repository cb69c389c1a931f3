import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { UsageLimitError } from '../api-errors.ts';
import { jobReadStore } from '../aws/job-read-store.ts';
import type { Table } from '../aws/table.ts';
import { waitingCalls } from '../aws/waiting-calls.ts';
import { readWaitLimit } from '../env.ts';
import { type GatewayEvent, header } from '../http/api-event.ts';
import type { Job } from '../jobs/job.ts';
import { preferredWait, waitForJob } from '../jobs/wait-for-job.ts';
import type { Caller } from '../limits/rate-windows.ts';
import { type WaitLimit, waitsOfAccount, waitsOfDeployment, whileWaiting } from '../limits/waiting-calls.ts';

/** Waits for a job of a caller, as {@link waitForJob}. */
type WaitForJob = (
  caller: Caller,
  jobId: string,
  seconds: number,
  isAwaited?: (job: Job) => boolean,
) => Promise<Job | undefined>;

/** Counts a call as waiting meanwhile. Throws UsageLimitError if a limit allows no more of them. */
export type HoldCall = <Result>(wait: () => Promise<Result>) => Promise<Result>;

const openHold = (table: Table): ((limits: readonly WaitLimit[]) => HoldCall) => {
  const waits = waitingCalls(table);
  const log = new Logger({ serviceName: 'job-waiting' });
  return (limits) => (wait) =>
    whileWaiting(waits, limits, { id: randomUUID(), now: Date.now() }, wait, (error) =>
      log.error('A waiting call was not removed; it expires', { error }),
    );
};

/** Opens the count of a caller's waiting calls, within the limits of its plan and of the deployment. */
export const openCallerHold = (table: Table): ((caller: Caller) => HoldCall) => {
  const holdOf = openHold(table);
  const ofDeployment = waitsOfDeployment(readWaitLimit());
  return (caller) => holdOf([waitsOfAccount(caller), ...ofDeployment]);
};

/** The seconds that a request prefers to wait: by its query or its `Prefer` header. */
export const secondsToWait = (event: GatewayEvent, wait: string | undefined): number =>
  Number(wait ?? preferredWait(header(event, 'prefer')) ?? 0);

const openWaiting = (table: Table) => {
  const jobs = jobReadStore(table);
  return (
    hold: HoldCall,
    { accountId, jobId }: Pick<Job, 'accountId' | 'jobId'>,
    seconds: number,
    isAwaited?: (job: Job) => boolean,
  ) =>
    waitForJob(
      (isFresh) => jobs.get(accountId, jobId, Date.now(), isFresh),
      seconds,
      { clock: Date.now, pause, hold },
      isAwaited,
    );
};

/** Opens what a call needs to wait for a job, within the limits of its plan and of the deployment. */
export const openJobWaiting = (table: Table, holdOf = openCallerHold(table)): WaitForJob => {
  const wait = openWaiting(table);
  return (caller, jobId, seconds, isAwaited) =>
    wait(holdOf(caller), { accountId: caller.accountId, jobId }, seconds, isAwaited);
};

/**
 * Opens what a visitor's call needs to wait for a job. Such waits are short and only for a new job, so only the limit of the
 * deployment applies. A call that it does not allow to wait returns the job as it is.
 */
export const openVisitorWaiting = (table: Table): ((job: Job, seconds: number) => Promise<Job>) => {
  const wait = openWaiting(table);
  const hold = openHold(table)(waitsOfDeployment(readWaitLimit()));
  return async (job, seconds) => {
    try {
      return (await wait(hold, job, seconds)) ?? job;
    } catch (error) {
      if (error instanceof UsageLimitError) return job;
      throw error;
    }
  };
};
