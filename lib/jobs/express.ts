import type { ReadyFile } from '../files/file.ts';
import type { PendingCall } from '../files/upload.ts';
import type { RepeatableCall } from '../limits/idempotency.ts';
import type { InvokedWorkerName } from '../workers.ts';
import type { Job } from './job.ts';
import type { JobStore, Lease } from './job-store.ts';
import type { Ran } from './run-job.ts';

/** A new job that is created as claimed, for the worker that the call invokes, and its file. */
export type ExpressJob = {
  readonly job: Job;
  readonly file: ReadyFile;
  readonly lease: Lease;
  /**
   * Until when the worker of a job that leaves only its record returns what became of it. The job is stored once it has ended, without
   * its file, or once that has taken a second, with it. Undefined for a job that is stored before it runs.
   */
  readonly answerUntil: number | undefined;
};

/** What the worker of a call did. */
export type ExpressOutcome = Pick<Ran, 'ended' | 'moved' | 'unrecorded'> & {
  /** The job is left to another attempt. */
  readonly isReleased: boolean;
};

/** The records of a call: that of its upload and that of its job. Undefined if the call has no idempotency key. */
export type ExpressCalls = {
  readonly upload: PendingCall | undefined;
  readonly job: RepeatableCall | undefined;
};

/** What running a job within the call needs. Times are in ms since the epoch. */
export type Express = {
  /**
   * Charges the upload, the job's operations and its slot, and stores the job, its file and the records of the call, unless its worker
   * returns what becomes of it. If the job cannot be stored, the charge is reversed. Returns false if the call repeats an earlier one. A
   * job without a lease is queued.
   *
   * @param maxOperations the month's limit of the plan, which the account's usually is
   * @throws UsageLimitError
   */
  create(
    express: Pick<ExpressJob, 'job' | 'file'> & Partial<ExpressJob>,
    calls: ExpressCalls,
    maxOperations: number,
  ): Promise<boolean>;
  /**
   * Has a worker run the job. Aborting the signal ends the request, not the worker.
   *
   * @throws Error if no worker ran, or it is not known how it ended
   */
  run(
    express: ExpressJob,
    bytes: Uint8Array,
    worker: InvokedWorkerName,
    signal: AbortSignal,
  ): Promise<ExpressOutcome>;
  /** Stores a job that was only charged, as claimed, and its file. Returns false if the job is stored already. */
  keep(express: ExpressJob): Promise<boolean>;
  /** Stores a job that was only charged and has ended. */
  record(ended: Job): Promise<void>;
  /** Frees the slot of a job that was recorded. If that fails, the check of its account frees it. */
  freeSlot(ended: Job): Promise<unknown>;
  /** Ends a stored job whose worker returned its end. */
  readonly end: JobStore['end'];
  /** Moves the step of a stored job whose worker needs more memory. */
  readonly move: JobStore['move'];
  /** Ends the lease, if its worker still has it, so that another one can claim the job. */
  release(lease: Lease, now: number): Promise<void>;
  /** Deletes a job whose file could not be stored, and its record, and reverses its charge, even if it is not stored. Returns false if it has ended. */
  withdraw(job: Job, call: RepeatableCall | undefined, now: number): Promise<boolean>;
  /** Counts the call as waiting meanwhile. Throws UsageLimitError if the plan allows no more of them. */
  hold<Result>(wait: () => Promise<Result>): Promise<Result>;
  /** Reports a worker that failed, or a call that could not wait. The job continues as an ordinary one. */
  onFault(error: unknown, jobId: string): void;
  newOwner(): string;
  readonly leaseSeconds: number;
};
