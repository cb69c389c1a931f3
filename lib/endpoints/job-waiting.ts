import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { UsageLimitError } from '../api-errors.ts';
import { jobReadStore } from '../aws/job-read-store.ts';
import type { Table } from '../aws/table.ts';
import { waitingCalls } from '../aws/waiting-calls.ts';
import { readWaitLimit } from '../env.ts';
import type { Job } from '../jobs/job.ts';
import { waitForJob } from '../jobs/wait-for-job.ts';
import type { Caller } from '../limits/rate-windows.ts';
import { type WaitLimit, waitsOfDeployment, waitsOfPlan, whileWaiting } from '../limits/waiting-calls.ts';

/** Waits for a job of a caller, as {@link waitForJob}. */
type WaitForJob = (
  caller: Caller,
  jobId: string,
  seconds: number,
  isAwaited?: (job: Job) => boolean,
) => Promise<Job | undefined>;

const openWaiting = (table: Table) => {
  const jobs = jobReadStore(table);
  const waits = waitingCalls(table);
  const log = new Logger({ serviceName: 'job-waiting' });
  return (
    limits: readonly WaitLimit[],
    { accountId, jobId }: Pick<Job, 'accountId' | 'jobId'>,
    seconds: number,
    isAwaited?: (job: Job) => boolean,
  ) =>
    waitForJob(
      () => jobs.get(accountId, jobId),
      seconds,
      {
        clock: Date.now,
        pause,
        hold: (waiting) =>
          whileWaiting(waits, limits, { id: randomUUID(), now: Date.now() }, waiting, (error) =>
            log.error('A waiting call was not removed; it expires', { error, jobId }),
          ),
      },
      isAwaited,
    );
};

/** Opens what a call needs to wait for a job, within the limits of its plan and of the deployment. */
export const openJobWaiting = (table: Table): WaitForJob => {
  const wait = openWaiting(table);
  const ofDeployment = waitsOfDeployment(readWaitLimit());
  return (caller, jobId, seconds, isAwaited) =>
    wait([waitsOfPlan(caller), ...ofDeployment], { accountId: caller.accountId, jobId }, seconds, isAwaited);
};

/**
 * Opens what a visitor's call needs to wait for a job. Such waits are short and only for a new job, so only the limit of the
 * deployment applies. A call that it does not allow to wait returns the job as it is.
 */
export const openVisitorWaiting = (table: Table): ((job: Job, seconds: number) => Promise<Job>) => {
  const wait = openWaiting(table);
  const limits = waitsOfDeployment(readWaitLimit());
  return async (job, seconds) => {
    try {
      return (await wait(limits, job, seconds)) ?? job;
    } catch (error) {
      if (error instanceof UsageLimitError) return job;
      throw error;
    }
  };
};
