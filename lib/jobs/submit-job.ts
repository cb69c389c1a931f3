import { BusyError } from '../api-errors.ts';
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
import { currentStep, type JobStep, lastStep, messageOf } from './job-steps.ts';
import { loadFiles } from './load-files.ts';
import { newJob } from './new-job.ts';
import { type PreparedJob, prepareJob, type RequestAccess } from './prepare-job.ts';

/** The database and queue operations of submitting a job. */
export type JobSubmission = RequestAccess & {
  /**
   * Charges the job's operations and its slot, stores it, and retains its files. The charge of a call that throws is reversed. Returns
   * `file_changed` if a file was deleted, has expired or has another format than was read, and the recorded call if `call` repeats it.
   *
   * Throws UsageLimitError.
   */
  create(
    job: Job,
    files: readonly ReadyFile[],
    call?: RepeatableCall,
  ): Promise<'created' | 'file_changed' | RecordedCall>;
  readonly calls: CallStore;
  send(message: JobMessage, worker: JobStep['worker']): Promise<void>;
  /** Reports a message that could not be sent. The reconciler sends it again. */
  onUnsent(error: unknown, jobId: string): void;
};

/** The job of a request. `isRepeat`: an earlier call with the same idempotency key created it. */
export type SubmittedJob = {
  readonly jobId: string;
  readonly isRepeat: boolean;
  /** The job, if it has ended within the call. */
  readonly ended?: Job | undefined;
  /** Its result, if that is not stored. */
  readonly text?: string | undefined;
};

/** The call of a request for a job; undefined if it has no idempotency key. */
export const callOfJob = (request: JobRequest): RepeatableCall | undefined => {
  const { fileIds, fileUrl, webhookUrl, deliverTo, from, steps } = request;
  const { name, type, target, options } = lastStep(steps);
  return repeatableCall(request, type, {
    fileIds,
    fileUrl,
    from,
    // Unchanged for a request of one step, so that its call can be repeated across an upgrade.
    ...(name === undefined ? { target, options } : { steps }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(deliverTo === undefined ? {} : { deliverTo }),
  });
};

/** Sends the message of a job that is stored, and thus accepted. Never throws: the reconciler sends a message that is lost. */
export const sendAccepted = async (
  job: Job,
  submission: Pick<JobSubmission, 'send' | 'onUnsent'>,
): Promise<void> => {
  try {
    await submission.send(messageOf(job), currentStep(job).worker);
  } catch (error) {
    submission.onUnsent(error, job.jobId);
  }
};

/**
 * Submits the job of a request: charges and stores it, and sends one message.
 *
 * The job is accepted once it is stored. If its message is lost, the reconciler sends it again. A call with an idempotency key is
 * recorded in the transaction that charges and stores the job, so repeated calls create one job, whenever they arrive.
 *
 * @param prepare called unless the call repeats an earlier one, whose files may have expired since
 * @throws ApiError `idempotency_mismatch`, and those of `prepare` and `loadFiles`; UsageLimitError
 */
export const submitOnce = async (
  request: JobRequest,
  prepare: () => Promise<PreparedJob>,
  submission: JobSubmission,
  now: number,
): Promise<SubmittedJob> => {
  const call = callOfJob(request);
  if (call !== undefined) {
    const recorded = await submission.calls.find(request.accountId, call.key, now);
    if (recorded !== undefined) return { jobId: resourceOfFirstCall(recorded, call), isRepeat: true };
  }
  const prepared = await prepare();
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
  await sendAccepted(job, submission);
  return { jobId: job.jobId, isRepeat: false };
};

/**
 * Accepts a conversion or an extraction: reads its files, checks them and submits the job.
 *
 * @throws ApiError `file_not_found`, `file_not_uploaded`, `file_expired`, `format_mismatch`, `unsupported_conversion`,
 * `invalid_request`, `too_complex`, `idempotency_mismatch`; UsageLimitError
 */
export const submitJob = (
  request: JobRequest,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<SubmittedJob> =>
  submitOnce(request, () => prepareJob(request, submission, table, now), submission, now);
