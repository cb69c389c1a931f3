import { ApiError } from '../api-errors.ts';
import type { ObjectStore } from '../files/objects.ts';
import { isActive, type Job } from './job.ts';
import type { PagePartStore } from './page-parts.ts';
import { removeResults } from './remove-results.ts';

/** The database operations of deleting a job. */
export type DeleteJobStore = {
  /** Returns undefined if the account has no job with this id, or has deleted it. */
  get(accountId: string, jobId: string, now: number): Promise<Job | undefined>;
  /** Deletes the content of an ended job and hides it. */
  remove(job: Job, now: number): Promise<void>;
  readonly parts: Pick<PagePartStore, 'list'>;
};

/**
 * Deletes a job that has ended: first its results, then its record, so that a call that dies in between can be repeated.
 * Returns false if the account has no job with this id.
 *
 * @throws ApiError `job_active` if the job is queued or processing
 */
export const deleteJob = async (
  { accountId, jobId }: { readonly accountId: string; readonly jobId: string },
  { jobs, objects }: { readonly jobs: DeleteJobStore; readonly objects: Pick<ObjectStore, 'remove'> },
  now: number,
): Promise<boolean> => {
  const job = await jobs.get(accountId, jobId, now);
  if (job === undefined) return false;
  if (isActive(job)) {
    throw new ApiError(
      'job_active',
      `${jobId} is ${job.status}. Cancel it first with POST /job/${jobId}/cancel, or wait until it ends.`,
    );
  }
  await removeResults(job, objects, jobs.parts);
  await jobs.remove(job, now);
  return true;
};
