import type { DeleteJobStore } from '../jobs/delete-job.ts';
import { operationsOf } from '../jobs/job.ts';
import { ttlAttribute } from '../table-layout.ts';
import { lateResultSeconds } from './cancel-store.ts';
import { updateIf } from './conditional-update.ts';
import { readLiveJob } from './job-read-store.ts';
import { refundOf } from './job-slots.ts';
import { pagePartStore } from './page-part-store.ts';
import { keys, schedule, type Table, ttlAfter } from './table.ts';

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

/** Deletes jobs in the table. */
export const deleteJobStore = (table: Table): DeleteJobStore => ({
  get: (...args) => readLiveJob(table, ...args),
  parts: pagePartStore(table),

  remove: async (job, now) => {
    const { accountId, jobId } = job;
    await updateIf(table, {
      key: keys.job(accountId, jobId),
      set: {
        deleted_at: now,
        // Its slot may still be taken.
        refundable: refundOf(job, operationsOf(job)) || undefined,
        ...schedule('RESULT', jobId, now + lateResultSeconds * 1000),
        [ttlAttribute]: ttlAfter(now, tombstoneSeconds),
      },
      remove: contentAttributes,
      when: 'attribute_exists(pk) AND NOT job_status IN (:queued, :processing)',
      values: { queued: 'queued', processing: 'processing' },
    });
  },
});
