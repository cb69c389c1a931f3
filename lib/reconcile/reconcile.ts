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
import { type DueKind, duePartitions } from '../table-layout.ts';
import { resendSeconds } from '../webhooks/delivery-times.ts';
import { largerWorker } from '../workers.ts';

/** An item that is scheduled for reconciliation, and the time of its schedule in ms since the epoch. */
export type Due = {
  readonly kind: DueKind;
  readonly accountId: string;
  readonly id: string;
  readonly dueAt: number;
};

/** Scheduled items of a kind: those in a partition of the index, from after one time until another, in ms since the epoch. */
export type DueRange = {
  readonly kind: DueKind;
  readonly partition: string;
  readonly after: number;
  readonly until: number;
};

/** A page of scheduled items, and the cursor of the next page; undefined on the last page. */
type DuePage<Cursor = unknown> = { readonly due: readonly Due[]; readonly next: Cursor | undefined };

/** The database operations of the reconciler. */
export type DueStore = {
  /** Returns until when each list was swept, by its name. */
  sweeps(): Promise<ReadonlyMap<string, number>>;
  /** Stores until when a list was swept, unless another reconciler has got further. */
  endSweep(list: string, until: number): Promise<void>;
  /** Returns a page of scheduled items, oldest first. `from` is `next` of the previous page. */
  list(range: DueRange, from?: unknown): Promise<DuePage>;
  /** Reads the jobs of scheduled items by id, which may miss the writes of the last second. Undefined: its item cannot be read. */
  readJobs(due: readonly Due[]): Promise<ReadonlyMap<string, Job | undefined>>;
  /** Reads until when the files of scheduled items are retained for jobs, by id; 0 if they are not. */
  readHolds(due: readonly Due[]): Promise<ReadonlyMap<string, number>>;
  /** Reschedules an item. Returns false if its schedule has changed since it was listed. */
  postpone(due: Due, until: number): Promise<boolean>;
  /**
   * Frees the slots that a function left taken in an account because it died between two writes. Returns how many there were, and when
   * to check again; undefined if the account's next charge schedules that.
   */
  checkSlots(
    accountId: string,
    now: number,
  ): Promise<{ readonly freed: number; readonly nextAt: number | undefined }>;
  /** Retains a file until then for a job that may still read it. */
  retainFile(accountId: string, fileId: string, until: number): Promise<void>;
};

/** The part of the lists that a run sweeps, of how many. */
export type Share = { readonly part: number; readonly of: number };

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
  /** Reports how late the oldest item of a list is, in ms, if the list has any. */
  onOldest?(kind: DueKind, lateMs: number): void;
  /** Seconds left of the invocation. */
  secondsLeft(): number;
  /** The retention of results. */
  readonly retentionSeconds: number;
  /** Several runs share the lists. Default: one sweeps all. */
  readonly share?: Share;
};

/** The outcomes of one run. */
export type ReconcileCounts = {
  sent: number;
  failed: number;
  deleted: number;
  postponed: number;
  /** Accounts in which a function had left slots taken. */
  freed: number;
  /** Items whose reconciliation failed. */
  faults: number;
  /** Lists that could not be read. */
  unlisted: number;
  /** Lists with items left when the time ran out. */
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
    const { worker } = currentStep(job);
    // A worker that died may have run out of memory.
    const next = job.status === 'processing' ? largerWorker(worker) : undefined;
    await send(messageOf(job), next ?? worker);
    return 'sent' as const;
  }
  const parts = currentParts(job, await jobs.parts.list(job));
  const waiting = parts.filter(({ state, claimedUntil }) => state === 'open' && claimedUntil <= now);
  await Promise.all(waiting.map(({ id }) => send({ ...messageOf(job), part: id }, 'recognition')));
  return 'sent' as const;
};

const removeFile = async (
  due: Due,
  { due: store, objects }: ReconcileDependencies,
  heldUntil: number,
  now: number,
) => {
  if (heldUntil > now) return (await store.postpone(due, heldUntil)) ? ('postponed' as const) : undefined;
  await objects.remove(fileObjectKey(due.accountId, due.id));
  await objects.remove(incomingObjectKey(due.accountId, due.id));
  return 'deleted' as const;
};

const removeJobResults = async (
  due: Due,
  { jobs, objects }: ReconcileDependencies,
  seen: Job | undefined,
) => {
  const job = seen ?? (await jobs.get(due.accountId, due.id));
  if (job !== undefined) await removeResults(job, objects, jobs.parts);
  return 'deleted' as const;
};

/** Removes the result of a job that completed before its first check; its schedule is still that of the check. */
const removeQuickResult = async (
  due: Due,
  dependencies: ReconcileDependencies,
  seen: Job | undefined,
  now: number,
) => {
  const job = seen ?? (await dependencies.jobs.get(due.accountId, due.id));
  if (job?.status !== 'complete' || job.expiresAt === undefined) return undefined;
  if (job.expiresAt > now)
    return (await dependencies.due.postpone(due, job.expiresAt)) ? ('postponed' as const) : undefined;
  return removeJobResults(due, dependencies, job);
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

const checkAccount = async (due: Due, { due: store }: ReconcileDependencies, now: number) => {
  const { freed, nextAt } = await store.checkSlots(due.accountId, now);
  if (nextAt !== undefined) await store.postpone(due, nextAt);
  return freed > 0 ? ('freed' as const) : undefined;
};

type Outcome = keyof ReconcileCounts | undefined;

/** Returns what to do with each item of a page. */
type Sweep = (
  page: readonly Due[],
  dependencies: ReconcileDependencies,
) => Promise<(due: Due, now: number) => Promise<Outcome>>;

/**
 * Seconds after which an item appears in the index for certain, so that a sweep misses none. Files and results are swept as long after
 * their expiry: by then a request that read the file alive has ended, because API Gateway ends requests after 29 s.
 */
const settledSeconds = 60;

/** The lists of scheduled items: their kind in the index, how long after their time they are swept, and how. */
const lists = {
  JOB: {
    kind: 'JOB',
    as: 'JOB',
    delaySeconds: () => 0,
    sweep: async (page, dependencies) => {
      const seen = await dependencies.due.readJobs(page);
      return async (due, now) => {
        const job = seen.get(due.id);
        // Most jobs have ended by now, and an end is final.
        return job !== undefined && !isActive(job) ? undefined : reconcileJob(due, dependencies, now);
      };
    },
  },
  WEBHOOK: {
    kind: 'WEBHOOK',
    as: 'WEBHOOK',
    delaySeconds: () => 0,
    sweep: async (_, dependencies) => (due, now) => reconcileWebhook(due, dependencies, now),
  },
  ACCOUNT: {
    kind: 'ACCOUNT',
    as: 'ACCOUNT',
    delaySeconds: () => settledSeconds,
    sweep: async (_, dependencies) => (due, now) => checkAccount(due, dependencies, now),
  },
  FILE: {
    kind: 'FILE',
    as: 'FILE',
    delaySeconds: () => settledSeconds,
    sweep: async (page, dependencies) => {
      const held = await dependencies.due.readHolds(page);
      return (due, now) => removeFile(due, dependencies, held.get(due.id) ?? 0, now);
    },
  },
  RESULT: {
    kind: 'RESULT',
    as: 'RESULT',
    delaySeconds: () => settledSeconds,
    sweep: async (page, dependencies) => {
      const seen = await dependencies.due.readJobs(page);
      return (due) => removeJobResults(due, dependencies, seen.get(due.id));
    },
  },
  QUICK: {
    kind: 'JOB',
    as: 'RESULT',
    delaySeconds: ({ retentionSeconds }) => Math.max(settledSeconds, retentionSeconds),
    sweep: async (page, dependencies) => {
      const seen = await dependencies.due.readJobs(page);
      return (due, now) => removeQuickResult(due, dependencies, seen.get(due.id), now);
    },
  },
} as const satisfies Record<
  string,
  {
    readonly kind: DueKind;
    readonly as: DueKind;
    readonly delaySeconds: (dependencies: ReconcileDependencies) => number;
    readonly sweep: Sweep;
  }
>;

type List = (typeof lists)[keyof typeof lists];

/** Items of each kind that are reconciled in parallel. */
const parallelItems = 10;

/** Deals with one item. Returns false if that failed, and so did scheduling it anew. */
const reconcileItem = async (
  due: Due,
  act: (due: Due, now: number) => Promise<Outcome>,
  dependencies: ReconcileDependencies,
  clock: () => number,
  counts: ReconcileCounts,
): Promise<boolean> => {
  try {
    const outcome = await act(due, clock());
    if (outcome !== undefined) counts[outcome] += 1;
    return true;
  } catch (fault) {
    counts.faults += 1;
    dependencies.onFault(fault, due);
    return dependencies.due.postpone(due, clock() + retrySeconds * 1000).then(
      () => true,
      () => false,
    );
  }
};

/**
 * Sweeps a partition of a list, page by page, until the time runs out. Throws if a page cannot be read.
 *
 * An item is not removed from the index afterwards, which would take two writes. Instead, the sweep stores how far it got, and the next
 * one continues there: an item for later is scheduled anew.
 */
const sweepPartition = async (
  { name, partition, after }: { name: string; partition: string; after: number },
  { as: kind, delaySeconds, sweep }: List,
  dependencies: ReconcileDependencies,
  clock: () => number,
  counts: ReconcileCounts,
): Promise<void> => {
  const hasTime = (): boolean => dependencies.secondsLeft() > reserveSeconds;
  const delayMs = delaySeconds(dependencies) * 1000;
  const until = clock() - delayMs;
  const settled = clock() - Math.max(delayMs, settledSeconds * 1000);
  if (after >= until) return;
  let swept = after;
  let isComplete = true;
  let isEmpty = true;
  let next: unknown;
  try {
    do {
      const page = await dependencies.due.list({ kind, partition, after, until }, next);
      const act = page.due.length === 0 ? undefined : await sweep(page.due, dependencies);
      const waiting = [...page.due];
      const [oldest] = waiting;
      if (isEmpty && oldest !== undefined) dependencies.onOldest?.(kind, until - oldest.dueAt);
      next = page.next;
      isEmpty &&= waiting.length === 0;
      const worker = async (): Promise<void> => {
        while (act !== undefined && hasTime()) {
          const due = waiting.shift();
          if (due === undefined) return;
          isComplete = (await reconcileItem(due, act, dependencies, clock, counts)) && isComplete;
        }
      };
      await Promise.all(Array.from({ length: parallelItems }, worker));
      isComplete &&= waiting.length === 0;
      const isLast = next === undefined && waiting.length === 0;
      if (!isLast && !hasTime()) {
        counts.unfinished += 1;
        next = undefined;
      }
      // An item on the next page may have the time of the page's last.
      if (isComplete && !isEmpty) swept = isLast ? until : Math.max(swept, (page.due.at(-1)?.dueAt ?? 0) - 1);
    } while (next !== undefined);
  } finally {
    if (Math.min(swept, settled) > after) await dependencies.due.endSweep(name, Math.min(swept, settled));
  }
};

/**
 * Reconciles the scheduled items: sends jobs whose message or worker was lost again or fails them, deletes expired files and
 * results, and sends the webhooks whose next try is due.
 *
 * The lists are swept in parallel, each in its own time. A fault with an item does not affect the other items, and a list that cannot be
 * read does not affect the other ones. Several runs at once do no harm: every write has its condition.
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
    freed: 0,
    faults: 0,
    unlisted: 0,
    unfinished: 0,
  };
  const { part, of } = dependencies.share ?? { part: 0, of: 1 };
  const swept = await dependencies.due.sweeps();
  const sweeps = Object.entries(lists).flatMap(([title, list]) =>
    duePartitions(list.kind)
      .filter((_, index) => index % of === part)
      .map((partition) => ({ list, partition, name: `${title} ${partition}` })),
  );
  await Promise.all(
    sweeps.map(({ list, ...range }) =>
      sweepPartition(
        { ...range, after: swept.get(range.name) ?? 0 },
        list,
        dependencies,
        clock,
        counts,
      ).catch((fault: unknown) => {
        counts.unlisted += 1;
        dependencies.onFault(fault, { kind: list.as });
      }),
    ),
  );
  return counts;
};
