import type { JobErrorCode } from '../conversions/errors.ts';
import { isActive, type Job } from './job.ts';
import { errorInStep } from './job-steps.ts';
import type { JobStore } from './job-store.ts';

/** The error of a job that the service could not finish. */
export const abandonedJobError = {
  code: 'internal_error',
  message: 'The service could not finish this job. Submit it again.',
} as const satisfies { code: JobErrorCode; message: string };

/**
 * Fails an active job that no worker has a lease on, and refunds its operations. Returns false if the job has ended or a
 * worker has it.
 */
export const failAbandonedJob = async (
  job: Job,
  jobs: Pick<JobStore, 'end'>,
  now: number,
): Promise<boolean> => {
  if (!isActive(job)) return false;
  const end = { status: 'failed', error: errorInStep(job, abandonedJobError) } as const;
  return jobs.end(job, end, { lease: undefined, report: job.report, now });
};
