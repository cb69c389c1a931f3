import { ApiError, BusyError } from '../errors.ts';
import { refuseLocalAddress } from '../files/public-address.ts';
import { newId } from '../ids.ts';
import { acceptableFormats, canonicalRequest, checkFiles, type ReadyFile } from './check-request.ts';
import type { Job, JobMessage } from './job.ts';
import type { FormatTable, JobRequest } from './job-request.ts';
import { type FileAccess, loadFiles } from './load-files.ts';
import { maxResultBytes } from './result-limit.ts';

/** What submitting a job needs of the database and the queue. */
export type JobSubmission = FileAccess & {
  /**
   * Stores the job, counts its operation and its slot, and retains its files, which must be alive and of the given format;
   * all or nothing. Returns whether it was stored.
   *
   * Throws UsageLimitError.
   */
  create(job: Job, format: string | undefined): Promise<boolean>;
  send(message: JobMessage, worker: Job['worker']): Promise<void>;
  /** The account and id of a file of ours that an address names. */
  ownFile(address: string): { accountId: string; fileId: string } | undefined;
  /** Reports a message that could not be sent; the reconciler sends it again. */
  onUnsent(error: unknown, jobId: string): void;
};

/** The files that a request names, by id or by a `file_url` of ours. */
const ownFileIds = (request: JobRequest, submission: JobSubmission): readonly string[] => {
  if (request.fileUrl === undefined) return request.fileIds;
  const own = submission.ownFile(request.fileUrl);
  return own?.accountId === request.accountId ? [own.fileId] : [];
};

/** The worker for a document whose format is not known yet: the one that serves all of the formats, else the standard one. */
const workerForAny = (request: JobRequest, formats: readonly string[], table: FormatTable): Job['worker'] => {
  const { type, target, options } = request;
  const workers = new Set(formats.map((format) => table.workerFor(type, format, target, options)));
  const [only = 'standard'] = workers;
  return workers.size === 1 ? only : 'standard';
};

const newJob = (
  request: JobRequest,
  files: readonly ReadyFile[],
  worker: Job['worker'],
  now: number,
): Job => {
  const [fileId, ...furtherFileIds] = files.map((file) => file.fileId);
  return {
    accountId: request.accountId,
    jobId: newId('job', now),
    type: request.type,
    status: 'queued',
    fileId,
    furtherFileIds,
    sourceUrl: fileId === undefined ? request.fileUrl : undefined,
    from: request.from,
    target: request.target,
    worker,
    options: request.options,
    createdAt: now,
    startedAt: undefined,
    completedAt: undefined,
    expiresAt: undefined,
    attempts: 0,
    leaseUntil: undefined,
    claimedAt: undefined,
    workedMs: 0,
    maxResultBytes: maxResultBytes(request.type, request.plan),
    progress: undefined,
    output: undefined,
    report: undefined,
    error: undefined,
  };
};

/** Stores a job for a document at an address, whose format the worker will detect. */
const submitAddress = async (
  request: JobRequest,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<Job> => {
  if (request.fileUrl !== undefined) refuseLocalAddress(request.fileUrl);
  const formats = acceptableFormats(request, table);
  const job = newJob(request, [], workerForAny(request, formats, table), now);
  if (!(await submission.create(job, undefined))) throw new Error('A job without files cannot be refused');
  return job;
};

const submitFiles = async (
  request: JobRequest,
  fileIds: readonly string[],
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<Job> => {
  // A request that no file can serve needs no read.
  if (request.from !== undefined) acceptableFormats(request, table);
  const files = await loadFiles(request.accountId, fileIds, submission, now);
  const [first, ...further] = files;
  if (first === undefined) throw new ApiError('invalid_request', 'file_ids: send at least one file');
  const format = checkFiles(request, [first, ...further], table);
  const worker = table.workerFor(request.type, format, request.target, request.options);
  const job = newJob(request, files, worker, now);
  if (await submission.create(job, format)) return job;
  // A file ended between the read and the write: reading again names it.
  await loadFiles(request.accountId, fileIds, submission, now);
  throw new BusyError('A file of the job changed while the job was submitted');
};

/**
 * Accepts a conversion or an extraction: reads its files, then one transaction and one message.
 *
 * Once the transaction is written the job is accepted, even if its message is lost: the reconciler finds it.
 *
 * @throws ApiError `file_not_found`, `file_not_uploaded`, `file_expired`, `format_mismatch`, `unsupported_conversion`,
 * `invalid_request`, `too_complex`; UsageLimitError
 */
export const submitJob = async (
  wireRequest: JobRequest,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<{ job_id: string; status: 'queued' }> => {
  const request = canonicalRequest(wireRequest, table);
  const fileIds = ownFileIds(request, submission);
  const job =
    fileIds.length === 0
      ? await submitAddress(request, submission, table, now)
      : await submitFiles(request, fileIds, submission, table, now);
  await submission
    .send({ accountId: job.accountId, jobId: job.jobId }, job.worker)
    .catch((error: unknown) => submission.onUnsent(error, job.jobId));
  return { job_id: job.jobId, status: 'queued' };
};
