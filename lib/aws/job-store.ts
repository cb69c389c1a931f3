import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { jobStatuses } from '../api/job-statuses.ts';
import { engineMs, isActive, type Job, operationsOf } from '../jobs/job.ts';
import { maxAttemptsOf } from '../jobs/job-steps.ts';
import {
  type Claim,
  type EndDetails,
  endedJob,
  type JobEnd,
  type JobStore,
  type Lease,
} from '../jobs/job-store.ts';
import { firstCheckSeconds } from '../jobs/job-times.ts';
import { lateResultSeconds } from './cancel-store.ts';
import type { Change, Guard } from './change.ts';
import { updateIf, updateOnce } from './conditional-update.ts';
import { readFile } from './file-store.ts';
import { activeAttributes, fromOutput, fromReport, toJob } from './job-item.ts';
import { readJob } from './job-read-store.ts';
import { freeSlot } from './job-slots.ts';
import { pagePartStore, storeParts } from './page-part-store.ts';
import { leaseIsHeld, releaseLease } from './release-lease.ts';
import { keys, schedule, type Table } from './table.ts';

const leaseItem = z.object({ job_status: z.enum(jobStatuses), attempts: z.number() });

/** The condition that no worker has the job. */
const leaseHasEnded = ({ attempts }: Job, now: number): Guard => ({
  when: 'attempts = :attempt AND (job_status = :queued OR (job_status = :processing AND lease_until <= :now))',
  values: { attempt: attempts, queued: 'queued', processing: 'processing', now },
});

/**
 * Moves the job's item to a terminal state. Schedules its results for deletion, if there may be any.
 *
 * A job that completes before its first check keeps that schedule, from which the reconciler derives when its result expires: changing the
 * schedule writes the index twice.
 */
const endJobItem = (
  job: Job,
  end: JobEnd,
  { lease, report, now, from }: EndDetails,
  workedMs: number,
): Change => {
  const complete = end.status === 'complete';
  // A lost attempt may have stored a result, which the reconciler deletes.
  const leavesResults = !complete && job.attempts > (lease === undefined ? 0 : 1);
  const isQuick = now <= job.createdAt + firstCheckSeconds * 1000;
  const remove = (at: number) => schedule('RESULT', job.jobId, at);
  return {
    key: keys.job(job.accountId, job.jobId),
    set: {
      job_status: end.status,
      completed_at: now,
      worked_ms: workedMs,
      report: fromReport(report, complete ? end.output : undefined),
      source_format: from,
      ...(complete
        ? {
            job_output: fromOutput(end.output),
            expires_at: end.expiresAt,
            delivery: end.delivery,
            ...(isQuick ? {} : remove(end.expiresAt)),
          }
        : { job_error: end.error }),
      ...(leavesResults ? remove(now + lateResultSeconds * 1000) : {}),
    },
    remove: activeAttributes,
    ...(lease === undefined ? leaseHasEnded(job, now) : leaseIsHeld(lease)),
  };
};

/**
 * Changes a job and ends its worker's lease in one write; the job stays active. Returns the job afterwards; undefined if the lease was
 * lost.
 *
 * @param isStored whether the job shows this change. If its response was lost, the retry is refused
 */
const endAttempt = async (
  table: Table,
  { lease, now }: { readonly lease: Lease; readonly now: number },
  change: Omit<Change, 'key'>,
  isStored: (job: Job) => boolean,
): Promise<Job | undefined> => {
  const { when, values } = leaseIsHeld(lease);
  const outcome = await updateIf(table, {
    ...change,
    key: keys.job(lease.accountId, lease.jobId),
    set: { ...change.set, lease_until: now, due_at: now + firstCheckSeconds * 1000 },
    remove: ['lease_owner', ...(change.remove ?? [])],
    when,
    values: { ...values, ...change.values },
  });
  const job = outcome.item === undefined ? undefined : toJob(outcome.item);
  return job !== undefined && (outcome.updated || isStored(job)) ? job : undefined;
};

/** Gives a worker the lease of a job under a condition. Returns the item in both cases, unless it does not exist. */
const claimItem = async (
  table: Table,
  { accountId, jobId }: Pick<Job, 'accountId' | 'jobId'>,
  { owner, now, leaseUntil }: Claim,
  workedMs: number,
  { when, values, names }: Pick<Change, 'when' | 'values' | 'names'>,
) => {
  const { updated, item } = await updateIf(table, {
    key: keys.job(accountId, jobId),
    set: {
      job_status: 'processing',
      lease_owner: owner,
      lease_until: leaseUntil,
      claimed_at: now,
      worked_ms: workedMs,
    },
    clauses: 'attempts = attempts + :one, started_at = if_not_exists(started_at, :claimed_at)',
    when,
    values: { ...values, one: 1 },
    ...(names === undefined ? {} : { names }),
  });
  // If the response to a claim is lost, the retry is refused, but the stored owner shows that the claim succeeded.
  return { isClaimed: updated || item?.lease_owner === owner, item };
};

/** The jobs of workers and the reconciler in the table. */
export const jobStore = (table: Table): JobStore => ({
  get: (accountId, jobId) => readJob(table, accountId, jobId),
  getFile: (accountId, fileId) => readFile(table, accountId, fileId),

  claimNew: async ({ worker, ...ref }, claim) => {
    const isForWorker = worker === undefined ? '' : ' AND #steps[0].#worker = :worker';
    const { isClaimed, item } = await claimItem(table, ref, claim, 0, {
      when: `job_status = :queued AND attempts = :none${isForWorker}`,
      values: { queued: 'queued', none: 0, ...(worker === undefined ? {} : { worker }) },
      names: worker === undefined ? {} : { steps: 'steps', worker: 'worker' },
    });
    return item && { isClaimed, job: toJob(item) };
  },

  claim: async (job, claim) => {
    const { isClaimed, item } = await claimItem(table, job, claim, engineMs(job, job.leaseUntil), {
      when: [
        'attempts < :max AND (job_status = :queued OR (job_status = :job_status AND lease_until <= :claimed_at))',
        // The step that was read is still the current one. A job stored before every job had steps has one.
        ' AND (attribute_not_exists(step_results) OR size(step_results) = :done)',
        ' AND (attribute_not_exists(open_parts) OR open_parts = :none)',
      ].join(''),
      values: { queued: 'queued', none: 0, max: maxAttemptsOf(job), done: job.steps.done.length },
    });
    return isClaimed ? toJob(item) : undefined;
  },

  renew: async (lease, leaseUntil, progress) => {
    const outcome = await updateIf(table, {
      key: keys.job(lease.accountId, lease.jobId),
      set: { lease_until: leaseUntil, progress },
      ...leaseIsHeld(lease),
    });
    return outcome.updated;
  },

  isLost: async ({ accountId, jobId, attempt }) => {
    const { Item } = await table.client.send(
      new GetCommand({
        TableName: table.name,
        Key: keys.job(accountId, jobId),
        ProjectionExpression: 'job_status, attempts',
      }),
    );
    if (Item === undefined) return false;
    const { job_status: status, attempts } = leaseItem.parse(Item);
    // An old state shows a smaller attempt, never a terminal state.
    return attempts > attempt || !isActive({ status });
  },

  release: (lease, now) => releaseLease(table, lease, now),

  advance: (job, result, { lease, now, from }) =>
    endAttempt(
      table,
      { lease, now },
      {
        set: {
          step_results: [...job.steps.done, result].map((each) => ({
            ...each,
            output: fromOutput(each.output),
          })),
          source_format: from,
        },
        remove: ['progress'],
      },
      ({ steps }) => steps.done.some(({ attempt }) => attempt === lease.attempt),
    ),

  planParts: async (job, parts, { lease, now, source }) => {
    await storeParts(table, parts, now);
    return await endAttempt(
      table,
      { lease, now },
      {
        set: {
          recognition: { step: job.steps.done.length, attempt: lease.attempt, startedAt: now, source },
          open_parts: parts.length,
          progress: {
            done: 0,
            total: parts.reduce((sum, { pages }) => sum + pages.length, 0),
            unit: 'pages',
          },
          worked_ms: engineMs(job, now),
        },
        // The next claim does not count this attempt's time again.
        remove: ['claimed_at'],
      },
      ({ recognition }) => recognition?.attempt === lease.attempt,
    );
  },

  move: (job, worker, { lease, now, engine }) => {
    const step = job.steps.done.length;
    return endAttempt(
      table,
      { lease, now },
      {
        set: { move: { step, attempt: lease.attempt, at: now, engine } },
        clauses: `#steps[${step}].#worker = :worker`,
        names: { steps: 'steps', worker: 'worker' },
        values: { worker },
        // The next claim does not count this attempt's time.
        remove: ['claimed_at', 'progress'],
      },
      ({ move }) => move?.attempt === lease.attempt,
    );
  },

  parts: pagePartStore(table),

  end: async (job, end, details) => {
    const { lease, now } = details;
    const workedMs = engineMs(job, lease === undefined ? job.leaseUntil : now);
    if (!(await updateOnce(table, endJobItem(job, end, details, workedMs))).updated) return false;
    await freeSlot(table, { ...endedJob(job, end, details), workedMs }, operationsOf(job), now);
    return true;
  },
});
