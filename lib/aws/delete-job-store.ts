import type { DeleteJobStore } from '../jobs/delete-job.ts';
import { operationsOf } from '../jobs/job.ts';
import { updateIf } from './conditional-update.ts';
import { deletion } from './deleted-job.ts';
import { readLiveJob } from './job-read-store.ts';
import { refundOf } from './job-slots.ts';
import { pagePartStore } from './page-part-store.ts';
import { keys, type Table } from './table.ts';

/** Deletes jobs in the table. */
export const deleteJobStore = (table: Table): DeleteJobStore => ({
  get: (...args) => readLiveJob(table, ...args),
  parts: pagePartStore(table),

  remove: async (job, now) => {
    const { set, remove } = deletion(job.jobId, now);
    await updateIf(table, {
      key: keys.job(job.accountId, job.jobId),
      // Its slot may still be taken.
      set: { ...set, refundable: refundOf(job, operationsOf(job)) || undefined },
      remove,
      when: 'attribute_exists(pk) AND NOT job_status IN (:queued, :processing)',
      values: { queued: 'queued', processing: 'processing' },
    });
  },
});
