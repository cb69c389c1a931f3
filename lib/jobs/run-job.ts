import { createHash } from 'node:crypto';
import { ConversionError, type JobErrorCode } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { ObjectMetadata } from '../files/objects.ts';
import { abandonedJobError } from './abandoned-job.ts';
import type { Job, JobMessage, JobOutput } from './job.ts';
import { maxAttempts, resultObjectKey } from './job.ts';

/** A worker's lease on a job. Only its owner, and only in this attempt, may write to the job. */
export type Lease = {
  readonly accountId: string;
  readonly jobId: string;
  readonly attempt: number;
  readonly owner: string;
};

/** How a job ends. */
export type JobEnd =
  | { readonly status: 'complete'; readonly output: JobOutput; readonly expiresAt: number }
  | { readonly status: 'failed'; readonly error: { readonly code: JobErrorCode; readonly message: string } };

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

/** The documents of a job: the first or only one, and `further` ones of a job with several. */
export type Source = {
  readonly bytes: Uint8Array;
  readonly further: readonly Uint8Array[];
  readonly filename: string;
  readonly from: string;
};

/** The dependencies of a worker other than the database. */
export type Work = {
  /** Reads the documents of a job. Stops when the signal is aborted. Throws ConversionError. */
  fetchSource(job: Job, files: readonly (StoredFile | undefined)[], signal: AbortSignal): Promise<Source>;
  /** Runs the engine. Stops when the signal is aborted. Throws ConversionError. */
  convert(
    task: Source & { job: Job },
    on: { progress(progress: NonNullable<Job['progress']>): void; signal: AbortSignal },
  ): Promise<EngineOutcome>;
  storeResult(objectKey: string, bytes: Uint8Array, metadata: ObjectMetadata): Promise<void>;
  /** Streams a result from its file. */
  storeLargeResult(objectKey: string, result: LargeResult, metadata: ObjectMetadata): Promise<void>;
  readonly leaseSeconds: number;
  readonly retentionSeconds: number;
  clock(): number;
  newOwner(): string;
};

/** The outcome of a message. `not_ours`: the job ended or is another worker's; `released`: a transient fault, to be retried. */
export type RunOutcome = 'ended' | 'not_ours' | 'released';

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const resultFilename = (source: string, extension: string): string => {
  const stem = source.replace(/\.[A-Za-z0-9]{1,10}$/, '');
  return `${stem === '' ? 'result' : stem}.${extension}`;
};

/** Milliseconds between two renewals of a lease, so that a worker sees a cancellation within 2 s. */
const renewAfterMs = 1500;

/** Renews the lease while a job runs, and aborts the job if the lease is lost. */
const keepLease = (lease: Lease, store: JobStore, work: Work) => {
  const lost = new AbortController();
  let progress: Job['progress'];
  let written: Job['progress'];
  let renewedAt = work.clock();
  let renewing = false;
  const leaseMs = work.leaseSeconds * 1000;
  const pauseMs = Math.min(renewAfterMs, leaseMs / 3);
  const renew = async (): Promise<void> => {
    if (renewing || (progress === written && work.clock() - renewedAt < pauseMs)) return;
    renewing = true;
    const now = work.clock();
    const reported = progress;
    try {
      if (await store.renew(lease, now + leaseMs, reported)) {
        renewedAt = now;
        written = reported;
      } else lost.abort(new Error('The lease was lost'));
    } catch {
      // The next tick retries. If the lease expires meanwhile, another worker can claim the job.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(() => void renew(), Math.min(1000, leaseMs / 4));
  return {
    signal: lost.signal,
    progress: (next: NonNullable<Job['progress']>) => {
      progress = next;
    },
    stop: () => clearInterval(timer),
  };
};

/** The record of an attempt, filled in as it proceeds, so that the report of a failed job covers what was done. */
type Notes = {
  report: Record<string, unknown>;
  from: string | undefined;
  readonly timings: { queued: number; download: number; engine: number; store: number };
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
  try {
    // The lease is lost: do not store the result.
    hold.signal.throwIfAborted();
    await timed(timings, 'store', work, () =>
      bytes instanceof Uint8Array
        ? work.storeResult(objectKey, bytes, metadata)
        : work.storeLargeResult(objectKey, bytes, metadata),
    );
  } finally {
    if (!(bytes instanceof Uint8Array)) await bytes.discard();
  }
  notes.report = { ...report, ...notes.report, output: { size_bytes: bytes.length, sha256 } };
  return {
    status: 'complete',
    output: {
      objectKey,
      filename: resultFilename(source.filename, extension),
      sizeBytes: bytes.length,
      ...metadata,
    },
    expiresAt: work.clock() + work.retentionSeconds * 1000,
  };
};

/** How a fault ends a job; undefined if another attempt may succeed. */
const endOfFault = (fault: unknown, attempt: number): JobEnd | undefined => {
  if (fault instanceof ConversionError) {
    return { status: 'failed', error: { code: fault.code, message: fault.message } };
  }
  return attempt >= maxAttempts ? { status: 'failed', error: abandonedJobError } : undefined;
};

/**
 * Runs one job from the queue: claims it, converts its document, stores the result and ends it.
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
  if (job === undefined) return 'not_ours';
  const fileIds = job.fileId === undefined ? [] : [job.fileId, ...job.furtherFileIds];
  const files = await Promise.all(fileIds.map((fileId) => store.getFile(job.accountId, fileId)));
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
  const hold = keepLease(lease, store, work);
  const notes: Notes = {
    report: {},
    from: claimed.from,
    timings: { queued: claimedAt - job.createdAt, download: 0, engine: 0, store: 0 },
  };
  let end: JobEnd | undefined;
  try {
    end = await produceResult(claimed, files, work, hold, notes);
  } catch (fault) {
    if (hold.signal.aborted) return 'not_ours';
    onFault(fault, claimed);
    end = endOfFault(fault, lease.attempt);
  } finally {
    hold.stop();
  }
  const now = work.clock();
  if (end === undefined) {
    await store.release(lease, now);
    return 'released';
  }
  const report = { ...notes.report, timings_ms: notes.timings };
  return (await store.end(claimed, end, { lease, report, now, from: notes.from })) ? 'ended' : 'not_ours';
};
