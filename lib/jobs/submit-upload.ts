import {
  inspectUpload,
  storeInspected,
  type Upload,
  type UploadDependencies,
  withdrawUpload,
} from '../files/upload.ts';
import type { Operation } from '../limits/operation.ts';
import type { FormatTable, UploadRequest } from './job-request.ts';
import { prepareUpload, requestFor } from './prepare-job.ts';
import type { SubmitExpress } from './submit-express.ts';
import { type JobSubmission, type SubmittedJob, submitOnce } from './submit-job.ts';

/** Idempotency keys of clients are printable ASCII, so none of them is that of an upload within a request. */
const uploadOperation = (operation: Operation): Operation => ({
  ...operation,
  idempotencyKey: operation.idempotencyKey === undefined ? undefined : `upload\n${operation.idempotencyKey}`,
});

/**
 * Stores a file and submits its job. Counts an operation for the upload and those of the job.
 *
 * A request that fails counts as none: it is checked against the file before the file is stored, and if the job is not accepted, the
 * upload is withdrawn.
 *
 * @param express runs the job within the call; if it returns undefined, or is left out, the job is queued
 * @throws ApiError as `storeUpload` and `submitJob`; UsageLimitError
 */
export const submitUpload = async (
  { filename, content }: Pick<Upload, 'filename' | 'content'>,
  request: UploadRequest,
  uploads: UploadDependencies,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
  express?: SubmitExpress,
): Promise<SubmittedJob> => {
  const upload: Upload = { operation: uploadOperation(request), filename, content };
  const inspected = await inspectUpload(upload, uploads, now);
  const prepared = prepareUpload(inspected, request, table);
  const within = await express?.(upload, requestFor(inspected, request), prepared, inspected);
  if (within !== undefined) return within;
  // A repeated call has the file of the first one, with the same content and name.
  const { file, isRepeat } = await storeInspected(upload, inspected, uploads, now);
  try {
    const prepare = async () => ({ ...prepared, files: [file] });
    return await submitOnce(requestFor(file, request), prepare, submission, now);
  } catch (error) {
    // Also after a fault: the client sends the request again, and would pay twice. A file that a job uses stays.
    if (!isRepeat) await withdrawUpload(upload, file, uploads, now);
    throw error;
  }
};
