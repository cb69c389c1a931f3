import type { Account } from '../accounts/account.ts';
import { newAccount } from '../accounts/manage-accounts.ts';
import { type TrySample, tryAccountId, trySamples } from '../api/try-samples.ts';
import { ApiError, BusyError, UsageLimitError } from '../api-errors.ts';
import type { Content } from '../files/content.ts';
import { isActive, type Job } from '../jobs/job.ts';
import type { JobReadStore } from '../jobs/job-read-store.ts';
import type { UploadRequest } from '../jobs/job-request.ts';
import { stepsOf } from '../jobs/step-requests.ts';
import type { SubmittedJob } from '../jobs/submit-job.ts';
import type { CallStore } from '../limits/idempotency.ts';
import { operationOf } from '../limits/operation.ts';
import { largestPlan, limitsOf } from '../plans.ts';

/** A sample and what to make of it. */
export type TryRequest = {
  readonly sample: TrySample;
  readonly to?: string | undefined;
  readonly format?: string | undefined;
};

/** The database operations of `POST /try`. */
export type TryStore = {
  /** Creates the account of the samples if it does not exist. */
  createAccount(account: Account): Promise<void>;
  /** The idempotency key of the pair's current job; undefined if there is none yet. */
  getKey(pair: string): Promise<string | undefined>;
  /**
   * Replaces the key of a pair if it still is `previous`. Returns the key that is current afterwards, so that concurrent calls
   * continue with the same one.
   */
  replaceKey(pair: string, previous: string | undefined, next: string, now: number): Promise<string>;
};

/** What trying a sample needs. */
export type TryDependencies = {
  readonly store: TryStore;
  readonly calls: CallStore;
  readonly jobs: Pick<JobReadStore, 'get'>;
  content(filename: string): Promise<Content>;
  /** Uploads the file of a request and submits its job, once for each idempotency key. */
  submit(source: { filename: string; content: Content }, request: UploadRequest): Promise<SubmittedJob>;
  newKey(): string;
  pause(ms: number): Promise<unknown>;
};

/** Milliseconds that a result must still last, so that a visitor can download it. */
const remainingMs = 30_000;

/** Milliseconds after which a failed job is made again: visitors must not be able to run a failing job all the time. */
const retryMs = 300_000;

/** Times and milliseconds to wait for another call that stores the same sample. */
const inFlightAttempts = 20;
const inFlightMs = 150;

/** Larger than any number of calls: the pairs are few and their jobs are reused, so the account needs no monthly limit. */
const maxOperations = 1e12;

const isReusable = (job: Job, now: number): boolean => {
  if (isActive(job)) return true;
  if (job.status === 'complete') return (job.expiresAt ?? Number.POSITIVE_INFINITY) > now + remainingMs;
  return (job.completedAt ?? 0) > now - retryMs;
};

const pairOf = ({ sample, to, format }: TryRequest, { sha256 }: Content): string =>
  JSON.stringify([sample, to ?? null, format ?? null, sha256]);

const isInFlight = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_in_flight';

/** Submits the job of a key. While another call stores the sample under the same key, waits for it. */
const submitWith = async (
  key: string,
  { sample, to, format }: TryRequest,
  content: Content,
  { submit, pause }: TryDependencies,
): Promise<SubmittedJob> => {
  const operation = operationOf(
    { countsAsOperation: true },
    { accountId: tryAccountId, limits: limitsOf(largestPlan) },
    key,
  );
  const request = { ...operation, from: undefined, steps: stepsOf({ to, format, options: {} }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await submit({ filename: trySamples[sample].filename, content }, request);
    } catch (error) {
      if (error instanceof UsageLimitError)
        throw new BusyError('The account of the samples is at a limit', { cause: error });
      if (!isInFlight(error)) throw error;
      if (attempt === inFlightAttempts)
        throw new BusyError('A sample is being stored by another call', { cause: error });
      await pause(inFlightMs);
    }
  }
};

/**
 * The job of a sample and a target: the last one while its result lasts, or a new one. All visitors share it.
 *
 * The table has the idempotency key of each pair's current job. Calls at the same time submit under the same key, so one job is
 * created, and a submission that was interrupted is continued by the next call. A job that has failed or expired is replaced by
 * one with a new key.
 *
 * @throws BusyError if the job cannot be submitted now
 */
export const trySample = async (
  request: TryRequest,
  dependencies: TryDependencies,
  now: number,
): Promise<Job> => {
  const { store, calls, jobs, newKey } = dependencies;
  const content = await dependencies.content(trySamples[request.sample].filename);
  const pair = pairOf(request, content);
  const current = await store.getKey(pair);
  const recorded = current === undefined ? undefined : await calls.find(tryAccountId, current, now);
  const last = recorded && (await jobs.get(tryAccountId, recorded.resourceId, now));
  if (last !== undefined && isReusable(last, now)) return last;

  const account = newAccount({ email: 'try@docforge.invalid', plan: largestPlan }, now);
  await store.createAccount({ ...account, accountId: tryAccountId, maxOperations });
  const renew = async (): Promise<SubmittedJob> =>
    submitWith(await store.replaceKey(pair, current, newKey(), now), request, content, dependencies);
  const isUnfinished = current !== undefined && recorded === undefined;
  const { jobId } = isUnfinished
    ? await submitWith(current, request, content, dependencies).catch((error: unknown) => {
        // The file of an interrupted submission may have expired.
        if (error instanceof ApiError) return renew();
        throw error;
      })
    : await renew();
  const job = await jobs.get(tryAccountId, jobId, now);
  if (job === undefined) throw new BusyError('The job of a sample was deleted');
  return job;
};
