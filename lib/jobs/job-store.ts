import type { StoredFile } from '../files/file.ts';
import type { WorkerName } from '../workers.ts';
import type { Job, JobDelivery, JobError, JobMessage, JobOutput, JobRecognition } from './job.ts';
import { type StepResult, withoutSecrets } from './job-steps.ts';
import type { PagePart, PagePartStore } from './page-parts.ts';

/** A worker's lease on a job. Only its owner, and only in this attempt, may write to the job. */
export type Lease = {
  readonly accountId: string;
  readonly jobId: string;
  readonly attempt: number;
  readonly owner: string;
};

/** How a job ends. */
export type JobEnd =
  | {
      readonly status: 'complete';
      readonly output: JobOutput;
      readonly expiresAt: number;
      readonly delivery?: JobDelivery | undefined;
    }
  | { readonly status: 'failed'; readonly error: JobError };

/** A worker's claim on a job. */
export type Claim = {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
};

/** What is stored with the end of a job. */
export type EndDetails = {
  /** The worker's lease; undefined if no worker has the job. */
  readonly lease: Lease | undefined;
  readonly report: Job['report'];
  readonly now: number;
  /** The source format, if it was detected. */
  readonly from?: string | undefined;
};

/** A job as it is stored once it has ended. */
export const endedJob = (job: Job, end: JobEnd, { report, now, from }: EndDetails): Job => ({
  ...withoutSecrets(job),
  ...end,
  completedAt: now,
  report: report ?? {},
  from: from ?? job.from,
});

/** How a job advances to its next step. */
export type Advance = {
  readonly lease: Lease;
  readonly now: number;
  /** The format of the source, if the step detected it. */
  readonly from: string | undefined;
};

/** The database operations of a worker. Times are in ms since the epoch. */
export type JobStore = {
  get(accountId: string, jobId: string): Promise<Job | undefined>;
  getFile(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  /**
   * Claims the job of a message of its first step, if no worker has claimed it before, without reading it first. Returns the job as it is
   * then, claimed or not; undefined if it does not exist.
   */
  claimNew(
    message: Omit<JobMessage, 'step' | 'part'>,
    claim: Claim,
  ): Promise<{ readonly isClaimed: boolean; readonly job: Job } | undefined>;
  /**
   * Claims a job that is queued or whose lease has expired. Returns undefined if it has ended, another worker has it, or it has
   * open parts.
   */
  claim(job: Job, claim: Claim): Promise<Job | undefined>;
  /** Renews a lease and stores the progress. Returns false if the lease is lost. */
  renew(lease: Lease, leaseUntil: number, progress: Job['progress']): Promise<boolean>;
  /** Whether the job has ended or was claimed again. A cheap read: it may miss the writes of the last second. */
  isLost(lease: Lease): Promise<boolean>;
  /** Releases a job after a transient fault. The reconciler sends it again. */
  release(lease: Lease, now: number): Promise<void>;
  /**
   * Stores the result of a step and makes the next one current, without a lease, in one write. Returns the job afterwards;
   * undefined if the lease is lost.
   */
  advance(job: Job, result: StepResult, advance: Advance): Promise<Job | undefined>;
  /**
   * Stores parts of a document whose pages other calls recognize, and ends the attempt that planned them in one write.
   * Returns the job afterwards; undefined if the lease is lost.
   */
  planParts(
    job: Job,
    parts: readonly PagePart[],
    plan: { readonly lease: Lease; readonly now: number; readonly source: JobRecognition['source'] },
  ): Promise<Job | undefined>;
  /**
   * Moves the current step to a worker with more memory, without a lease, in one write. The time that the attempt took is not counted.
   * Returns the job afterwards; undefined if the lease is lost.
   */
  move(
    job: Job,
    worker: WorkerName,
    move: { readonly lease: Lease; readonly now: number; readonly engine: string },
  ): Promise<Job | undefined>;
  readonly parts: PagePartStore;
  /**
   * Ends a job, then frees its slot. Without a lease, ends a job that no worker has. Returns false if the job
   * has ended or another worker has claimed it.
   */
  end(job: Job, end: JobEnd, details: EndDetails): Promise<boolean>;
};
