import type { ReadyFile } from '../files/file.ts';
import type { Express } from '../jobs/express.ts';
import { engineMs, type Job, operationsOf } from '../jobs/job.ts';
import type { RepeatableCall } from '../limits/idempotency.ts';
import { ttlAttribute } from '../table-layout.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { putIf } from './conditional-update.ts';
import { chargeAndPut, heldUntil, jobRecordSeconds, mustRetain, putJob } from './create-job.ts';
import { withdrawal } from './deleted-job.ts';
import { endJob, moveStep } from './end-job.ts';
import { fromStoredFile } from './file-item.ts';
import { activeAttributes, fromJob } from './job-item.ts';
import { freeSlot, refundOf, returnSlot } from './job-slots.ts';
import { forgetCall, recordCall } from './recorded-calls.ts';
import { releaseLease } from './release-lease.ts';
import { type Item, schedule, type Table, ttlAfter } from './table.ts';
import { type NamedWrite, putNew, transact } from './transaction.ts';

const isOfActive = (name: string): boolean => activeAttributes.some((each) => each === name);

/** The item of a job that is stored once it has ended. The reconciler deletes its result, if that is stored. */
const endedItem = (job: Job): Item => {
  const { createdAt, jobId, completedAt = createdAt, expiresAt = completedAt } = job;
  return {
    ...Object.fromEntries(Object.entries(fromJob(job)).filter(([name]) => !isOfActive(name))),
    worked_ms: engineMs(job, completedAt),
    ...(expiresAt > completedAt ? schedule('RESULT', jobId, expiresAt) : {}),
    [ttlAttribute]: ttlAfter(createdAt, jobRecordSeconds),
  };
};

const putFile = (file: ReadyFile, job: Job, call?: RepeatableCall): { readonly put: Item } => ({
  put: { ...fromStoredFile(file), ...(mustRetain(job, file, call) ? { held_until: heldUntil(job) } : {}) },
});

/** The operations on jobs that run within a call. */
export const expressStore = (
  table: Table,
): Pick<Express, 'create' | 'keep' | 'record' | 'freeSlot' | 'end' | 'move' | 'release' | 'withdraw'> => ({
  create: async ({ job, file, lease, answerUntil }, calls, maxOperations) => {
    const { accountId, jobId, createdAt: now } = job;
    const records = [
      calls.job && recordCall(calls.job, { accountId, resourceId: jobId, pendingUntil: undefined, now }),
      calls.upload && recordCall(calls.upload, { ...calls.upload, accountId, resourceId: file.fileId, now }),
    ].filter((record) => record !== undefined);
    const charge = { accountId, now, operations: 1 + job.steps.list.length, jobId, maxOperations };
    if (answerUntil !== undefined) {
      await chargedTransaction(table, charge, []);
      return true;
    }
    const stored = putFile(file, job, calls.job);
    if (records.length === 0) {
      await chargeAndPut(table, charge, job, lease?.owner, stored.put);
      return true;
    }
    const writes: readonly NamedWrite<'call' | 'file' | 'job'>[] = [
      ...records.map((record) => ['call', record] as const),
      ['file', stored],
      ['job', putJob(job, lease?.owner)],
    ];
    return (await chargedTransaction(table, charge, writes)) === undefined;
  },

  keep: async ({ job, file, lease }) => {
    const kept = putJob({ ...job, fileId: file.fileId }, lease.owner);
    return (
      (await transact(table, [
        ['file', putFile(file, job)],
        ['job', putNew(kept.put)],
      ])) === undefined
    );
  },

  // If the response is lost, the retry is refused.
  record: async (ended) => void (await putIf(table, endedItem(ended), { when: 'attribute_not_exists(pk)' })),

  freeSlot: (ended) => {
    const { completedAt: now = ended.createdAt } = ended;
    const refund = refundOf(ended, operationsOf(ended));
    return freeSlot(table, { ...ended, workedMs: engineMs(ended, now) }, refund, now);
  },

  end: endJob(table),
  move: moveStep(table),

  release: (lease, now) => releaseLease(table, lease, now),

  withdraw: (job, call, now) =>
    returnSlot(table, job, operationsOf(job), now, [
      withdrawal(job, now, {
        when: 'job_status IN (:queued, :processing)',
        values: { queued: 'queued', processing: 'processing' },
      }),
      ...(call === undefined ? [] : [forgetCall(job.accountId, { ...call, pendingUntil: undefined })]),
    ]),
});
