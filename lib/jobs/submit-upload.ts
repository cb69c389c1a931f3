import type { ReadyFile } from '../files/file.ts';
import { storeUpload, type Upload, type UploadDependencies, withdrawUpload } from '../files/upload.ts';
import type { Operation } from '../limits/operation.ts';
import { canonicalRequest, checkFiles, planFor } from './check-request.ts';
import type { FormatTable, JobRequest } from './job-request.ts';
import { planSteps } from './plan-steps.ts';
import { resolveSteps } from './resolve-steps.ts';
import { type JobSubmission, type SubmittedJob, submitJob } from './submit-job.ts';

/** A request for a job whose file is in its body. */
export type UploadRequest = Omit<JobRequest, 'fileIds' | 'fileUrl'>;

/** Idempotency keys of clients are printable ASCII, so none of them is that of an upload within a request. */
const uploadOperation = (operation: Operation): Operation => ({
  ...operation,
  idempotencyKey: operation.idempotencyKey === undefined ? undefined : `upload\n${operation.idempotencyKey}`,
});

/** Checks a request against the file in its body, before it is stored. Throws ApiError. */
const checkUpload = (request: JobRequest, file: ReadyFile, table: FormatTable): void => {
  const { steps, from = file.format } = request;
  const named: JobRequest = { ...request, fileIds: [file.fileId] };
  if (steps !== undefined) planSteps(named, resolveSteps(named, steps, table), [file], table);
  else checkFiles(request, [file], planFor(request, from, table), table);
};

/**
 * Stores a file and submits its job. Counts an operation for the upload and those of the job.
 *
 * A request that fails counts as none: it is checked against the file before the file is stored, and if the job is not accepted, the
 * upload is taken back.
 *
 * @throws ApiError as `storeUpload` and `submitJob`; UsageLimitError
 */
export const submitUpload = async (
  { filename, content }: Pick<Upload, 'filename' | 'content'>,
  request: UploadRequest,
  uploads: UploadDependencies,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<SubmittedJob> => {
  const wireRequest: JobRequest = { ...request, fileIds: [], fileUrl: undefined };
  const canonical = canonicalRequest(wireRequest, table);
  const upload: Upload = {
    operation: uploadOperation(request),
    filename,
    content,
    check: (file) => checkUpload(canonical, file, table),
  };
  const { file, isRepeat } = await storeUpload(upload, uploads, now);
  try {
    return await submitJob({ ...wireRequest, fileIds: [file.fileId] }, submission, table, now);
  } catch (error) {
    // Also after a fault: the client sends the request again, and would pay twice. A file that a job uses stays.
    if (!isRepeat) await withdrawUpload(upload, file, uploads, now);
    throw error;
  }
};
