import { createHash } from 'node:crypto';
import { ConversionError } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { ObjectMetadata } from '../files/objects.ts';
import { abandonedJobError } from './abandoned-job.ts';
import { boundReport, clipText } from './bound-report.ts';
import type { Job, JobDelivery, JobError, JobMessage, JobOutput } from './job.ts';
import { isActive, resultObjectKey } from './job.ts';
import {
  currentStep,
  errorInStep,
  fileIdsOf,
  isCurrent,
  isLastStep,
  type JobStep,
  maxAttemptsOf,
  messageOf,
  readsSource,
  type StepResult,
} from './job-steps.ts';
import { keepLease } from './keep-lease.ts';

/** A worker's lease on a job. Only its owner, and only in this attempt, may write to the job. */
export type Lease = {
  readonly accountId: string;
  readonly jobId: string;
  readonly attempt: number;
  readonly owner: string;
};

/** How a job ends. */
export type JobEnd =
  | {
      readonly status: 'complete';
      readonly output: JobOutput;
      readonly expiresAt: number;
      readonly delivery?: JobDelivery | undefined;
    }
  | { readonly status: 'failed'; readonly error: JobError };

/** A worker's claim on a job. */
export type Claim = {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** The source format, if it is known. */
  readonly from: string | undefined;
};

/** What is stored with the end of a job. */
export type EndDetails = {
  /** The worker's lease; undefined if no worker has the job. */
  readonly lease: Lease | undefined;
  readonly report: Job['report'];
  readonly now: number;
  /** The source format, if it was detected. */
  readonly from?: string | undefined;
};

/** How a job advances to its next step. */
export type Advance = {
  readonly lease: Lease;
  readonly now: number;
  /** The format of the source, if the step detected it. */
  readonly from: string | undefined;
};

/** The database operations of a worker. Times are in ms since the epoch. */
export type JobStore = {
  get(accountId: string, jobId: string): Promise<Job | undefined>;
  getFile(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Claims a job that is queued or whose lease has expired. Returns undefined if it has ended or another worker has it. */
  claim(job: Job, claim: Claim): Promise<Job | undefined>;
  /** Renews a lease and stores the progress. Returns false if the lease is lost. */
  renew(lease: Lease, leaseUntil: number, progress: Job['progress']): Promise<boolean>;
  /** Releases a job after a transient fault. The reconciler sends it again. */
  release(lease: Lease, now: number): Promise<void>;
  /**
   * Stores the result of a step and makes the next one current, without a lease, in one write. Returns the job afterwards;
   * undefined if the lease is lost.
   */
  advance(job: Job, result: StepResult, advance: Advance): Promise<Job | undefined>;
  /**
   * Ends a job and frees its slot in one write. Without a lease, ends a job that no worker has. Returns false if the job
   * has ended or another worker has claimed it.
   */
  end(job: Job, end: JobEnd, details: EndDetails): Promise<boolean>;
};

/** A result that is too large for memory: a file, which `discard` removes. */
export type LargeResult = {
  readonly path: string;
  readonly length: number;
  readonly sha256: string;
  discard(): Promise<void>;
};

/** The result of an engine and its report. */
export type EngineOutcome = {
  readonly bytes: Uint8Array | LargeResult;
  readonly mimeType: string;
  readonly extension: string;
  readonly report: Readonly<Record<string, unknown>>;
};

/** The documents of a step: the first or only one, and `further` ones of a step with several. */
export type Source = {
  readonly bytes: Uint8Array;
  readonly further: readonly Uint8Array[];
  readonly filename: string;
  readonly from: string;
};

/** The dependencies of a worker other than the database. */
export type Work = {
  /** Reads the documents of the current step. Stops when the signal is aborted. Throws ConversionError. */
  fetchSource(job: Job, files: readonly (StoredFile | undefined)[], signal: AbortSignal): Promise<Source>;
  /** Runs the engine for the current step. Stops when the signal is aborted. Throws ConversionError. */
  convert(
    task: Source & { job: Job },
    on: { progress(progress: NonNullable<Job['progress']>): void; signal: AbortSignal },
  ): Promise<EngineOutcome>;
  /** Stores a result. Stops when the signal is aborted, so that no result arrives after those of a cancelled job are deleted. */
  storeResult(
    objectKey: string,
    bytes: Uint8Array,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void>;
  /** Streams a result from its file. */
  storeLargeResult(
    objectKey: string,
    result: LargeResult,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void>;
  /** Sends a stored result to the address of the request. Throws only if the signal is aborted. */
  deliver(
    address: string,
    result: Pick<EngineOutcome, 'bytes' | 'mimeType'>,
    signal: AbortSignal,
  ): Promise<JobDelivery>;
  /** Sends the message of the next step to its worker. If it is lost, the reconciler sends it again. */
  send(message: JobMessage, worker: JobStep['worker']): Promise<void>;
  /** Reports a lease that could not be renewed. The renewal is retried until the lease expires. */
  onRenewalFault(fault: unknown, lease: Lease): void;
  readonly leaseSeconds: number;
  readonly retentionSeconds: number;
  clock(): number;
  newOwner(): string;
};

/**
 * The outcome of a message. `advanced`: a step ended that is not the last; `not_ours`: the job or its step ended, or is another
 * worker's; `released`: a transient fault, to be retried.
 */
export type RunOutcome = 'advanced' | 'ended' | 'not_ours' | 'released';

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The filename of a result, by that of its source. */
export const resultFilename = (source: string, extension: string): string => {
  const stem = source.replace(/\.[A-Za-z0-9]{1,10}$/, '');
  return `${stem === '' ? 'result' : stem}.${extension}`;
};

/** The record of an attempt, filled in as it proceeds, so that the report of a failed job covers what was done. */
type Notes = {
  report: Record<string, unknown>;
  from: string | undefined;
  readonly timings: { queued: number; download: number; engine: number; store: number; deliver?: number };
};

const timed = async <Result>(
  timings: Notes['timings'],
  phase: keyof Notes['timings'],
  work: Work,
  run: () => Promise<Result>,
): Promise<Result> => {
  const startedAt = work.clock();
  try {
    return await run();
  } finally {
    timings[phase] = work.clock() - startedAt;
  }
};

/** A report with one more warning. */
const withWarning = (
  report: EngineOutcome['report'],
  warning: string | undefined,
): EngineOutcome['report'] => {
  if (warning === undefined) return report;
  const { warnings } = report;
  return { ...report, warnings: [...(Array.isArray(warnings) ? warnings : []), warning] };
};

const produceResult = async (
  job: Job,
  files: readonly (StoredFile | undefined)[],
  work: Work,
  hold: { progress(progress: NonNullable<Job['progress']>): void; signal: AbortSignal },
  notes: Notes,
): Promise<JobEnd> => {
  const { timings } = notes;
  const source = await timed(timings, 'download', work, () => work.fetchSource(job, files, hold.signal));
  notes.from = source.from;
  notes.report = { input: { size_bytes: source.bytes.length, sha256: sha256Of(source.bytes) }, output: null };
  const { bytes, mimeType, extension, report } = await timed(timings, 'engine', work, () =>
    work.convert({ job, ...source }, hold),
  );
  const sha256 = bytes instanceof Uint8Array ? sha256Of(bytes) : bytes.sha256;
  const metadata = { mimeType, sha256 };
  const objectKey = resultObjectKey(job.accountId, job.jobId, job.attempts);
  const address = isLastStep(job) ? job.deliverTo : undefined;
  let delivery: JobDelivery | undefined;
  try {
    // The lease is lost: do not store the result.
    hold.signal.throwIfAborted();
    await timed(timings, 'store', work, () =>
      bytes instanceof Uint8Array
        ? work.storeResult(objectKey, bytes, metadata, hold.signal)
        : work.storeLargeResult(objectKey, bytes, metadata, hold.signal),
    );
    if (address !== undefined) {
      delivery = await timed(timings, 'deliver', work, () =>
        work.deliver(address, { bytes, mimeType }, hold.signal),
      );
    }
  } finally {
    if (!(bytes instanceof Uint8Array)) await bytes.discard();
  }
  notes.report = {
    ...withWarning(boundReport(report), delivery?.message),
    ...notes.report,
    output: { size_bytes: bytes.length, sha256 },
  };
  return {
    status: 'complete',
    output: {
      objectKey,
      filename: resultFilename(source.filename, extension),
      sizeBytes: bytes.length,
      ...metadata,
    },
    expiresAt: work.clock() + work.retentionSeconds * 1000,
    delivery,
  };
};

/** Returns how the job ends after this error; undefined if it should be retried. */
const endOfFault = (fault: unknown, job: Job): JobEnd | undefined => {
  if (fault instanceof ConversionError) {
    const { code, message } = fault;
    return { status: 'failed', error: errorInStep(job, { code, message: clipText(message) }) };
  }
  const isLast = job.attempts >= maxAttemptsOf(job);
  return isLast ? { status: 'failed', error: errorInStep(job, abandonedJobError) } : undefined;
};

/** When the current step of a job could start, in ms since the epoch. */
const waitingSince = ({ createdAt, steps }: Job): number => steps.done.at(-1)?.endedAt ?? createdAt;

/** Advances a job whose current step is complete, and sends the message of the next one. */
const advance = async (
  job: Job,
  end: JobEnd & { readonly status: 'complete' },
  { lease, report, now, from }: Advance & { readonly report: StepResult['report'] },
  store: JobStore,
  work: Work,
): Promise<RunOutcome> => {
  const result = { attempt: lease.attempt, output: end.output, report, endedAt: now };
  const advanced = await store.advance(job, result, { lease, now, from });
  if (advanced === undefined || !isActive(advanced)) return 'not_ours';
  await work.send(messageOf(advanced), currentStep(advanced).worker);
  return 'advanced';
};

/**
 * Runs the current step of a job from the queue: claims the job, converts the documents, stores the result, delivers it if the
 * request has an address for it, and ends the job or advances it to the next step.
 *
 * A ConversionError fails the job. Any other fault releases it for another attempt, up to `maxAttempts`.
 */
export const runJob = async (
  message: JobMessage,
  store: JobStore,
  work: Work,
  onFault: (fault: unknown, job: Job) => void,
): Promise<RunOutcome> => {
  const job = await store.get(message.accountId, message.jobId);
  if (job === undefined || !isCurrent(message, job)) return 'not_ours';
  const files = await Promise.all(fileIdsOf(job).map((fileId) => store.getFile(job.accountId, fileId)));
  const owner = work.newOwner();
  const claimedAt = work.clock();
  const claimed = await store.claim(job, {
    owner,
    now: claimedAt,
    leaseUntil: claimedAt + work.leaseSeconds * 1000,
    from: job.from ?? files[0]?.format,
  });
  if (claimed === undefined) return 'not_ours';
  const lease: Lease = { accountId: job.accountId, jobId: job.jobId, attempt: claimed.attempts, owner };
  const hold = keepLease(lease, store, work, (fault) => work.onRenewalFault(fault, lease));
  const notes: Notes = {
    report: {},
    from: claimed.from,
    timings: { queued: claimedAt - waitingSince(job), download: 0, engine: 0, store: 0 },
  };
  let end: JobEnd | undefined;
  try {
    end = await produceResult(claimed, files, work, hold, notes);
  } catch (fault) {
    if (hold.signal.aborted) return 'not_ours';
    onFault(fault, claimed);
    end = endOfFault(fault, claimed);
  } finally {
    hold.stop();
  }
  const now = work.clock();
  if (end === undefined) {
    await store.release(lease, now);
    return 'released';
  }
  const report = { ...notes.report, timings_ms: notes.timings };
  const from = readsSource(claimed) ? notes.from : undefined;
  if (end.status === 'complete' && !isLastStep(claimed))
    return advance(claimed, end, { lease, report, now, from }, store, work);
  return (await store.end(claimed, end, { lease, report, now, from })) ? 'ended' : 'not_ours';
};
