import type { JobStatus } from '../api/job-statuses.ts';
import type { JobErrorCode } from '../conversions/errors.ts';
import type { WorkerName } from '../workers.ts';
import type { JobSteps } from './job-steps.ts';

/** A result in the object store. */
export type JobOutput = {
  readonly objectKey: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** Why a job failed, and the name of the step that did. */
export type JobError = {
  readonly code: JobErrorCode;
  readonly message: string;
  readonly step?: string | undefined;
};

/** How the delivery of a result to `deliverTo` ended. The message never contains the address. */
export type JobDelivery = {
  readonly status: 'delivered' | 'failed';
  /** The status of the last response, if there was one. */
  readonly httpStatus?: number | undefined;
  readonly message?: string | undefined;
};

/** The text recognition of a job's step by several calls. Times are in ms since the epoch. */
export type JobRecognition = {
  /** The index of the step. */
  readonly step: number;
  /** The attempt that planned it. */
  readonly attempt: number;
  readonly startedAt: number;
  /** The document, if it is not an upload: its bytes are stored under the key of the attempt's result. */
  readonly source?: { readonly filename: string; readonly from: string } | undefined;
};

/** How a step of a job moved to a worker with more memory. */
export type JobMove = {
  /** The index of the step. */
  readonly step: number;
  /** The attempt that ran out of memory. */
  readonly attempt: number;
  /** When it did, in ms since the epoch. */
  readonly at: number;
  /** The engine that did. */
  readonly engine: string;
};

/** A job as it is stored. Times are in ms since the epoch. */
export type Job = {
  readonly accountId: string;
  readonly jobId: string;
  /** The API key of the request; undefined if a user's session or a visitor made it. */
  readonly keyId?: string | undefined;
  /** The last four characters of that key. */
  readonly keyLastFour?: string | undefined;
  /** The id of the request, which every log line about the job contains. */
  readonly requestId?: string | undefined;
  readonly status: JobStatus;
  /** The uploaded file; undefined if the document is at `sourceUrl`. */
  readonly fileId: string | undefined;
  /** The name of the uploaded file, or of the first if there are several; undefined for a document at `sourceUrl`. */
  readonly filename?: string | undefined;
  /** The other files, in order, of a job that combines several files into one result. */
  readonly furtherFileIds: readonly string[];
  readonly sourceUrl: string | undefined;
  /** An extra webhook URL for this job, in addition to the account's endpoints. */
  readonly webhookUrl: string | undefined;
  /** A presigned address that receives the result. Removed when the job ends, because its query is a credential. */
  readonly deliverTo?: string | undefined;
  /** Of a complete job whose request had `deliverTo`. */
  readonly delivery?: JobDelivery | undefined;
  /** Canonical source format; undefined until a worker detects it, if the request left it out. */
  readonly from: string | undefined;
  readonly steps: JobSteps;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly completedAt: number | undefined;
  /** When the result is deleted. */
  readonly expiresAt: number | undefined;
  /** How many times a worker has claimed the job; also the fencing token of the lease. */
  readonly attempts: number;
  /** When the lease of the current worker expires. */
  readonly leaseUntil: number | undefined;
  /** When the current attempt began. */
  readonly claimedAt: number | undefined;
  /** Milliseconds that the earlier attempts ran. */
  readonly workedMs: number;
  /** Size limit of a document at `sourceUrl` in bytes, by the plan when the job was submitted. */
  readonly maxFileBytes: number;
  /** Size limit of a result in bytes, by the plan when the job was submitted. An extract has a lower one. */
  readonly maxResultBytes: number;
  /** Undefined unless a step needed more memory than its worker has. */
  readonly move?: JobMove | undefined;
  /** Undefined unless the document has more scanned pages than one call recognizes. */
  readonly recognition?: JobRecognition | undefined;
  /** Parts of the recognition that have not ended. */
  readonly openParts?: number | undefined;
  readonly progress:
    | { readonly done: number; readonly total: number | null; readonly unit: string }
    | undefined;
  readonly output: JobOutput | undefined;
  readonly report: Readonly<Record<string, unknown>> | undefined;
  readonly error: JobError | undefined;
};

/** Whether a job is queued or processing. An active job takes a slot of its account. */
export const isActive = (job: Pick<Job, 'status'>): boolean =>
  job.status === 'queued' || job.status === 'processing';

/** Whether the file that a call sent with a job is not stored. */
export const lacksItsFile = ({ fileId, sourceUrl }: Pick<Job, 'fileId' | 'sourceUrl'>): boolean =>
  fileId === undefined && sourceUrl === undefined;

/** Operations that a job counts, with that of a file which exists nowhere else. */
export const operationsOf = (job: Pick<Job, 'steps' | 'fileId' | 'sourceUrl'>): number =>
  job.steps.list.length + (lacksItsFile(job) ? 1 : 0);

/** How many times a job, or each of its steps, is claimed before it counts as abandoned. */
export const maxAttempts = 3;

/** Milliseconds that workers spent on a job whose current attempt ended at `until` (ms since the epoch). */
export const engineMs = ({ claimedAt, workedMs }: Job, until: number | undefined): number =>
  workedMs + (claimedAt === undefined || until === undefined ? 0 : Math.max(0, until - claimedAt));

/**
 * The object key of a result. Each attempt has its own, so that a worker that lost its lease overwrites nothing; an attempt
 * is of one step, so each step has its own too.
 */
export const resultObjectKey = (accountId: string, jobId: string, attempt: number): string =>
  `accounts/${accountId}/results/${jobId}/${attempt}`;

/** The filename of a result, from its source's filename. */
export const resultFilename = (source: string, extension: string): string => {
  const stem = source.replace(/\.[A-Za-z0-9]{1,10}$/, '');
  return `${stem === '' ? 'result' : stem}.${extension}`;
};

/**
 * A queue message: the id of a job, the index of its step with its worker and, if only some of its pages are to be recognized, the id
 * of that part. The table contains everything else.
 */
export type JobMessage = {
  readonly accountId: string;
  readonly jobId: string;
  readonly step: number;
  readonly worker?: WorkerName | undefined;
  readonly part?: string | undefined;
  /** The id of the request that submitted the job, for logs. */
  readonly requestId?: string | undefined;
};
