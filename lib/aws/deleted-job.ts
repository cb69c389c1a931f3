import type { Job } from '../jobs/job.ts';
import { lateResultSeconds } from '../jobs/job-times.ts';
import { ttlAttribute } from '../table-layout.ts';
import type { Change } from './change.ts';
import { withVersion } from './item-version.ts';
import { activeAttributes } from './job-item.ts';
import { type Item, keys, schedule, ttlAfter } from './table.ts';
import type { Write } from './transaction.ts';

/** Seconds for which the item of a deleted job remains: longer than until the next check of its account's slots, within 25 hours. */
const tombstoneSeconds = 2 * 86_400;

const contentAttributes = [
  'file_id',
  'further_file_ids',
  'webhook_url',
  'delivery',
  'steps',
  'step_results',
  'step_options',
  'source_format',
  'job_output',
  'report',
  'job_error',
  'progress',
  'expires_at',
] as const;

/** Hides a job, removes its content, and schedules the deletion of results that its worker may still be storing. */
export const deletion = (
  jobId: string,
  now: number,
): { readonly set: Item; readonly remove: readonly string[] } => ({
  set: {
    deleted_at: now,
    ...schedule('RESULT', jobId, now + lateResultSeconds * 1000),
    [ttlAttribute]: ttlAfter(now, tombstoneSeconds),
  },
  remove: contentAttributes,
});

/**
 * Withdraws a job that its client was never told of, whether it is stored or not: a worker that has it may store a result.
 *
 * @param when the condition, if the job is stored
 */
export const withdrawal = (
  { accountId, jobId, createdAt, attempts }: Pick<Job, 'accountId' | 'jobId' | 'createdAt' | 'attempts'>,
  now: number,
  { when, values }: Pick<Change, 'when' | 'values'> = {},
): Write => {
  const { set, remove } = deletion(jobId, now);
  return {
    update: {
      key: keys.job(accountId, jobId),
      set: { ...withVersion(set), job_status: 'cancelled', created_at: createdAt },
      clauses: 'attempts = if_not_exists(attempts, :attempts)',
      remove: [...new Set([...remove, ...activeAttributes])],
      when: ['attribute_not_exists(pk)', ...(when === undefined ? [] : [when])].join(' OR '),
      values: { attempts, ...values },
    },
  };
};
