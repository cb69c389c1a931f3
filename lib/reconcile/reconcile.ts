import { fileObjectKey, incomingObjectKey } from '../files/file.ts';
import type { ObjectStore } from '../files/objects.ts';
import { failAbandonedJob } from '../jobs/abandoned-job.ts';
import { isActive, type Job, type JobMessage } from '../jobs/job.ts';
import { currentStep, filesOf, type JobStep, maxAttemptsOf, messageOf } from '../jobs/job-steps.ts';
import type { JobStore } from '../jobs/job-store.ts';
import {
  fileHeldSeconds,
  firstCheckSeconds,
  longestResendPauseSeconds,
  maxJobSeconds,
} from '../jobs/job-times.ts';
import { currentParts, hasOpenParts } from '../jobs/page-parts.ts';
import { removeResults } from '../jobs/remove-results.ts';
import { type DueKind, dueKinds } from '../table-layout.ts';
import { resendSeconds } from '../webhooks/delivery-times.ts';

/** An item that is scheduled for reconciliation, and the time of its schedule in ms since the epoch. */
export type Due = {
  readonly kind: DueKind;
  readonly accountId: string;
  readonly id: string;
  readonly dueAt: number;
};

/** A page of scheduled items, and the cursor of the next page; undefined on the last page. */
type DuePage<Cursor = unknown> = { readonly due: readonly Due[]; readonly next: Cursor | undefined };

/** The database operations of the reconciler. */
export type DueStore = {
  /** Returns a page of the items scheduled until `now`, oldest first. `from` is `next` of the previous page. */
  list(kind: DueKind, now: number, from?: unknown): Promise<DuePage>;
  /** Reschedules an item. Returns false if its schedule has changed since it was listed. */
  postpone(due: Due, until: number): Promise<boolean>;
  /** Reschedules a file that a job may still read to the end of its retention. Returns false if no job may. */
  postponeHeldFile(due: Due, now: number): Promise<boolean>;
  /** Retains a file until then for a job that may still read it. */
  retainFile(accountId: string, fileId: string, until: number): Promise<void>;
  /** Removes a file or a result from the schedule once its bytes are deleted. */
  drop(due: Due): Promise<void>;
};

/** The dependencies of the reconciler. */
export type ReconcileDependencies = {
  readonly due: DueStore;
  readonly jobs: Pick<JobStore, 'get' | 'end' | 'parts'>;
  readonly objects: Pick<ObjectStore, 'remove'>;
  send(message: JobMessage, worker: JobStep['worker']): Promise<void>;
  /** Sends a delivery whose next try is due, or whose message or function was lost. */
  sendDelivery(due: Pick<Due, 'accountId' | 'id'>): Promise<void>;
  /** Reports a fault with an item, or with the list of a kind. */
  onFault(fault: unknown, about: { readonly kind: DueKind; readonly id?: string }): void;
  /** Seconds left of the invocation. */
  secondsLeft(): number;
};

/** The outcomes of one run. */
export type ReconcileCounts = {
  sent: number;
  failed: number;
  deleted: number;
  postponed: number;
  /** Items whose reconciliation failed. */
  faults: number;
  /** Kinds whose list could not be read. */
  unlisted: number;
  /** Kinds with items left when the time ran out. */
  unfinished: number;
};

/** Seconds at the end of an invocation in which no item is started. An item takes a few calls, with their retries. */
const reserveSeconds = 10;

/**
 * Seconds after which an item is retried. By then it is scheduled after all older items, so an item that always fails
 * does not block the others.
 */
const retrySeconds = 60;

/**
 * When to reconcile a queued job again: at twice its age, so that a long queue is not flooded with repeated messages, and
 * at the latest at the end of its maximum age.
 */
const nextReconciliation = (job: Job, now: number): number =>
  Math.min(
    job.createdAt + maxJobSeconds * 1000,
    now + Math.min(longestResendPauseSeconds * 1000, Math.max(firstCheckSeconds * 1000, now - job.createdAt)),
  );

const reconcileJob = async (due: Due, { due: store, jobs, send }: ReconcileDependencies, now: number) => {
  const job = await jobs.get(due.accountId, due.id);
  if (job === undefined || !isActive(job)) return undefined;
  const until = job.createdAt + fileHeldSeconds * 1000;
  await Promise.all(filesOf(job).map((fileId) => store.retainFile(job.accountId, fileId, until)));
  if (job.status === 'processing' && job.leaseUntil !== undefined && job.leaseUntil > now)
    return (await store.postpone(due, job.leaseUntil)) ? ('postponed' as const) : undefined;
  if (job.attempts >= maxAttemptsOf(job) || now - job.createdAt >= maxJobSeconds * 1000) {
    return (await failAbandonedJob(job, jobs, now)) ? ('failed' as const) : undefined;
  }
  if (!(await store.postpone(due, nextReconciliation(job, now)))) return undefined;
  if (!hasOpenParts(job)) {
    await send(messageOf(job), currentStep(job).worker);
    return 'sent' as const;
  }
  const parts = currentParts(job, await jobs.parts.list(job));
  const waiting = parts.filter(({ state, claimedUntil }) => state === 'open' && claimedUntil <= now);
  await Promise.all(waiting.map(({ id }) => send({ ...messageOf(job), part: id }, 'recognition')));
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
  if (job !== undefined) await removeResults(job, objects, jobs.parts);
  await store.drop(due);
  return 'deleted' as const;
};

const reconcileWebhook = async (
  due: Due,
  { due: store, sendDelivery }: ReconcileDependencies,
  now: number,
) => {
  if (!(await store.postpone(due, now + resendSeconds * 1000))) return undefined;
  await sendDelivery(due);
  return 'sent' as const;
};

const reconcilers = {
  JOB: reconcileJob,
  FILE: reconcileFile,
  RESULT: reconcileResult,
  WEBHOOK: reconcileWebhook,
} as const satisfies Record<
  DueKind,
  (due: Due, dependencies: ReconcileDependencies, now: number) => Promise<keyof ReconcileCounts | undefined>
>;

/**
 * Seconds between the expiry of a file and its deletion. By then a request that read the file before its expiry has ended,
 * because API Gateway ends requests after 29 s.
 */
const inFlightSeconds = 60;

/** Items of each kind that are reconciled in parallel. */
const parallelItems = 10;

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
    // If this fails too, the item keeps its schedule and the next run retries it.
    await dependencies.due.postpone(due, clock() + retrySeconds * 1000).catch(() => undefined);
  }
};

/** Reconciles the scheduled items of a kind, page by page, until the time runs out. Throws if a page cannot be listed. */
const reconcileKind = async (
  kind: DueKind,
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
    await Promise.all(Array.from({ length: parallelItems }, worker));
    if (waiting.length > 0 || (next !== undefined && !hasTime())) {
      counts.unfinished += 1;
      return;
    }
  } while (next !== undefined);
};

/**
 * Reconciles the scheduled items: sends jobs whose message or worker was lost again or fails them, deletes expired files and
 * results, and sends the webhooks whose next try is due.
 *
 * The kinds run in parallel. A fault with an item does not affect the other items, and a list that cannot be read does not
 * affect the other kinds.
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
    dueKinds.map((kind) =>
      reconcileKind(kind, dependencies, clock, counts).catch((fault: unknown) => {
        counts.unlisted += 1;
        dependencies.onFault(fault, { kind });
      }),
    ),
  );
  return counts;
};
