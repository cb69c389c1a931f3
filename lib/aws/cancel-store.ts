import { BusyError } from '../api-errors.ts';
import type { CancelStore } from '../jobs/cancel-job.ts';
import { engineMs, isActive, type Job } from '../jobs/job.ts';
import { withoutSecrets } from '../jobs/job-steps.ts';
import { lateResultSeconds } from '../jobs/job-times.ts';
import type { Change } from './change.ts';
import { updateOnce } from './conditional-update.ts';
import { activeAttributes } from './job-item.ts';
import { readLiveJob } from './job-read-store.ts';
import { freeSlot } from './job-slots.ts';
import { keys, schedule, type Table } from './table.ts';

/** How often to retry a cancellation that races with a worker's claim. */
const contendedAttempts = 4;

/** Cancels the job's item if no worker has claimed it since it was read. */
const cancelItem = ({ accountId, jobId, attempts }: Job, workedMs: number, now: number): Change => ({
  key: keys.job(accountId, jobId),
  set: {
    job_status: 'cancelled',
    completed_at: now,
    worked_ms: workedMs,
    // A job that no worker has claimed has no results.
    ...(attempts === 0 ? {} : schedule('RESULT', jobId, now + lateResultSeconds * 1000)),
  },
  remove: activeAttributes,
  when: 'job_status IN (:queued, :processing) AND attempts = :attempts',
  values: { queued: 'queued', processing: 'processing', attempts },
});

/** Cancels jobs in the table: one read and two updates, of the job and of its account. */
export const cancelStore = (table: Table): CancelStore => ({
  cancel: async (accountId, jobId, now) => {
    for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
      const job = await readLiveJob(table, accountId, jobId, now);
      if (job === undefined || !isActive(job)) return job;
      const workedMs = engineMs(job, Math.min(now, job.leaseUntil ?? now));
      if ((await updateOnce(table, cancelItem(job, workedMs, now))).updated) {
        const cancelled = {
          ...withoutSecrets(job),
          status: 'cancelled',
          completedAt: now,
          workedMs,
        } as const;
        await freeSlot(table, cancelled, 0, now);
        return cancelled;
      }
    }
    throw new BusyError('The job is contended');
  },
});
