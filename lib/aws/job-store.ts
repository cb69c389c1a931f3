import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { jobStatuses } from '../api/job-statuses.ts';
import { engineMs, isActive, type Job } from '../jobs/job.ts';
import { maxAttemptsOf } from '../jobs/job-steps.ts';
import type { Claim, JobStore } from '../jobs/job-store.ts';
import type { Change } from './change.ts';
import { updateIf } from './conditional-update.ts';
import { endAttempt, endJob, moveStep } from './end-job.ts';
import { readFile } from './file-store.ts';
import { fromOutput, toJob } from './job-item.ts';
import { readJob } from './job-read-store.ts';
import { pagePartStore, storeParts } from './page-part-store.ts';
import { leaseIsHeld, releaseLease } from './release-lease.ts';
import { keys, type Table } from './table.ts';

const leaseItem = z.object({ job_status: z.enum(jobStatuses), attempts: z.number() });

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

  move: moveStep(table),

  parts: pagePartStore(table),

  end: endJob(table),
});
