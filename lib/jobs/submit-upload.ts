import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../api-errors.ts';
import {
  inspectUpload,
  type StoredUpload,
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

/** Longest wait for an earlier call to store its file, and the pause between two looks, in ms. */
const firstCallMs = 5000;
const pauseMs = 100;

/** Stores a file once no earlier call with the same key is about to, or gives up when the time is over. */
const storeAfterFirstCall = async (
  store: () => Promise<StoredUpload>,
  waitMs: number,
): Promise<StoredUpload> => {
  const until = Date.now() + Math.min(waitMs, firstCallMs);
  for (;;) {
    try {
      return await store();
    } catch (error) {
      const isInFlight = error instanceof ApiError && error.code === 'idempotency_in_flight';
      if (!isInFlight || Date.now() >= until) throw error;
      await pause(pauseMs);
    }
  }
};

/** How a call submits file and job at once, and how long it waits. `submit` returns undefined if it repeats an earlier call. */
export type SubmitBoth = { readonly submit: SubmitExpress; readonly waitMs: number };

/**
 * Stores a file and submits its job. Counts an operation for the upload and those of the job.
 *
 * A request that fails counts as none: it is checked against the file before the file is stored, and if the job is not accepted, the
 * upload is withdrawn.
 *
 * @param both left out to submit one after the other
 * @throws ApiError as `storeUpload` and `submitJob`; UsageLimitError
 */
export const submitUpload = async (
  { filename, content }: Pick<Upload, 'filename' | 'content'>,
  request: UploadRequest,
  uploads: UploadDependencies,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
  both?: SubmitBoth,
): Promise<SubmittedJob> => {
  const upload: Upload = { operation: uploadOperation(request), filename, content };
  const inspected = await inspectUpload(upload, uploads, now);
  const prepared = prepareUpload(inspected, request, table);
  const submitted = await both?.submit(upload, requestFor(inspected, request), prepared, inspected);
  if (submitted !== undefined) return submitted;
  // A repeated call has the file of the first one, with the same content and name.
  const { file, isRepeat } = await storeAfterFirstCall(
    () => storeInspected(upload, inspected, uploads, now),
    both?.waitMs ?? 0,
  );
  try {
    const prepare = async () => ({ ...prepared, files: [file] });
    return await submitOnce(requestFor(file, request), prepare, submission, now);
  } catch (error) {
    // Also after a fault: the client sends the request again, and would pay twice. A file that a job uses stays.
    if (!isRepeat) await withdrawUpload(upload, file, uploads, now);
    throw error;
  }
};
