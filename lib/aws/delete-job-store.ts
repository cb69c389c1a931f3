import type { DeleteJobStore } from '../jobs/delete-job.ts';
import { type DueKind, ttlAttribute } from '../table-layout.ts';
import { updateIf } from './conditional-update.ts';
import { readLiveJob } from './job-read-store.ts';
import { keys, type Table, ttlAfter } from './table.ts';

/**
 * Seconds after which the results of a deleted job are deleted again: the worker of a cancelled job stops within 2 s, and a
 * result that it is storing by then has arrived.
 */
const lateResultSeconds = 60;

/** Seconds for which the item of a deleted job remains: enough for a reconciler that is late. */
const tombstoneSeconds = 86_400;

/** Deletes jobs in the table. */
export const deleteJobStore = (table: Table): DeleteJobStore => ({
  get: (accountId, jobId) => readLiveJob(table, accountId, jobId),

  remove: async ({ accountId, jobId }, now) => {
    await updateIf(table, {
      Key: keys.job(accountId, jobId),
      UpdateExpression:
        'SET deleted_at = :now, due = :due, due_at = :later, #ttl = :ttl REMOVE file_id, further_file_ids, webhook_url, delivery, steps, step_results, source_format, job_output, report, job_error, progress, expires_at',
      ConditionExpression: 'attribute_exists(pk) AND NOT job_status IN (:queued, :processing)',
      ExpressionAttributeNames: { '#ttl': ttlAttribute },
      ExpressionAttributeValues: {
        ':now': now,
        ':due': 'RESULT' satisfies DueKind,
        ':later': now + lateResultSeconds * 1000,
        ':ttl': ttlAfter(now, tombstoneSeconds),
        ':queued': 'queued',
        ':processing': 'processing',
      },
    });
  },
});
