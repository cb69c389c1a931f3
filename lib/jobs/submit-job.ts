import { BusyError } from '../errors.ts';
import type { ReadyFile } from '../files/file.ts';
import { refuseLocalAddress } from '../files/public-address.ts';
import { acceptableFormats, canonicalRequest, checkFiles } from './check-request.ts';
import type { Job, JobMessage } from './job.ts';
import type { FormatTable, JobRequest } from './job-request.ts';
import { type FileAccess, loadFiles } from './load-files.ts';
import { newJob } from './new-job.ts';

/** The database and queue operations of submitting a job. */
export type JobSubmission = FileAccess & {
  /**
   * Stores the job, charges its operation and its slot, and retains its files, all or nothing. Returns `file_changed` if a
   * file was deleted, has expired or has another format than was read.
   *
   * Throws UsageLimitError.
   */
  create(job: Job, files: readonly ReadyFile[]): Promise<'created' | 'file_changed'>;
  send(message: JobMessage, worker: Job['worker']): Promise<void>;
  /** The account and id of the uploaded file that a signed URL of this service addresses. */
  ownFile(address: string): { accountId: string; fileId: string } | undefined;
  /** Reports a message that could not be sent. The reconciler sends it again. */
  onUnsent(error: unknown, jobId: string): void;
};

/** The uploaded files of a request, named by id or by a `file_url` of this service. */
const ownFileIds = (request: JobRequest, submission: JobSubmission): readonly string[] => {
  if (request.fileUrl === undefined) return request.fileIds;
  const own = submission.ownFile(request.fileUrl);
  return own?.accountId === request.accountId ? [own.fileId] : [];
};

/** Checks what can be checked before any file is read. */
const checkRequest = (request: JobRequest, fileIds: readonly string[], table: FormatTable): void => {
  if (fileIds.length === 0 && request.fileUrl !== undefined) refuseLocalAddress(request.fileUrl);
  if (fileIds.length === 0 || request.from !== undefined) acceptableFormats(request, table);
};

/** The worker for a document of unknown format: the one that serves every acceptable format, else the standard one. */
const workerForAny = (request: JobRequest, table: FormatTable): Job['worker'] => {
  const { type, target, options } = request;
  const formats = acceptableFormats(request, table);
  const workers = new Set(formats.map((format) => table.workerFor(type, format, target, options)));
  const [only = 'standard'] = workers;
  return workers.size === 1 ? only : 'standard';
};

/** Checks the files of a request and selects the worker for them. */
const selectWorker = (
  request: JobRequest,
  [first, ...further]: readonly ReadyFile[],
  table: FormatTable,
): Job['worker'] => {
  if (first === undefined) return workerForAny(request, table);
  const format = checkFiles(request, [first, ...further], table);
  return table.workerFor(request.type, format, request.target, request.options);
};

/**
 * Accepts a conversion or an extraction: reads its files, checks them, then writes one transaction and sends one message.
 *
 * The job is accepted once the transaction is written. If its message is lost, the reconciler sends it again.
 *
 * @throws ApiError `file_not_found`, `file_not_uploaded`, `file_expired`, `format_mismatch`, `unsupported_conversion`,
 * `invalid_request`, `too_complex`; UsageLimitError
 */
export const submitJob = async (
  wireRequest: JobRequest,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<Job> => {
  const request = canonicalRequest(wireRequest, table);
  const fileIds = ownFileIds(request, submission);
  checkRequest(request, fileIds, table);
  const files = await loadFiles(request.accountId, fileIds, submission, now);
  const job = newJob(request, files, selectWorker(request, files, table), now);
  if ((await submission.create(job, files)) === 'file_changed') {
    // Reading the files again reports which of them was deleted or has expired.
    await loadFiles(request.accountId, fileIds, submission, now);
    throw new BusyError('A file of the job changed while the job was submitted');
  }
  await submission
    .send({ accountId: job.accountId, jobId: job.jobId }, job.worker)
    .catch((error: unknown) => submission.onUnsent(error, job.jobId));
  return job;
};
