import type { WorkerName } from '../conversions/engine/engine.ts';
import type { JobErrorCode } from '../errors.ts';

/** The states of a job; `complete`, `failed` and `cancelled` are terminal and never change. */
export type JobStatus = 'queued' | 'processing' | 'complete' | 'failed' | 'cancelled';

/** A result in the object store. */
export type JobOutput = {
  readonly objectKey: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** A job as it is stored. Times are in ms since the epoch. */
export type Job = {
  readonly accountId: string;
  readonly jobId: string;
  readonly type: 'conversion' | 'extraction';
  readonly status: JobStatus;
  /** The uploaded file it works on; undefined where it works on `sourceUrl`. */
  readonly fileId: string | undefined;
  /** The further files of a job that makes one result of several, in their order. */
  readonly furtherFileIds: readonly string[];
  readonly sourceUrl: string | undefined;
  /** Canonical source format; undefined until a worker takes the job, where the request left it out. */
  readonly from: string | undefined;
  /** Target format of a conversion, or what an extraction extracts. */
  readonly target: string;
  /** The worker that has the engines for it, and so the queue it stands in. */
  readonly worker: WorkerName;
  /** As the client gave them; dropped when the job ends, for they may hold a password. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly completedAt: number | undefined;
  /** When the result is deleted. */
  readonly expiresAt: number | undefined;
  /** How often a worker has taken the job; also the fencing number of the lease. */
  readonly attempts: number;
  /** Until when the worker that took it holds it. */
  readonly leaseUntil: number | undefined;
  /** When the current attempt began. */
  readonly claimedAt: number | undefined;
  /** Milliseconds that the attempts before it ran. */
  readonly workedMs: number;
  /** Size limit of a document at `sourceUrl` in bytes, by the plan when the job was submitted. */
  readonly maxFileBytes: number;
  /** Size limit of the result in bytes, by the plan when the job was submitted and by its type. */
  readonly maxResultBytes: number;
  readonly progress:
    | { readonly done: number; readonly total: number | null; readonly unit: string }
    | undefined;
  readonly output: JobOutput | undefined;
  readonly report: Readonly<Record<string, unknown>> | undefined;
  readonly error: { readonly code: JobErrorCode; readonly message: string } | undefined;
};

/** Whether a job is queued or processing, and so takes a slot of its account. */
export const isActive = (job: Pick<Job, 'status'>): boolean =>
  job.status === 'queued' || job.status === 'processing';

/** How often a job is taken at most; a job that ended three workers is given up. */
export const maxAttempts = 3;

/** Milliseconds that workers spent on a job whose current attempt ended at `until` (ms since the epoch). */
export const engineMs = ({ claimedAt, workedMs }: Job, until: number | undefined): number =>
  workedMs + (claimedAt === undefined || until === undefined ? 0 : Math.max(0, until - claimedAt));

/** Where a result stands; each attempt has a place of its own, so a worker that lost its lease overwrites nothing. */
export const resultObjectKey = (accountId: string, jobId: string, attempt: number): string =>
  `accounts/${accountId}/results/${jobId}/${attempt}`;

/** What travels through the queue: which job to look at. The table tells all else. */
export type JobMessage = { readonly accountId: string; readonly jobId: string };
