import { ApiError } from '../errors.ts';
import type { Job } from './job.ts';

/** What cancelling needs of the database. */
export type CancelStore = {
  /**
   * Cancels a job that is queued or processing and frees its slot in one write. Gives the job as it stands afterwards;
   * undefined where the account has none of this id.
   */
  cancel(accountId: string, jobId: string, now: number): Promise<Job | undefined>;
};

/**
 * Cancels a job; its operation stays counted. Repeating it does nothing. Undefined where there is no such job.
 *
 * A worker that has the job notices within two seconds, when it renews its lease.
 *
 * @throws ApiError `job_not_active` where the job is complete or failed.
 */
export const cancelJob = async (
  { accountId, jobId }: { accountId: string; jobId: string },
  store: CancelStore,
  now: number,
): Promise<Job | undefined> => {
  const job = await store.cancel(accountId, jobId, now);
  if (job === undefined || job.status === 'cancelled') return job;
  throw new ApiError('job_not_active', `${jobId} is ${job.status} and cannot be cancelled any more`);
};
