import { fileObjectKey, incomingObjectKey } from '../files/file.ts';
import type { ObjectStore } from '../files/objects.ts';
import { isActive, type Job, type JobMessage, maxAttempts, resultObjectKey } from './job.ts';
import { firstLookSeconds, longestResendPauseSeconds, maxJobSeconds } from './job-times.ts';
import { givenUp, type JobStore } from './run-job.ts';

/** What is due: which item, since when (ms since the epoch). */
export type Due = { readonly accountId: string; readonly id: string; readonly dueAt: number };

/** What the reconciler needs of the database. */
export type DueStore = {
  /** What is due by `now`, the longest due first, at most a few hundred. */
  list(kind: 'JOB' | 'FILE' | 'RESULT', now: number): Promise<readonly Due[]>;
  /** Puts a job's next look off; false where something else has happened to it. */
  postponeJob(due: Due, until: number): Promise<boolean>;
  /** Puts off the end of a file that a job may still read; false where none may. */
  postponeHeldFile(due: Due, now: number): Promise<boolean>;
  /** Takes a file or a result whose bytes are gone off the list. */
  dropFile(due: Due): Promise<void>;
  dropResult(due: Due): Promise<void>;
};

/** What reconciling needs. */
export type ReconcileDependencies = {
  readonly due: DueStore;
  readonly jobs: Pick<JobStore, 'get' | 'end'>;
  readonly objects: Pick<ObjectStore, 'remove'>;
  send(message: JobMessage, worker: Job['worker']): Promise<void>;
  onFault(fault: unknown, due: Due): void;
};

/** What became of the things that were due. */
export type ReconcileCounts = {
  sent: number;
  failed: number;
  deleted: number;
  postponed: number;
  faults: number;
};

/**
 * A queued job is reconciled again at twice its age, so that a long queue is not flooded with repeats, and in any case
 * when its time is over.
 */
const nextLook = (job: Job, now: number): number =>
  Math.min(
    job.createdAt + maxJobSeconds * 1000,
    now + Math.min(longestResendPauseSeconds * 1000, Math.max(firstLookSeconds * 1000, now - job.createdAt)),
  );

/**
 * Ends a job that nobody holds any more as failed, and gives its operation back. A job that has ended, or that a worker
 * holds, is left alone.
 */
export const giveUp = async (job: Job, jobs: Pick<JobStore, 'end'>, now: number): Promise<boolean> =>
  isActive(job) &&
  (await jobs.end(job, { status: 'failed', error: givenUp }, { lease: undefined, report: job.report, now }));

const reconcileJob = async (due: Due, { due: store, jobs, send }: ReconcileDependencies, now: number) => {
  const job = await jobs.get(due.accountId, due.id);
  if (job === undefined || !isActive(job)) return undefined;
  if (job.status === 'processing' && (job.leaseUntil ?? 0) > now) return undefined;
  if (job.attempts >= maxAttempts || now - job.createdAt >= maxJobSeconds * 1000) {
    return (await giveUp(job, jobs, now)) ? ('failed' as const) : undefined;
  }
  if (!(await store.postponeJob(due, nextLook(job, now)))) return undefined;
  await send({ accountId: job.accountId, jobId: job.jobId }, job.worker);
  return 'sent' as const;
};

const reconcileFile = async (due: Due, { due: store, objects }: ReconcileDependencies, now: number) => {
  if (await store.postponeHeldFile(due, now)) return 'postponed' as const;
  await objects.remove(fileObjectKey(due.accountId, due.id));
  await objects.remove(incomingObjectKey(due.accountId, due.id));
  await store.dropFile(due);
  return 'deleted' as const;
};

const reconcileResult = async (due: Due, { due: store, jobs, objects }: ReconcileDependencies) => {
  const job = await jobs.get(due.accountId, due.id);
  for (let attempt = 1; attempt <= (job?.attempts ?? 0); attempt += 1) {
    await objects.remove(resultObjectKey(due.accountId, due.id, attempt));
  }
  await store.dropResult(due);
  return 'deleted' as const;
};

const reconcilers = {
  JOB: reconcileJob,
  FILE: reconcileFile,
  RESULT: reconcileResult,
} as const satisfies Record<
  Parameters<DueStore['list']>[0],
  (due: Due, dependencies: ReconcileDependencies, now: number) => Promise<keyof ReconcileCounts | undefined>
>;

/**
 * Seconds that a file outlives its expiry: a request that found it alive has ended by then (API Gateway ends one after 29),
 * and so has what it wrote.
 */
const inFlightSeconds = 60;

const atOnce = 10;

/**
 * Deals with everything that is due: jobs whose message or worker was lost are sent again or given up, expired files and
 * results are deleted. A fault with one leaves the others alone.
 */
export const reconcile = async (
  dependencies: ReconcileDependencies,
  clock: () => number,
): Promise<ReconcileCounts> => {
  const counts: ReconcileCounts = { sent: 0, failed: 0, deleted: 0, postponed: 0, faults: 0 };
  for (const kind of ['JOB', 'FILE', 'RESULT'] as const) {
    const graceMs = kind === 'FILE' ? inFlightSeconds * 1000 : 0;
    const due = [...(await dependencies.due.list(kind, clock() - graceMs))];
    const worker = async (): Promise<void> => {
      for (let next = due.shift(); next !== undefined; next = due.shift()) {
        try {
          const outcome = await reconcilers[kind](next, dependencies, clock());
          if (outcome !== undefined) counts[outcome] += 1;
        } catch (fault) {
          counts.faults += 1;
          dependencies.onFault(fault, next);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }
  return counts;
};
