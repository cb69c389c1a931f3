import { setTimeout as pause } from 'node:timers/promises';
import { expressBytes } from '../api/limits.ts';
import { UsageLimitError } from '../api-errors.ts';
import type { ReadyFile } from '../files/file.ts';
import {
  discardUpload,
  pendingCallOf,
  storeBytes,
  type Upload,
  type UploadDependencies,
} from '../files/upload.ts';
import { plans } from '../plans.ts';
import { isInvokedWorker } from '../workers.ts';
import type { Express, ExpressJob } from './express.ts';
import type { Job } from './job.ts';
import type { JobRequest } from './job-request.ts';
import { currentStep, listsSteps, messageOf } from './job-steps.ts';
import { newJob } from './new-job.ts';
import type { PreparedJob } from './prepare-job.ts';
import { callOfJob, type JobSubmission, type SubmittedJob } from './submit-job.ts';
import { uncountedMs } from './wait-for-job.ts';

/** How long the worker was awaited: the job as it ended, or the fault for which another worker must run it. */
type Awaited = { readonly ended?: Job | undefined; readonly fault?: unknown };

/** Waits for the worker until the time is over, after which it continues alone. Never throws. */
const awaitWorker = async (
  start: (signal: AbortSignal) => Promise<Job | undefined>,
  waitMs: number,
  { hold, onFault }: Express,
  jobId: string,
): Promise<Awaited> => {
  const over = new AbortController();
  const running = start(over.signal).then(
    (ended): Awaited => ({ ended }),
    (fault: unknown): Awaited => (over.signal.aborted ? {} : { fault }),
  );
  const within = async (ms: number): Promise<Awaited | undefined> => {
    const timer = new AbortController();
    const timeout = pause(Math.max(0, ms), undefined, { signal: timer.signal }).catch(() => undefined);
    const first = await Promise.race([running, timeout]);
    timer.abort();
    return first;
  };
  try {
    const early = await within(Math.min(waitMs, uncountedMs));
    if (early !== undefined || waitMs <= uncountedMs) return early ?? {};
    return (await hold(() => within(waitMs - uncountedMs))) ?? {};
  } catch (error) {
    // The job is accepted: an error would make the client send the request again, and pay for it twice.
    if (!(error instanceof UsageLimitError)) onFault(error, jobId);
    return {};
  } finally {
    over.abort();
  }
};

/** The job of a request as its worker has it, with the lease that the worker receives. */
const claimedJob = (prepared: PreparedJob, file: ReadyFile, express: Express, now: number): ExpressJob => {
  const job = newJob(prepared, now);
  const { accountId, jobId } = job;
  const attempts = 1;
  const claimed: Job = {
    ...job,
    status: 'processing',
    from: job.from ?? file.format,
    attempts,
    startedAt: now,
    claimedAt: now,
    leaseUntil: now + express.leaseSeconds * 1000,
  };
  return {
    job: claimed,
    file,
    lease: { accountId, jobId, attempt: attempts, owner: express.newOwner() },
  };
};

/** Runs the job of a request within its call. Returns undefined if the request has to take the ordinary way. */
export type SubmitExpress = (
  upload: Upload,
  request: JobRequest,
  prepared: PreparedJob,
  file: ReadyFile,
) => Promise<SubmittedJob | undefined>;

/**
 * Runs the job of a small file in the body of a request within the call: creates it as claimed, invokes the worker with the bytes, and
 * stores them meanwhile. The ordinary way is left to large files, requests that list steps, and repetitions of earlier calls.
 *
 * A job whose worker fails is sent to the queue. A worker that is not done after `waitMs` continues alone; if it dies, the reconciler
 * sends the job.
 *
 * The returned function throws UsageLimitError, and the error of storing the file, whose job is then withdrawn.
 */
export const expressSubmission =
  (
    express: Express,
    { uploads, submission }: { readonly uploads: UploadDependencies; readonly submission: JobSubmission },
    now: number,
    waitMs: number,
  ): SubmitExpress =>
  async (upload, request, prepared, file) => {
    const claimed = claimedJob(prepared, file, express, now);
    const { job, lease } = claimed;
    const { accountId, jobId } = job;
    const { worker } = currentStep(job);
    if (file.sizeBytes > expressBytes || listsSteps(job) || !isInvokedWorker(worker)) return undefined;
    const calls = { upload: pendingCallOf(upload, now), job: callOfJob(request) };
    if (calls.job !== undefined && (await submission.calls.find(accountId, calls.job.key, now)) !== undefined)
      return undefined;
    if (!(await express.create(claimed, calls, plans[request.plan].maxOperations))) return undefined;

    const leftMs = now + waitMs - Date.now();
    const [stored, { ended, fault }] = await Promise.all([
      storeBytes(file, upload, calls.upload, uploads).then(
        () => undefined,
        (error: unknown) => ({ error }),
      ),
      upload.content.inspect((bytes) =>
        awaitWorker((signal) => express.run(claimed, bytes, worker, signal), leftMs, express, jobId),
      ),
    ]);
    if (stored !== undefined) {
      if (await express.withdraw(job, calls.job, Date.now())) {
        await discardUpload(file, calls.upload, uploads, now);
        throw stored.error;
      }
      // The job has ended. Its file has no bytes, until a repetition of the call stores them.
      express.onFault(stored.error, jobId);
    }
    if (fault !== undefined) {
      express.onFault(fault, jobId);
      try {
        await express.release(lease, Date.now());
        await submission.send(messageOf(job), worker);
      } catch (error) {
        submission.onUnsent(error, jobId);
      }
    }
    return { jobId, isRepeat: false, ended };
  };
