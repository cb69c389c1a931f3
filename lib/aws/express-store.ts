import type { ReadyFile } from '../files/file.ts';
import type { Express } from '../jobs/express.ts';
import { type Job, operationsOf } from '../jobs/job.ts';
import type { RepeatableCall } from '../limits/idempotency.ts';
import type { Guard } from './change.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { chargeAndPut, heldUntil, mustRetain, putJob } from './create-job.ts';
import { fromStoredFile } from './file-item.ts';
import { jobStore } from './job-store.ts';
import { forgetCall, recordCall } from './recorded-calls.ts';
import { releaseLease } from './release-lease.ts';
import { releasingTransaction } from './releasing-transaction.ts';
import { type Item, keys, type Table } from './table.ts';
import { type NamedWrite, transact } from './transaction.ts';

const isActiveItem: Guard & { readonly when: string } = {
  when: 'job_status IN (:queued, :processing)',
  values: { queued: 'queued', processing: 'processing' },
};

const putFile = (file: ReadyFile, job: Job, call?: RepeatableCall): { readonly put: Item } => ({
  put: { ...fromStoredFile(file), ...(mustRetain(job, file, call) ? { held_until: heldUntil(job) } : {}) },
});

/** The operations on jobs that run within a call. */
export const expressStore = (
  table: Table,
): Pick<Express, 'create' | 'addFile' | 'end' | 'release' | 'withdraw'> => ({
  create: async ({ job, file, lease, answerUntil }, calls, maxOperations) => {
    const { accountId, jobId, createdAt: now } = job;
    const records = [
      calls.job && recordCall(calls.job, { accountId, resourceId: jobId, pendingUntil: undefined, now }),
      calls.upload && recordCall(calls.upload, { ...calls.upload, accountId, resourceId: file.fileId, now }),
    ].filter((record) => record !== undefined);
    const charge = { accountId, now, operations: 1 + job.steps.list.length, jobId, maxOperations };
    const stored = answerUntil === undefined ? putFile(file, job, calls.job) : undefined;
    if (records.length === 0) {
      await chargeAndPut(table, charge, job, lease?.owner, stored?.put);
      return true;
    }
    const writes: readonly NamedWrite<'call' | 'file' | 'job'>[] = [
      ...records.map((record) => ['call', record] as const),
      ...(stored === undefined ? [] : [['file', stored] as const]),
      ['job', putJob(job, lease?.owner)],
    ];
    return (await chargedTransaction(table, charge, writes)) === undefined;
  },

  addFile: async ({ job, file }) => {
    const refusals = await transact(table, [
      ['file', putFile(file, job)],
      [
        'job',
        {
          update: {
            key: keys.job(job.accountId, job.jobId),
            set: { file_id: file.fileId },
            ...isActiveItem,
          },
        },
      ],
    ]);
    return refusals === undefined;
  },

  end: jobStore(table).end,

  release: (lease, now) => releaseLease(table, lease, now),

  withdraw: (job, call, now) => {
    const { accountId, jobId, createdAt: chargedAt } = job;
    return releasingTransaction(
      table,
      {
        accountId,
        now,
        slot: { jobId, engineMs: 0 },
        chargedAt,
        operations: operationsOf(job),
        isReversal: true,
      },
      [
        { delete: keys.job(accountId, jobId), ...isActiveItem },
        ...(call === undefined ? [] : [forgetCall(accountId, { ...call, pendingUntil: undefined })]),
      ],
    );
  },
});
