import type { Express } from '../jobs/express.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { heldUntil, putJob } from './create-job.ts';
import { fromStoredFile } from './file-item.ts';
import { forgetCall, recordCall } from './recorded-calls.ts';
import { releaseLease } from './release-lease.ts';
import { releasingTransaction } from './releasing-transaction.ts';
import { keys, type Table } from './table.ts';
import type { NamedWrite } from './transaction.ts';

/** The operations on jobs that run within a call. */
export const expressStore = (table: Table): Pick<Express, 'create' | 'release' | 'withdraw'> => ({
  create: async ({ job, file, lease }, calls, maxOperations) => {
    const { accountId, jobId, createdAt: now } = job;
    const records = [
      calls.job && recordCall(calls.job, { accountId, resourceId: jobId, pendingUntil: undefined, now }),
      calls.upload && recordCall(calls.upload, { ...calls.upload, accountId, resourceId: file.fileId, now }),
    ];
    const writes: readonly NamedWrite<'call' | 'file' | 'job'>[] = [
      ...records.flatMap((record) => (record === undefined ? [] : [['call', record] as const])),
      ['file', { put: { ...fromStoredFile(file), held_until: heldUntil(job) } }],
      ['job', putJob(job, lease.owner)],
    ];
    const operations = 1 + job.steps.list.length;
    const charge = { accountId, now, operations, takesJobSlot: true, maxOperations };
    return (await chargedTransaction(table, charge, writes)) === undefined;
  },

  release: (lease, now) => releaseLease(table, lease, now),

  withdraw: ({ accountId, jobId, createdAt, steps }, call, now) =>
    releasingTransaction(
      table,
      { accountId, now, engineMs: 0, chargedAt: createdAt, operations: steps.list.length, isReversal: true },
      {
        delete: keys.job(accountId, jobId),
        when: 'job_status IN (:queued, :processing)',
        values: { queued: 'queued', processing: 'processing' },
      },
      call === undefined ? [] : [forgetCall(accountId, { ...call, pendingUntil: undefined })],
    ),
});
