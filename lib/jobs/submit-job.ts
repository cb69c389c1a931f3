import { BusyError } from '../errors.ts';
import type { ReadyFile } from '../files/file.ts';
import {
  type CallStore,
  type RecordedCall,
  type RepeatableCall,
  repeatableCall,
  resourceOfFirstCall,
} from '../limits/idempotency.ts';
import type { Job, JobMessage } from './job.ts';
import type { FormatTable, JobRequest } from './job-request.ts';
import { messageOf } from './job-steps.ts';
import { loadFiles } from './load-files.ts';
import { newJob } from './new-job.ts';
import { prepareJob, type RequestAccess } from './prepare-job.ts';

/** The database and queue operations of submitting a job. */
export type JobSubmission = RequestAccess & {
  /**
   * Stores the job, charges its operations and its slot, and retains its files, all or nothing. Returns `file_changed` if a
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
  /** Reports a message that could not be sent. The reconciler sends it again. */
  onUnsent(error: unknown, jobId: string): void;
};

/** The job of a request. `isRepeat`: an earlier call with the same idempotency key created it. */
export type SubmittedJob = { readonly jobId: string; readonly isRepeat: boolean };

const callOf = (request: JobRequest): RepeatableCall | undefined => {
  const { type, fileIds, fileUrl, webhookUrl, deliverTo, from, target, options, steps } = request;
  return repeatableCall(request, type, {
    fileIds,
    fileUrl,
    from,
    target,
    options,
    ...(steps === undefined ? {} : { steps }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(deliverTo === undefined ? {} : { deliverTo }),
  });
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
  const prepared = await prepareJob(wireRequest, submission, table, now);
  const { files } = prepared;
  const job = newJob(prepared, now);
  const outcome = await submission.create(job, files, call);
  if (typeof outcome === 'object' && call !== undefined)
    return { jobId: resourceOfFirstCall(outcome, call), isRepeat: true };
  if (outcome === 'file_changed') {
    // Reading the files again reports which of them was deleted or has expired.
    await loadFiles(
      job.accountId,
      files.map(({ fileId }) => fileId),
      submission,
      now,
    );
    throw new BusyError('A file of the job changed while the job was submitted');
  }
  await submission
    .send(messageOf(job), job.worker)
    .catch((error: unknown) => submission.onUnsent(error, job.jobId));
  return { jobId: job.jobId, isRepeat: false };
};
