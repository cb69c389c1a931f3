import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { jobReadStore } from '../aws/job-read-store.ts';
import type { Table } from '../aws/table.ts';
import { waitingCalls } from '../aws/waiting-calls.ts';
import type { Job } from '../jobs/job.ts';
import { waitForJob } from '../jobs/wait-for-job.ts';
import type { Caller } from '../limits/rate-windows.ts';
import { whileWaiting } from '../limits/waiting-calls.ts';

/** Waits for a job of a caller, as {@link waitForJob}. */
type WaitForJob = (
  caller: Caller,
  jobId: string,
  seconds: number,
  isAwaited?: (job: Job) => boolean,
) => Promise<Job | undefined>;

/** Opens what a call needs to wait for a job, within its plan's limit of waiting calls. */
export const openJobWaiting = (table: Table): WaitForJob => {
  const jobs = jobReadStore(table);
  const waits = waitingCalls(table);
  const log = new Logger({ serviceName: 'job-waiting' });
  return (caller, jobId, seconds, isAwaited) =>
    waitForJob(
      () => jobs.get(caller.accountId, jobId),
      seconds,
      {
        clock: Date.now,
        pause,
        hold: (waiting) =>
          whileWaiting(waits, caller, { id: randomUUID(), now: Date.now() }, waiting, (error) =>
            log.error('A waiting call was not removed; it expires', { error, jobId }),
          ),
      },
      isAwaited,
    );
};
