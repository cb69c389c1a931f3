import { cancelStore } from '../aws/cancel-store.ts';
import type { Table } from '../aws/table.ts';
import { lateResultSeconds } from '../jobs/job-times.ts';

/**
 * Cancels a job if it is active. Returns the time in ms until when its worker may still store a result; undefined if no worker has
 * claimed it.
 */
export const cancelUntil = async (
  table: Table,
  accountId: string,
  jobId: string,
  now: number,
): Promise<number | undefined> => {
  const job = await cancelStore(table).cancel(accountId, jobId, now);
  return job !== undefined && job.attempts > 0 ? now + lateResultSeconds * 1000 : undefined;
};
