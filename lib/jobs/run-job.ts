import { createHash } from 'node:crypto';
import { ConversionError, type JobErrorCode } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { Job, JobMessage, JobOutput } from './job.ts';
import { maxAttempts, resultObjectKey } from './job.ts';

/** A worker's hold on a job: only its owner, and only at this attempt, may write to the job. */
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

/** What a worker needs of the database. Times are in ms since the epoch. */
export type JobStore = {
  get(accountId: string, jobId: string): Promise<Job | undefined>;
  getFile(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Takes a job that is queued, or whose lease has run out; undefined where another holds it or it has ended. */
  claim(
    job: Job,
    claim: { owner: string; now: number; leaseUntil: number; from: string | undefined },
  ): Promise<Job | undefined>;
  /** Prolongs a lease and tells how far the job is; false where the lease is lost. */
  renew(lease: Lease, leaseUntil: number, progress: Job['progress']): Promise<boolean>;
  /** Gives a job back after a passing fault, so that the reconciler sends it again. */
  release(lease: Lease, now: number): Promise<void>;
  /**
   * Ends a job and frees its slot in one write; false where it was ended or taken by another. Without a lease it ends a
   * job that nobody holds.
   */
  end(
    job: Job,
    end: JobEnd,
    about: { lease: Lease | undefined; report: Job['report']; now: number; from?: string | undefined },
  ): Promise<boolean>;
};

/** A result that is too large to hold in memory: a file, which `discard` removes. */
export type LargeResult = {
  readonly path: string;
  readonly length: number;
  readonly sha256: string;
  discard(): Promise<void>;
};

/** What the engine made of a document. */
export type EngineOutcome = {
  readonly bytes: Uint8Array | LargeResult;
  readonly mimeType: string;
  readonly extension: string;
  readonly report: Readonly<Record<string, unknown>>;
};

/** What a job works on. */
export type Source = {
  readonly bytes: Uint8Array;
  readonly further: readonly Uint8Array[];
  readonly filename: string;
  readonly from: string;
};

/** What a worker needs besides the database. */
export type Work = {
  /**
   * The document's bytes, its name and its format; of several files also those of the further ones. Stops when the
   * signal is aborted. Throws ConversionError where they cannot be had.
   */
  fetchSource(job: Job, files: readonly (StoredFile | undefined)[], signal: AbortSignal): Promise<Source>;
  /** Runs the engine. Throws ConversionError; stops when the signal is aborted. */
  convert(
    task: Source & { job: Job },
    on: { progress(progress: NonNullable<Job['progress']>): void; signal: AbortSignal },
  ): Promise<EngineOutcome>;
  storeResult(
    objectKey: string,
    bytes: Uint8Array,
    about: { mimeType: string; sha256: string },
  ): Promise<void>;
  /** Streams a result that is not held in memory. */
  storeLargeResult(
    objectKey: string,
    result: LargeResult,
    about: { mimeType: string; sha256: string },
  ): Promise<void>;
  readonly leaseSeconds: number;
  readonly retentionSeconds: number;
  clock(): number;
  newOwner(): string;
};

/** How a message was dealt with. `released`: a passing fault; the job is tried again. */
export type RunOutcome = 'ended' | 'not_ours' | 'released';

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const resultFilename = (source: string, extension: string): string => {
  const stem = source.replace(/\.[A-Za-z0-9]{1,10}$/, '');
  return `${stem === '' ? 'result' : stem}.${extension}`;
};

/**
 * Milliseconds after which a lease is renewed, however long it lasts: so soon a worker notices that its job was
 * cancelled. A job that ends sooner renews nothing.
 */
const renewAfterMs = 1500;

/** Renews the lease while the work runs, and stops the work where the lease is lost. */
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
    const told = progress;
    try {
      if (await store.renew(lease, now + leaseMs, told)) {
        renewedAt = now;
        written = told;
      } else lost.abort(new Error('The lease was lost'));
    } catch {
      // The next tick tries again; a lease that runs out meanwhile lets the job be taken by another.
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

/** What the attempt at a job leaves behind, filled as it goes, so that a failed job tells as much as it got to. */
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
  const about = { mimeType, sizeBytes: bytes.length, sha256 };
  const objectKey = resultObjectKey(job.accountId, job.jobId, job.attempts);
  try {
    // The lease is lost: do not store the result.
    hold.signal.throwIfAborted();
    await timed(timings, 'store', work, () =>
      bytes instanceof Uint8Array
        ? work.storeResult(objectKey, bytes, about)
        : work.storeLargeResult(objectKey, bytes, about),
    );
  } finally {
    if (!(bytes instanceof Uint8Array)) await bytes.discard();
  }
  notes.report = { ...report, ...notes.report, output: { size_bytes: bytes.length, sha256 } };
  return {
    status: 'complete',
    output: { objectKey, filename: resultFilename(source.filename, extension), ...about },
    expiresAt: work.clock() + work.retentionSeconds * 1000,
  };
};

/** The error of a job that the service could not bring to its end. */
export const givenUp = {
  code: 'internal_error',
  message: 'The service could not finish this job. Submit it again.',
} as const satisfies { code: JobErrorCode; message: string };

/** How a fault ends a job; undefined where another attempt may do better. */
const verdict = (fault: unknown, attempt: number): JobEnd | undefined => {
  if (fault instanceof ConversionError) {
    return { status: 'failed', error: { code: fault.code, message: fault.message } };
  }
  return attempt >= maxAttempts ? { status: 'failed', error: givenUp } : undefined;
};

/**
 * Works on one job from the queue: claims it, converts its document, stores the result and ends it.
 *
 * A message whose job is over, held by another worker or gone is `not_ours`. What the document is at fault for ends the
 * job; a passing fault of the service gives it back, until `maxAttempts` are used.
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
    end = verdict(fault, lease.attempt);
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
