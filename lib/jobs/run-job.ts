import { createHash } from 'node:crypto';
import { EngineFault } from '../conversions/base/fault-record.ts';
import { formatPageRanges } from '../conversions/base/page-ranges.ts';
import { PagesToRecognize } from '../conversions/engine/recognition.ts';
import { ConversionError } from '../conversions/errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { ObjectMetadata } from '../files/objects.ts';
import { largerWorker, type WorkerName } from '../workers.ts';
import { abandonedJobError } from './abandoned-job.ts';
import { boundReport, clipText } from './bound-report.ts';
import type { Effects, EngineOutcome, RecognitionWork, Source } from './effects.ts';
import { sourceFetcher } from './fetch-source.ts';
import { holdForScan } from './hold-for-scan.ts';
import {
  isActive,
  type Job,
  type JobDelivery,
  type JobMessage,
  resultFilename,
  resultObjectKey,
} from './job.ts';
import {
  currentStep,
  errorInStep,
  fileIdsOf,
  isCurrent,
  isLastStep,
  maxAttemptsOf,
  messageOf,
  moveOf,
  readsSource,
  type StepResult,
} from './job-steps.ts';
import { type Advance, type Claim, endedJob, type JobEnd, type JobStore, type Lease } from './job-store.ts';
import { type KeptLease, keepLease } from './keep-lease.ts';
import { currentParts, isDividedIntoParts, maxOwnPages, partObjectKey, partsOf } from './page-parts.ts';
import { returnableText } from './returnable-text.ts';

/**
 * The outcome of a message. `advanced`: a step ended that is not the last, was
 * divided into parts, or moved to a worker with more memory; `not_ours`: the job or its step ended, or is another
 * worker's; `released`: a transient fault, to be retried; `waiting`: its files have not been scanned yet.
 */
export type RunOutcome = 'advanced' | 'ended' | 'not_ours' | 'released' | 'waiting';

/** The hash of a document or a result, in hexadecimal. */
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The record of an attempt, filled in as it proceeds, so that the report of a failed job covers what was done. */
type RunLog = {
  report: Record<string, unknown>;
  from: string | undefined;
  /** The documents, once they are read. */
  source?: Source;
  readonly timings: {
    queued: number;
    recognition?: number;
    download: number;
    engine: number;
    store: number;
    deliver?: number;
  };
};

const timed = async <Result>(
  timings: RunLog['timings'],
  phase: keyof RunLog['timings'],
  effects: Effects,
  run: () => Promise<Result>,
): Promise<Result> => {
  const startedAt = effects.clock();
  try {
    return await run();
  } finally {
    timings[phase] = effects.clock() - startedAt;
  }
};

/** The files that the current step of a job reads; undefined for one that was deleted. */
export const filesOf = (job: Job, store: Pick<JobStore, 'getFile'>): Promise<ClaimedJob['files']> =>
  Promise.all(fileIdsOf(job).map((fileId) => store.getFile(job.accountId, fileId)));

/** The metadata of a result. */
export const metadataOf = ({
  bytes,
  mimeType,
}: Pick<EngineOutcome, 'bytes' | 'mimeType'>): ObjectMetadata => ({
  mimeType,
  sha256: bytes instanceof Uint8Array ? sha256Of(bytes) : bytes.sha256,
});

/** Stores a result, which may be a file. */
export const storeOutcome = (
  objectKey: string,
  bytes: EngineOutcome['bytes'],
  metadata: ObjectMetadata,
  { storeResult, storeLargeResult }: Effects,
  signal: AbortSignal,
): Promise<void> =>
  bytes instanceof Uint8Array
    ? storeResult(objectKey, bytes, metadata, signal)
    : storeLargeResult(objectKey, bytes, metadata, signal);

/** A report with one more warning. */
const withWarning = (
  report: EngineOutcome['report'],
  warning: string | undefined,
): EngineOutcome['report'] => {
  if (warning === undefined) return report;
  const { warnings } = report;
  return { ...report, warnings: [...(Array.isArray(warnings) ? warnings : []), warning] };
};

/** The workers that read documents with scanned pages. */
const readersOfScans: readonly WorkerName[] = ['standard', 'large'];

/** How the worker of a document takes part in the recognition of its pages. The other workers recognize none. */
const recognitionOf = async (
  job: Job,
  { parts: store }: JobStore,
  { fetchPages }: Effects,
): Promise<RecognitionWork | undefined> => {
  if (!readersOfScans.includes(currentStep(job).worker)) return undefined;
  if (!isDividedIntoParts(job)) return { role: 'plan', maxPages: maxOwnPages };
  const parts = currentParts(job, await store.list(job));
  const recognized = parts.filter(({ state }) => state === 'recognized');
  const failed = parts.filter(({ state }) => state === 'failed');
  return {
    role: 'assemble',
    files: await Promise.all(recognized.map((part) => fetchPages(partObjectKey(part)))),
    failed: failed.flatMap(({ pages }) => pages).toSorted((a, b) => a - b),
    failure: failed.find(({ failure }) => failure !== undefined)?.failure,
  };
};

/** A document without what was asked for, because its pages could not be recognized, fails as they did. */
const withFailure = (fault: unknown, recognition: RecognitionWork | undefined): unknown => {
  const isEmpty = fault instanceof ConversionError && fault.code === 'empty_document';
  if (!isEmpty || recognition?.role !== 'assemble' || recognition.failed.length === 0) return fault;
  const { failed, failure = 'internal_error' } = recognition;
  const which = `page${failed.length === 1 ? '' : 's'} ${formatPageRanges(failed)}`;
  const message = `The text of ${which} could not be recognized, and there is nothing else to convert. Convert these pages again on their own.`;
  return new ConversionError(failure, message, { cause: fault });
};

/** Stores the parts of a document and sends their messages. */
const planParts = async (
  job: Job,
  pages: PagesToRecognize,
  source: Source,
  lease: Lease,
  store: JobStore,
  effects: Effects,
  signal: AbortSignal,
): Promise<RunOutcome> => {
  const isAddress = job.sourceUrl !== undefined && readsSource(job);
  if (isAddress) {
    const metadata = { mimeType: 'application/octet-stream', sha256: sha256Of(source.bytes) };
    const objectKey = resultObjectKey(job.accountId, job.jobId, job.attempts);
    await effects.storeResult(objectKey, source.bytes, metadata, signal);
  }
  const parts = partsOf(job, pages);
  const planned = await store.planParts(job, parts, {
    lease,
    now: effects.clock(),
    source: isAddress ? { filename: source.filename, from: source.from } : undefined,
  });
  if (planned === undefined || !isActive(planned)) return 'not_ours';
  await Promise.all(parts.map(({ id }) => effects.send({ ...messageOf(planned), part: id }, 'recognition')));
  return 'advanced';
};

/** The engine that ran out of memory, and the worker where the step can have more of it; undefined if that is not what happened. */
const largerWorkerFor = (
  fault: unknown,
  job: Job,
): { readonly worker: WorkerName; readonly engine: string } | undefined => {
  const worker = largerWorker(currentStep(job).worker);
  if (worker === undefined || !(fault instanceof ConversionError) || fault.code !== 'out_of_memory')
    return undefined;
  const { cause } = fault;
  // Pages that failed in other workers.
  if (cause instanceof ConversionError) return undefined;
  return { worker, engine: (cause instanceof EngineFault ? cause.record.engine : undefined) ?? 'unknown' };
};

/** Moves the current step to a worker with more memory, and sends its message there unless its file may not be stored yet. */
const move = async (
  job: Job,
  { worker, engine }: NonNullable<ReturnType<typeof largerWorkerFor>>,
  lease: Lease,
  store: JobStore,
  effects: Effects,
  isExpress: boolean,
): Promise<Ran> => {
  const moved = await store.move(job, worker, { lease, now: effects.clock(), engine });
  if (moved === undefined || !isActive(moved)) return { outcome: 'not_ours' };
  if (isExpress) return { outcome: 'released', moved: { to: worker, engine } };
  await effects.send(messageOf(moved), worker);
  return { outcome: 'advanced' };
};

/** A report that also lists the engine of a worker with too little memory. */
const withMove = (job: Job, report: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const engine = moveOf(job)?.engine;
  if (engine === undefined) return report;
  const { tried } = report;
  return { ...report, tried: [{ engine, outcome: 'out_of_memory' }, ...(Array.isArray(tried) ? tried : [])] };
};

const produceResult = async (
  job: Job,
  files: readonly (StoredFile | undefined)[],
  store: JobStore,
  effects: Effects,
  lease: KeptLease,
  runLog: RunLog,
): Promise<JobEnd> => {
  const { timings } = runLog;
  const source = await timed(timings, 'download', effects, () =>
    effects.fetchSource(job, files, lease.signal),
  );
  runLog.from = source.from;
  runLog.source = source;
  runLog.report = {
    input: { size_bytes: source.bytes.length, sha256: sha256Of(source.bytes) },
    output: null,
  };
  const recognition = await recognitionOf(job, store, effects);
  const { bytes, mimeType, extension, report } = await timed(timings, 'engine', effects, () =>
    effects.convert({ job, ...source, recognition }, lease).catch((fault: unknown) => {
      throw withFailure(fault, recognition);
    }),
  );
  const metadata = metadataOf({ bytes, mimeType });
  const objectKey = resultObjectKey(job.accountId, job.jobId, job.attempts);
  const address = isLastStep(job) ? job.deliverTo : undefined;
  let delivery: JobDelivery | undefined;
  try {
    // A result that is stored later may outlive the deletion of a cancelled job's results.
    lease.requireHeld();
    await timed(timings, 'store', effects, () =>
      storeOutcome(objectKey, bytes, metadata, effects, lease.signal),
    );
    if (address !== undefined) {
      delivery = await timed(timings, 'deliver', effects, () =>
        effects.deliver(address, { bytes, mimeType }, lease.signal),
      );
    }
  } finally {
    if (!(bytes instanceof Uint8Array)) await bytes.discard();
  }
  runLog.report = {
    ...withWarning(boundReport(report), delivery?.message),
    ...runLog.report,
    output: { size_bytes: bytes.length, sha256: metadata.sha256 },
  };
  return {
    status: 'complete',
    output: {
      objectKey,
      filename: resultFilename(source.filename, extension),
      sizeBytes: bytes.length,
      ...metadata,
    },
    expiresAt: effects.clock() + effects.retentionSeconds * 1000,
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

/** A job that this worker has claimed, with the files of its current step. */
export type ClaimedJob = {
  readonly job: Job;
  readonly files: readonly (StoredFile | undefined)[];
  readonly lease: Lease;
};

/** How a step ended. */
export type Ran = {
  readonly outcome: RunOutcome;
  /** The worker with more memory that is to get the message of the step, of a job that was released to it, and the engine that needs it. */
  readonly moved?: { readonly to: WorkerName; readonly engine: string } | undefined;
  /** The job as it is stored, if it ended. */
  readonly ended?: Job | undefined;
  /** The caller stores the end of the job, whose worker began then. The text is its result; undefined if that is stored, or there is none. */
  readonly unrecorded?: { readonly text: string | undefined; readonly claimedAt: number } | undefined;
};

/** When the current step of a job could start, in ms since the epoch. */
const waitingSince = (job: Job): number => moveOf(job)?.at ?? job.steps.done.at(-1)?.endedAt ?? job.createdAt;

/** How long a claimed job waited: in the queue, and for the parts of its pages. */
const waitOf = (job: Job, claimedAt: number): Pick<RunLog['timings'], 'queued' | 'recognition'> => {
  const startedAt = isDividedIntoParts(job) ? job.recognition?.startedAt : undefined;
  if (startedAt === undefined) return { queued: claimedAt - waitingSince(job) };
  return { queued: startedAt - waitingSince(job), recognition: claimedAt - startedAt };
};

/** Advances a job whose current step is complete, and sends the message of the next one. */
const advance = async (
  job: Job,
  end: JobEnd & { readonly status: 'complete' },
  { lease, report, now, from }: Advance & { readonly report: StepResult['report'] },
  store: JobStore,
  effects: Effects,
): Promise<RunOutcome> => {
  const result = { attempt: lease.attempt, output: end.output, report, endedAt: now };
  const advanced = await store.advance(job, result, { lease, now, from });
  if (advanced === undefined || !isActive(advanced)) return 'not_ours';
  await effects.send(messageOf(advanced), currentStep(advanced).worker);
  return 'advanced';
};

/**
 * Claims the job of a message. A first message is about a job that no worker has claimed, so it is claimed without being read before.
 * Returns undefined if it has ended, the message is about another step, or another worker has it.
 */
const claimJob = async (message: JobMessage, store: JobStore, claim: Claim): Promise<Job | undefined> => {
  const first = message.step === 0 ? await store.claimNew(message, claim) : undefined;
  if (first?.isClaimed === true) return first.job;
  const job = first?.job ?? (await store.get(message.accountId, message.jobId));
  return job !== undefined && isCurrent(message, job) ? store.claim(job, claim) : undefined;
};

/**
 * Runs the current step of a job from the queue: claims the job and runs it as {@link runClaimedJob}. If the deployment scans files for
 * malware, it waits for that first.
 */
export const runJob = async (
  message: JobMessage,
  store: JobStore,
  effects: Effects,
  onFault: (fault: unknown, job: Job) => void,
): Promise<RunOutcome> => {
  const { scanResult } = effects;
  const held = scanResult && (await holdForScan(message, scanResult, store, effects));
  if (held !== undefined) return held;
  const owner = effects.newOwner();
  const now = effects.clock();
  const job = await claimJob(message, store, { owner, now, leaseUntil: now + effects.leaseSeconds * 1000 });
  if (job === undefined) return 'not_ours';
  const { accountId, jobId, attempts: attempt } = job;
  const lease: Lease = { accountId, jobId, attempt, owner };
  const files = await filesOf(job, store);
  const from = job.from ?? files[0]?.format;
  return (await runClaimedJob({ job: { ...job, from }, files, lease }, store, effects, onFault)).outcome;
};

/** Runs the current step of a claimed job whose lease is kept. */
const runWithLease = async (
  { job: claimed, files, lease }: ClaimedJob,
  kept: KeptLease,
  store: JobStore,
  effects: Effects,
  onFault: (fault: unknown, job: Job) => void,
  isExpress: boolean,
): Promise<Ran> => {
  const runLog: RunLog = {
    report: {},
    from: claimed.from,
    timings: { ...waitOf(claimed, effects.clock()), download: 0, engine: 0, store: 0 },
  };
  let end: JobEnd | RunOutcome | undefined;
  try {
    end = await produceResult(claimed, files, store, effects, kept, runLog).catch((thrown: unknown) => {
      const { source } = runLog;
      if (!(thrown instanceof PagesToRecognize) || source === undefined || kept.signal.aborted) throw thrown;
      return isExpress ? undefined : planParts(claimed, thrown, source, lease, store, effects, kept.signal);
    });
  } catch (fault) {
    if (kept.signal.aborted) return { outcome: 'not_ours' };
    onFault(fault, claimed);
    const larger = largerWorkerFor(fault, claimed);
    if (larger !== undefined) return await move(claimed, larger, lease, store, effects, isExpress);
    end = endOfFault(fault, claimed);
  }
  if (typeof end === 'string') return { outcome: end };
  const now = effects.clock();
  if (end === undefined) {
    await store.release(lease, now);
    return { outcome: 'released' };
  }
  const report = { ...withMove(claimed, runLog.report), timings_ms: runLog.timings };
  const from = readsSource(claimed) ? runLog.from : undefined;
  if (end.status === 'complete' && !isLastStep(claimed))
    return { outcome: await advance(claimed, end, { lease, report, now, from }, store, effects) };
  const details = { lease, report, now, from };
  if (!(await store.end(claimed, end, details))) return { outcome: 'not_ours' };
  return { outcome: 'ended', ended: endedJob(claimed, end, details) };
};

/**
 * Runs the current step of a claimed job: converts the documents, stores the result, delivers it if the request has an address for
 * it, and ends the job or advances it to the next step.
 *
 * A ConversionError fails the job. Any other fault releases it for another attempt, up to `maxAttempts`.
 *
 * @param isExpress its file may not be stored yet, so pages that other calls recognize release it too
 */
export const runClaimedJob = (
  claimed: ClaimedJob,
  store: JobStore,
  effects: Effects,
  onFault: (fault: unknown, job: Job) => void,
  isExpress = false,
): Promise<Ran> => {
  const kept = keepLease(claimed.lease, store, effects);
  return runWithLease(claimed, kept, store, effects, onFault, isExpress).finally(kept.stop);
};

/** A claimed job with the bytes of its only file, as the worker of a call receives it. */
export type ExpressRun = ClaimedJob & {
  readonly bytes: Uint8Array;
  /** Until when the caller stores what becomes of the job; see {@link runExpressJob}. */
  readonly answerUntil: number | undefined;
};

/**
 * Runs a job that was created as claimed, with the bytes of its file. Leaves one alone whose lease has expired: the invocation may
 * have waited for a free worker until another one could claim the job.
 *
 * Until `answerUntil`, only the caller writes the job, which may not be in the table yet: its end, its release and its move are returned,
 * and so is a small text, which is not stored either.
 */
export const runExpressJob = async (
  { bytes, answerUntil = 0, ...claimed }: ExpressRun,
  store: JobStore,
  effects: Effects,
  onFault: (fault: unknown, job: Job) => void,
): Promise<Ran> => {
  const claimedAt = effects.clock();
  if ((claimed.job.leaseUntil ?? 0) <= claimedAt) return { outcome: 'not_ours' };
  // The account is not charged the time that the worker took to start.
  const job = { ...claimed.job, claimedAt };
  const fetchSource = sourceFetcher({ get: async () => bytes }, () => {
    throw new Error('The document of an express job is in its invocation');
  });
  const isAwaited = (): boolean => effects.clock() < answerUntil;
  let text: string | undefined;
  let isRecorded = true;
  const storeResult: Effects['storeResult'] = async (key, result, metadata, signal) => {
    text = isAwaited() ? returnableText(result, metadata.mimeType) : undefined;
    if (text === undefined) await effects.storeResult(key, result, metadata, signal);
  };
  const awaitedStore: JobStore = {
    ...store,
    release: async (...args) => (isAwaited() ? undefined : store.release(...args)),
    move: async (...args) => (isAwaited() ? args[0] : store.move(...args)),
    end: async (...args) => {
      isRecorded = text === undefined && !isAwaited();
      return isRecorded ? store.end(...args) : true;
    },
  };
  const ran = await runClaimedJob(
    { ...claimed, job },
    awaitedStore,
    { ...effects, fetchSource, storeResult },
    onFault,
    true,
  );
  if (isRecorded || ran.ended === undefined) return ran;
  // A text that is not stored expires at once: nobody can download it.
  const ended = text === undefined ? ran.ended : { ...ran.ended, expiresAt: ran.ended.completedAt };
  return { ...ran, ended, unrecorded: { text, claimedAt } };
};
