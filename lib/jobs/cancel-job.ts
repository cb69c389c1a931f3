import { ApiError } from '../api-errors.ts';
import type { Job } from './job.ts';

/** The database operation of cancelling. */
export type CancelStore = {
  /**
   * Cancels a queued or processing job, then frees its slot. Returns the job afterwards; undefined if the
   * account has no job with this id.
   */
  cancel(accountId: string, jobId: string, now: number): Promise<Job | undefined>;
};

/**
 * Cancels a job. Its operation is not refunded. Cancelling a cancelled job does nothing. Returns undefined if the job does
 * not exist.
 *
 * The worker of the job sees the cancellation within 2 s, when it next reads the job.
 *
 * @throws ApiError `job_not_active` if the job is complete or failed
 */
export const cancelJob = async (
  { accountId, jobId }: { accountId: string; jobId: string },
  store: CancelStore,
  now: number,
): Promise<Job | undefined> => {
  const job = await store.cancel(accountId, jobId, now);
  if (job === undefined || job.status === 'cancelled') return job;
  throw new ApiError('job_not_active', `${jobId} is ${job.status} and can no longer be cancelled.`);
};
