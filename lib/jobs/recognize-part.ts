import { ConversionError, type JobErrorCode } from '../conversions/errors.ts';
import type { Effects } from './effects.ts';
import { isActive, type Job, type JobMessage, maxAttempts } from './job.ts';
import { currentStep, isCurrent, messageOf } from './job-steps.ts';
import type { JobStore } from './job-store.ts';
import { maxRecognitionSeconds, workerTimeoutSeconds } from './job-times.ts';
import { hasOpenParts, type PagePart, partObjectKey, singlePages } from './page-parts.ts';
import { repeat } from './repeat.ts';
import { filesOf, metadataOf, type RunOutcome, storeOutcome } from './run-job.ts';

/** Milliseconds between two looks at the job, which stop the call if it was cancelled. */
const lookAgainMs = 5000;

/** Watches whether a job is active, without writing to it. */
const watchJob = ({ accountId, jobId }: Job, store: JobStore) => {
  const ended = new AbortController();
  const look = async (): Promise<void> => {
    const job = await store.get(accountId, jobId).catch(() => undefined);
    if (job !== undefined && !isActive(job)) ended.abort(new Error('The job has ended'));
  };
  return { ...repeat(look, lookAgainMs), signal: ended.signal };
};

/** Recognizes the pages of a part and stores them. Throws ConversionError if they cannot be recognized. */
const recognize = async (job: Job, part: PagePart, store: JobStore, effects: Effects): Promise<void> => {
  const watched = watchJob(job, store);
  const { signal } = watched;
  try {
    const files = await filesOf(job, store);
    // A document that cannot be read says nothing about its pages.
    const source = await effects.fetchSource(job, files, signal).catch((cause: unknown) => {
      throw new Error('The document of a part could not be read', { cause });
    });
    const recognition = { role: 'recognize', pages: part.pages } as const;
    const on = { progress: () => undefined, signal };
    const outcome = await effects.convert({ job, ...source, recognition }, on);
    const { bytes } = outcome;
    try {
      await storeOutcome(partObjectKey(part), bytes, metadataOf(outcome), effects, signal);
    } finally {
      if (!(bytes instanceof Uint8Array)) await bytes.discard();
    }
  } finally {
    await watched.stop();
  }
};

/** Whether workers may spend more time on the pages of a job. */
const hasTime = ({ workedMs }: Job): boolean => workedMs < maxRecognitionSeconds * 1000;

/** Recognizes the pages of a part, if it may be tried. Returns why they cannot be recognized; throws if they may be later. */
const tryPart = async (
  job: Job,
  part: PagePart,
  store: JobStore,
  effects: Effects,
  onFault: (fault: unknown, job: Job) => void,
): Promise<JobErrorCode | undefined> => {
  if (!hasTime(job)) return 'conversion_timeout';
  if (part.claims > maxAttempts) return 'internal_error';
  try {
    await recognize(job, part, store, effects);
    return undefined;
  } catch (fault) {
    if (!(fault instanceof ConversionError)) throw fault;
    onFault(fault, job);
    return fault.code;
  }
};

/**
 * Recognizes the text of some pages of a job, which an earlier attempt planned. Pages that fail together are tried one by one;
 * one that fails alone is named in the job's warnings, as are all that are left when the time of the job is used up. The last
 * part to end makes the job's worker assemble the document.
 *
 * No two calls work on a part at a time, and repeating a message does no harm: only the claim that is held counts on the job.
 */
export const recognizePart = async (
  message: JobMessage & { readonly part: string },
  store: JobStore,
  effects: Effects,
  onFault: (fault: unknown, job: Job) => void,
): Promise<RunOutcome> => {
  const job = await store.get(message.accountId, message.jobId);
  if (job === undefined || !isActive(job) || !isCurrent(message, job) || !hasOpenParts(job))
    return 'not_ours';
  const claimedAt = effects.clock();
  const part = await store.parts.claim(job, message.part, claimedAt, claimedAt + workerTimeoutSeconds * 1000);
  if (part === undefined) return 'not_ours';
  let others: readonly PagePart[];
  try {
    const failure = await tryPart(job, part, store, effects, onFault);
    others = failure !== undefined && hasTime(job) && part.pages.length > 1 ? singlePages(part) : [];
    const state = others.length > 0 ? 'divided' : failure === undefined ? 'recognized' : 'failed';
    const now = effects.clock();
    const end = { state, failure, workedMs: now - claimedAt } as const;
    if (!(await store.parts.end(part, end, others, now))) return 'not_ours';
  } catch (fault) {
    onFault(fault, job);
    await store.parts.release(part, effects.clock());
    return 'released';
  }
  await Promise.all(others.map(({ id }) => effects.send({ ...messageOf(job), part: id }, 'recognition')));
  const after = await store.get(job.accountId, job.jobId);
  if (after !== undefined && isActive(after) && !hasOpenParts(after))
    await effects.send(messageOf(after), currentStep(after).worker);
  return 'advanced';
};
