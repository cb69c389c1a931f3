import { BusyError } from '../errors.ts';
import type { ReadyFile } from '../files/file.ts';
import { refuseLocalAddress } from '../files/public-address.ts';
import {
  type CallStore,
  type RecordedCall,
  type RepeatableCall,
  repeatableCall,
  resourceOfFirstCall,
} from '../limits/idempotency.ts';
import { canonicalRequest, checkFiles, planFor, planForAny } from './check-request.ts';
import type { Job, JobMessage } from './job.ts';
import type { FormatTable, JobPlan, JobRequest } from './job-request.ts';
import { type FileAccess, loadFiles } from './load-files.ts';
import { newJob } from './new-job.ts';

/** The database and queue operations of submitting a job. */
export type JobSubmission = FileAccess & {
  /**
   * Stores the job, charges its operation and its slot, and retains its files, all or nothing. Returns `file_changed` if a
   * file was deleted, has expired or has another format than was read, and the recorded call if `call` repeats it.
   *
   * Throws UsageLimitError.
   */
  create(
    job: Job,
    files: readonly ReadyFile[],
    call?: RepeatableCall,
  ): Promise<'created' | 'file_changed' | RecordedCall>;
  readonly calls: CallStore;
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

/** Plans a request with its files, unless its `from` was planned before they were read, and checks them against the plan. */
const planWithFiles = (
  request: JobRequest,
  [first, ...further]: readonly ReadyFile[],
  planned: JobPlan | undefined,
  table: FormatTable,
): JobPlan => {
  if (first === undefined) return planned ?? planForAny(request, table);
  const plan = planned ?? planFor(request, first.format, table);
  checkFiles(request, [first, ...further], plan, table);
  return plan;
};

/** The job of a request. `isRepeat`: an earlier call with the same idempotency key created it. */
export type SubmittedJob = { readonly jobId: string; readonly isRepeat: boolean };

const callOf = (request: JobRequest): RepeatableCall | undefined => {
  const { type, fileIds, fileUrl, from, target, options } = request;
  return repeatableCall(request, type, { fileIds, fileUrl, from, target, options });
};

/**
 * Accepts a conversion or an extraction: reads its files, checks them, then writes one transaction and sends one message.
 *
 * The job is accepted once the transaction is written. If its message is lost, the reconciler sends it again. The
 * transaction also records the call, so repeated calls with an idempotency key create one job, whenever they arrive.
 *
 * @throws ApiError `file_not_found`, `file_not_uploaded`, `file_expired`, `format_mismatch`, `unsupported_conversion`,
 * `invalid_request`, `too_complex`, `idempotency_mismatch`; UsageLimitError
 */
export const submitJob = async (
  wireRequest: JobRequest,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<SubmittedJob> => {
  const call = callOf(wireRequest);
  if (call !== undefined) {
    // A repetition is answered even if its files have expired since.
    const recorded = await submission.calls.find(wireRequest.accountId, call.key, now);
    if (recorded !== undefined) return { jobId: resourceOfFirstCall(recorded, call), isRepeat: true };
  }
  const request = canonicalRequest(wireRequest, table);
  const fileIds = ownFileIds(request, submission);
  if (fileIds.length === 0 && request.fileUrl !== undefined) refuseLocalAddress(request.fileUrl);
  const planned = request.from === undefined ? undefined : planFor(request, request.from, table);
  const files = await loadFiles(request.accountId, fileIds, submission, now);
  const { worker } = planWithFiles(request, files, planned, table);
  const job = newJob(request, files, worker, now);
  const outcome = await submission.create(job, files, call);
  if (typeof outcome === 'object' && call !== undefined)
    return { jobId: resourceOfFirstCall(outcome, call), isRepeat: true };
  if (outcome === 'file_changed') {
    // Reading the files again reports which of them was deleted or has expired.
    await loadFiles(request.accountId, fileIds, submission, now);
    throw new BusyError('A file of the job changed while the job was submitted');
  }
  await submission
    .send({ accountId: job.accountId, jobId: job.jobId }, job.worker)
    .catch((error: unknown) => submission.onUnsent(error, job.jobId));
  return { jobId: job.jobId, isRepeat: false };
};
