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
import { isInvokedWorker } from '../workers.ts';
import type { Express, ExpressJob, ExpressOutcome } from './express.ts';
import type { Job } from './job.ts';
import type { JobRequest } from './job-request.ts';
import { currentStep, listsSteps, messageOf } from './job-steps.ts';
import { endedJob, type JobEnd } from './job-store.ts';
import { newJob } from './new-job.ts';
import type { PreparedJob } from './prepare-job.ts';
import { callOfJob, type JobSubmission, type SubmittedJob } from './submit-job.ts';
import { uncountedMs } from './wait-for-job.ts';

/** What the worker did until the call ended, or the fault for which another worker must run the job. */
type Awaited = Partial<ExpressOutcome> & { readonly fault?: unknown };

/** Waits for the worker until the time is over, after which it continues alone. Never throws. */
const awaitWorker = async (
  start: (signal: AbortSignal) => Promise<ExpressOutcome>,
  waitMs: number,
  onSlow: () => void,
  { hold, onFault }: Express,
  jobId: string,
): Promise<Awaited> => {
  const over = new AbortController();
  const running = start(over.signal).catch(
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
    if (early !== undefined) return early;
    onSlow();
    if (waitMs <= uncountedMs) return {};
    return (await hold(() => within(waitMs - uncountedMs))) ?? {};
  } catch (error) {
    // The job is accepted: an error would make the client send the request again, and pay for it twice.
    if (!(error instanceof UsageLimitError)) onFault(error, jobId);
    return {};
  } finally {
    over.abort();
  }
};

/**
 * The job of a request as its worker has it, with the lease that the worker receives.
 *
 * @param answerMs how long its worker returns what becomes of it; undefined if job, file and result are stored
 */
const claimedJob = (
  prepared: PreparedJob,
  file: ReadyFile,
  { leaseSeconds, newOwner }: Express,
  now: number,
  answerMs: number | undefined,
): ExpressJob => {
  const job = newJob(prepared, now);
  const { accountId, jobId } = job;
  const attempts = 1;
  const claimed: Job = {
    ...job,
    fileId: answerMs === undefined ? job.fileId : undefined,
    status: 'processing',
    from: job.from ?? file.format,
    attempts,
    startedAt: now,
    claimedAt: now,
    leaseUntil: now + leaseSeconds * 1000,
  };
  return {
    job: claimed,
    file,
    lease: { accountId, jobId, attempt: attempts, owner: newOwner() },
    answerUntil: answerMs === undefined ? undefined : now + answerMs,
  };
};

/** Milliseconds before the end of a call from which its worker stores what becomes of the job: an answer may not reach the call. */
const answerMarginMs = 1000;

/** How long the worker of a request returns what becomes of its job; undefined if all is stored, because it may be needed again. */
const answerMsOf = (
  { idempotencyKey, deliverTo, webhookUrl }: JobRequest,
  { waitMs, wantsResultOnly }: ExpressWait,
): number | undefined => {
  const isNeededAgain = [idempotencyKey, deliverTo, webhookUrl].some((value) => value !== undefined);
  return !wantsResultOnly || isNeededAgain || waitMs <= answerMarginMs ? undefined : waitMs - answerMarginMs;
};

/**
 * Stores the end of a job that its worker returned. Returns undefined if the job has ended otherwise, such as by a cancellation.
 *
 * @param isStored whether the job is in the table
 */
const storeEnd = async (
  { job, lease }: ExpressJob,
  ended: Job,
  express: Express,
  isStored: boolean,
): Promise<Job | undefined> => {
  if (!isStored) {
    await express.record(ended);
    await express.freeSlot(ended).catch((error: unknown) => express.onFault(error, job.jobId));
    return ended;
  }
  const { claimedAt, completedAt: now = Date.now(), error, expiresAt = now, from, output, report } = ended;
  const details = { lease, report, now, from };
  const end: JobEnd | undefined =
    output === undefined ? error && { status: 'failed', error } : { status: 'complete', output, expiresAt };
  if (end === undefined) throw new Error('The end of a job that its worker returned is incomplete');
  const claimed = { ...job, claimedAt };
  return (await express.end(claimed, end, details)) ? endedJob(claimed, end, details) : undefined;
};

/** Ends the lease of a stored job, so that another worker can have it. */
const leave = async (
  moved: ExpressOutcome['moved'],
  { job, lease }: ExpressJob,
  { move, release }: Express,
): Promise<unknown> =>
  moved === undefined
    ? release(lease, Date.now())
    : move(job, moved.to, { lease, now: Date.now(), engine: moved.engine });

/** How long a call waits, in ms, and whether it accepts nothing but the result. */
export type ExpressWait = { readonly waitMs: number; readonly wantsResultOnly: boolean };

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
 * A call that accepts nothing but the result, and cannot be repeated, only takes a slot at first. Its job is stored once, when it has ended,
 * and a small text is returned without being stored. If the worker takes longer than a second, or fails, the job and its file are stored
 * as those of any other call.
 *
 * A job whose worker fails or releases it is sent to the queue. A worker that is not done after `waitMs` continues alone; if it dies, the
 * reconciler sends the job.
 *
 * The returned function throws UsageLimitError, and the error of storing the file, whose job is then withdrawn.
 */
export const expressSubmission =
  (
    express: Express,
    { uploads, submission }: { readonly uploads: UploadDependencies; readonly submission: JobSubmission },
    now: number,
    waiting: ExpressWait,
  ): SubmitExpress =>
  async (upload, request, prepared, file) => {
    const claimed = claimedJob(prepared, file, express, now, answerMsOf(request, waiting));
    const { job } = claimed;
    const { accountId, jobId } = job;
    const { worker } = currentStep(job);
    if (file.sizeBytes > expressBytes || listsSteps(job) || !isInvokedWorker(worker)) return undefined;
    const calls = { upload: pendingCallOf(upload, now), job: callOfJob(request) };
    if (calls.job !== undefined && (await submission.calls.find(accountId, calls.job.key, now)) !== undefined)
      return undefined;
    if (!(await express.create(claimed, calls, request.limits.maxOperations))) return undefined;

    /** The job as it was stored: at first, one of a call that accepts nothing but the result is not. */
    let current = job;
    let isStored = claimed.answerUntil === undefined;
    let storing: Promise<{ readonly error: unknown } | undefined> | undefined;
    const store = async (): Promise<void> => {
      if (!isStored) {
        if (!(await express.keep(claimed))) return;
        current = { ...job, fileId: file.fileId };
        isStored = true;
      }
      await storeBytes(file, upload, calls.upload, uploads);
    };
    const startStoring = () => {
      storing ??= store().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      return storing;
    };
    if (isStored) startStoring();
    const leftMs = now + waiting.waitMs - Date.now();
    let awaited = await upload.content.inspect((bytes) =>
      awaitWorker(
        (signal) => express.run(claimed, bytes, worker, signal),
        leftMs,
        startStoring,
        express,
        jobId,
      ),
    );
    let end: Pick<SubmittedJob, 'ended' | 'text'> = { ended: awaited.ended };
    if (awaited.ended !== undefined && awaited.unrecorded !== undefined) {
      await storing;
      end = {};
      const { text, claimedAt } = awaited.unrecorded;
      try {
        const ended = await storeEnd(claimed, { ...awaited.ended, claimedAt }, express, isStored);
        if (ended !== undefined) end = { ended, text };
      } catch (fault) {
        awaited = { fault };
        // The write may have been executed. Then the job is complete, and nobody else has its text.
        end = { text };
      }
    }
    const { fault, isReleased = false, moved } = awaited;
    const isLost = storing === undefined && end.ended === undefined;
    const isLeft = fault !== undefined || isReleased || isLost;
    const stored = await (isLeft ? startStoring() : storing);
    if (stored !== undefined) {
      if (await express.withdraw(current, calls.job, Date.now())) {
        if (current.fileId !== undefined) await discardUpload(file, calls.upload, uploads, now, true);
        throw stored.error;
      }
      // The job has ended. Its file has no bytes, until a repetition of the call stores them.
      express.onFault(stored.error, jobId);
    }
    if (fault !== undefined) express.onFault(fault, jobId);
    if (isLeft) {
      try {
        // A worker that returns what becomes of the job has not written it.
        if (!isReleased || claimed.answerUntil !== undefined) await leave(moved, claimed, express);
        const to = moved?.to ?? worker;
        await submission.send({ ...messageOf(job), worker: to }, to);
      } catch (error) {
        submission.onUnsent(error, jobId);
      }
    }
    return { jobId, isRepeat: false, ...end };
  };
