import type { ReadyFile } from '../files/file.ts';
import type { Job } from '../jobs/job.ts';
import { fileHeldSeconds, fileSparesSeconds, firstCheckSeconds } from '../jobs/job-times.ts';
import type { RecordedCall, RepeatableCall } from '../limits/idempotency.ts';
import type { Charge } from '../limits/usage-caps.ts';
import { ttlAttribute } from '../table-layout.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { putIf } from './conditional-update.ts';
import { fromJob } from './job-item.ts';
import { returnSlot } from './job-slots.ts';
import { recordCall, toRecordedCall } from './recorded-calls.ts';
import { type Item, keys, schedule, type Table, ttlAfter } from './table.ts';
import { type NamedWrite, transact, type Write } from './transaction.ts';

/** Seconds for which a job's record is kept. */
export const jobRecordSeconds = 30 * 86_400;

/**
 * Whether a job extends the retention of a file when it is created. Otherwise, the reconciler does once the job has waited. A call that can
 * be repeated does, because a file that another call uses is not withdrawn.
 */
export const mustRetain = (job: Job, { expiresAt }: ReadyFile, call: RepeatableCall | undefined): boolean =>
  call !== undefined || expiresAt < job.createdAt + fileSparesSeconds * 1000;

/** Retains a file until the job must have ended, if the file has not expired and still has the format that was read. */
const retainFile = (job: Job, { fileId, format }: ReadyFile): Write => ({
  update: {
    key: keys.file(job.accountId, fileId),
    set: { held_until: heldUntil(job) },
    when: 'attribute_exists(pk) AND expires_at > :now AND file_format = :format',
    values: { now: job.createdAt, format },
  },
});

/** The write of a new job: queued, or with the owner of its first lease. */
export const putJob = (job: Job, owner?: string): { readonly put: Item } => ({
  put: {
    ...fromJob(job),
    lease_owner: owner,
    ...schedule('JOB', job.jobId, job.leaseUntil ?? job.createdAt + firstCheckSeconds * 1000),
    [ttlAttribute]: ttlAfter(job.createdAt, jobRecordSeconds),
  },
});

/** Until when the files of a new job are retained. */
export const heldUntil = ({ createdAt }: Job): number => createdAt + fileHeldSeconds * 1000;

/** Deletes a job that may have been stored, and its file, unless another worker has it, and reverses its charge. */
const withdrawCharged = async (
  table: Table,
  job: Job,
  { pk, sk }: Partial<Item>,
  operations: number,
): Promise<void> => {
  const { accountId, jobId, status, attempts } = job;
  const refusals = await transact(table, [
    [
      'job',
      {
        delete: keys.job(accountId, jobId),
        when: 'attribute_not_exists(pk) OR (job_status = :status AND attempts = :attempts)',
        values: { status, attempts },
      },
    ],
    ...(pk === undefined ? [] : [['file', { delete: { pk: String(pk), sk: String(sk) } }] as const]),
  ]);
  if (refusals === undefined) await returnSlot(table, job, operations, job.createdAt);
};

/**
 * Charges the account for a new job and stores it, each in a write of its own, with its file in between if that is new. A job that is
 * stored is accepted. If this function dies before, `checkSlots` reverses the charge.
 *
 * @throws UsageLimitError; any error of the table, after which nothing is charged
 */
export const chargeAndPut = async (
  table: Table,
  charge: Charge & { readonly operations: number },
  job: Job,
  owner?: string,
  file?: Item,
): Promise<void> => {
  await chargedTransaction(table, charge, []);
  try {
    if (file !== undefined) await putIf(table, file, {});
    // If the response is lost, the retry is refused.
    await putIf(table, putJob(job, owner).put, { when: 'attribute_not_exists(pk)' });
  } catch (error) {
    await withdrawCharged(table, job, file ?? {}, charge.operations).catch(() => undefined);
    throw error;
  }
};

/**
 * Stores a new job and charges the account, in two writes, or in a transaction that also retains files which expire soon and records the
 * call. Returns the recorded call if it is not the first one with its key.
 */
export const createJob = async (
  table: Table,
  job: Job,
  files: readonly ReadyFile[],
  call?: RepeatableCall,
): Promise<'created' | 'file_changed' | RecordedCall> => {
  const { accountId, jobId, createdAt: now } = job;
  const charge = { accountId, now, operations: job.steps.list.length, jobId };
  const first = { accountId, resourceId: jobId, pendingUntil: undefined, now };
  const writes: readonly NamedWrite<'call' | 'file'>[] = [
    ...(call === undefined ? [] : [['call', recordCall(call, first)] as const]),
    ...files
      .filter((file) => mustRetain(job, file, call))
      .map((file) => ['file', retainFile(job, file)] as const),
  ];
  if (writes.length === 0) {
    await chargeAndPut(table, charge, job);
    return 'created';
  }
  const refusals = await chargedTransaction(table, charge, [...writes, ['job', putJob(job)]]);
  const repeated = refusals?.get('call');
  if (repeated !== undefined) return toRecordedCall(repeated.item);
  return refusals === undefined ? 'created' : 'file_changed';
};
