import { discardUpload, pendingCallOf, storeBytes, type UploadDependencies } from '../files/upload.ts';
import type { Express } from './express.ts';
import { newJob } from './new-job.ts';
import type { SubmitExpress } from './submit-express.ts';
import { callOfJob, type JobSubmission, sendAccepted } from './submit-job.ts';

/**
 * Submits the job of a file in the body of a request: both are charged and stored, then the bytes are stored and the
 * message is sent. Repetitions of earlier calls are left to the caller.
 *
 * The returned function throws UsageLimitError, and the error of storing the file, whose job is then withdrawn. If the function dies
 * before the bytes are stored, the job fails and is refunded.
 */
export const queuedSubmission =
  (
    { create, withdraw }: Pick<Express, 'create' | 'withdraw'>,
    { uploads, submission }: { readonly uploads: UploadDependencies; readonly submission: JobSubmission },
    now: number,
  ): SubmitExpress =>
  async (upload, request, prepared, file) => {
    const job = newJob(prepared, now);
    const calls = { upload: pendingCallOf(upload, now), job: callOfJob(request) };
    if (!(await create({ job, file }, calls, request.limits.maxOperations))) return undefined;
    try {
      await storeBytes(file, upload, calls.upload, uploads);
    } catch (error) {
      // The reconciler may have sent the job, and a worker have ended it.
      if (await withdraw(job, calls.job, Date.now()))
        await discardUpload(file, calls.upload, uploads, now, true);
      throw error;
    }
    await sendAccepted(job, submission);
    return { jobId: job.jobId, isRepeat: false };
  };
