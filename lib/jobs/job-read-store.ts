import type { Job } from './job.ts';

/** A page of jobs, newest first, and whether there are older ones. */
export type JobPage = { readonly jobs: readonly Job[]; readonly hasMore: boolean };

/** The database operations of reading an account's jobs. */
export type JobReadStore = {
  /** Returns undefined if the account has no job with this id. */
  get(accountId: string, jobId: string): Promise<Job | undefined>;
  /** Lists at most `limit` jobs older than the job `before`. A page of large jobs may be shorter. */
  list(accountId: string, page: { limit: number; before: string | undefined; now: number }): Promise<JobPage>;
};
