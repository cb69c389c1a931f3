import type { JobStatus } from '../api/job-statuses.ts';
import type { Page } from '../files/file-read-store.ts';
import type { Job } from './job.ts';
import type { JobStep } from './job-steps.ts';

/** The properties of the jobs to list; an undefined one has any value. */
export type JobFilter = {
  readonly status: JobStatus | undefined;
  readonly type: JobStep['type'] | undefined;
  /** Canonical source format. */
  readonly from: string | undefined;
};

/** The database operations of reading an account's jobs. A deleted job counts as missing, as does one of more than 30 days ago. */
export type JobReadStore = {
  /**
   * Returns undefined if the account has no job with this id.
   *
   * @param isFresh with all earlier writes, by default; without those of the last second, perhaps, it costs half
   */
  get(accountId: string, jobId: string, now: number, isFresh?: boolean): Promise<Job | undefined>;
  /** Lists at most `limit` jobs older than the job `before`. A page may be shorter and have a successor. */
  list(
    accountId: string,
    page: {
      readonly limit: number;
      readonly before: string | undefined;
      readonly now: number;
      readonly filter: JobFilter;
    },
  ): Promise<Page<Job>>;
};
