import { fileObjectKey, incomingObjectKey } from '../files/file.ts';
import type { ObjectStore } from '../files/objects.ts';
import { isActive, type Job, type JobMessage, maxAttempts, resultObjectKey } from './job.ts';
import { firstLookSeconds, longestResendPauseSeconds, maxJobSeconds } from './job-times.ts';
import { givenUp, type JobStore } from './run-job.ts';

/** The kinds of what is due, the most urgent first. */
const kinds = ['JOB', 'FILE', 'RESULT'] as const;

/** A kind of what is due. */
export type ReconciledKind = (typeof kinds)[number];

/** What is due: which item, since when (ms since the epoch). */
export type Due = {
  readonly kind: ReconciledKind;
  readonly accountId: string;
  readonly id: string;
  readonly dueAt: number;
};

/** What is due, and where the next page begins; undefined on the last. */
export type DuePage<Cursor = unknown> = { readonly due: readonly Due[]; readonly next: Cursor | undefined };

/** What the reconciler needs of the database. */
export type DueStore = {
  /** A page of what is due by `now`, the longest due first; `from` is the `next` of the page before. */
  list(kind: ReconciledKind, now: number, from?: unknown): Promise<DuePage>;
  /** Schedules the next look at an item; false if something else has happened to it. */
  postpone(due: Due, until: number): Promise<boolean>;
  /** Puts off the end of a file that a job may still read; false where none may. */
  postponeHeldFile(due: Due, now: number): Promise<boolean>;
  /** Removes a file or a result whose bytes are deleted from the list. */
  drop(due: Due): Promise<void>;
};

/** What reconciling needs. */
export type ReconcileDependencies = {
  readonly due: DueStore;
  readonly jobs: Pick<JobStore, 'get' | 'end'>;
  readonly objects: Pick<ObjectStore, 'remove'>;
  send(message: JobMessage, worker: Job['worker']): Promise<void>;
  /** Reports a fault with an item, or with the list of a kind. */
  onFault(fault: unknown, about: { readonly kind: ReconciledKind; readonly id?: string }): void;
  /** Seconds for which the reconciler may go on. */
  secondsLeft(): number;
};

/** What became of the things that were due. */
export type ReconcileCounts = {
  sent: number;
  failed: number;
  deleted: number;
  postponed: number;
  /** Items that could not be dealt with. */
  faults: number;
  /** Kinds whose list could not be read. */
  unlisted: number;
  /** Kinds of which something was left when the time was over. */
  unfinished: number;
};

/**
 * Seconds of an invocation that are kept for the items under way: a few calls each, whose client tries again for some
 * seconds.
 */
const reserveSeconds = 10;

/**
 * Seconds after which an item that could not be dealt with is due again. It then comes after everything that was due
 * before, so items that fail for ever hold nothing up.
 */
const retrySeconds = 60;

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
  if (!(await store.postpone(due, nextLook(job, now)))) return undefined;
  await send({ accountId: job.accountId, jobId: job.jobId }, job.worker);
  return 'sent' as const;
};

const reconcileFile = async (due: Due, { due: store, objects }: ReconcileDependencies, now: number) => {
  if (await store.postponeHeldFile(due, now)) return 'postponed' as const;
  await objects.remove(fileObjectKey(due.accountId, due.id));
  await objects.remove(incomingObjectKey(due.accountId, due.id));
  await store.drop(due);
  return 'deleted' as const;
};

const reconcileResult = async (due: Due, { due: store, jobs, objects }: ReconcileDependencies) => {
  const job = await jobs.get(due.accountId, due.id);
  for (let attempt = 1; attempt <= (job?.attempts ?? 0); attempt += 1) {
    await objects.remove(resultObjectKey(due.accountId, due.id, attempt));
  }
  await store.drop(due);
  return 'deleted' as const;
};

const reconcilers = {
  JOB: reconcileJob,
  FILE: reconcileFile,
  RESULT: reconcileResult,
} as const satisfies Record<
  ReconciledKind,
  (due: Due, dependencies: ReconcileDependencies, now: number) => Promise<keyof ReconcileCounts | undefined>
>;

/**
 * Seconds that a file outlives its expiry: a request that found it alive has ended by then (API Gateway ends one after 29),
 * and so has what it wrote.
 */
const inFlightSeconds = 60;

/** Items of a kind that are dealt with at once: as many for each kind, so that they share the time. */
const atOnce = 10;

const reconcileItem = async (
  due: Due,
  dependencies: ReconcileDependencies,
  clock: () => number,
  counts: ReconcileCounts,
): Promise<void> => {
  try {
    const outcome = await reconcilers[due.kind](due, dependencies, clock());
    if (outcome !== undefined) counts[outcome] += 1;
  } catch (fault) {
    counts.faults += 1;
    dependencies.onFault(fault, due);
    // Left where it is if this fails too: the next look meets it again.
    await dependencies.due.postpone(due, clock() + retrySeconds * 1000).catch(() => undefined);
  }
};

/** Deals with all that is due of a kind, page by page, until the time is nearly over. */
const reconcileKind = async (
  kind: ReconciledKind,
  dependencies: ReconcileDependencies,
  clock: () => number,
  counts: ReconcileCounts,
): Promise<void> => {
  const hasTime = (): boolean => dependencies.secondsLeft() > reserveSeconds;
  const dueBy = clock() - (kind === 'FILE' ? inFlightSeconds * 1000 : 0);
  let next: unknown;
  do {
    const page = await dependencies.due.list(kind, dueBy, next);
    const waiting = [...page.due];
    next = page.next;
    const worker = async (): Promise<void> => {
      while (hasTime()) {
        const due = waiting.shift();
        if (due === undefined) return;
        await reconcileItem(due, dependencies, clock, counts);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    if (waiting.length > 0 || (next !== undefined && !hasTime())) {
      counts.unfinished += 1;
      return;
    }
  } while (next !== undefined);
};

/**
 * Deals with everything that is due: jobs whose message or worker was lost are sent again or fail, expired files and results
 * are deleted. All kinds at once, so none waits for another; a fault with an item or with a list leaves the others alone.
 */
export const reconcile = async (
  dependencies: ReconcileDependencies,
  clock: () => number,
): Promise<ReconcileCounts> => {
  const counts: ReconcileCounts = {
    sent: 0,
    failed: 0,
    deleted: 0,
    postponed: 0,
    faults: 0,
    unlisted: 0,
    unfinished: 0,
  };
  await Promise.all(
    kinds.map((kind) =>
      reconcileKind(kind, dependencies, clock, counts).catch((fault: unknown) => {
        counts.unlisted += 1;
        dependencies.onFault(fault, { kind });
      }),
    ),
  );
  return counts;
};
