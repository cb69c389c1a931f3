import type { ReadyFile } from '../files/file.ts';
import type { Job } from '../jobs/job.ts';
import { fileHeldSeconds, fileSparesSeconds, firstCheckSeconds } from '../jobs/job-times.ts';
import type { RecordedCall, RepeatableCall } from '../limits/idempotency.ts';
import { ttlAttribute } from '../table-layout.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { fromJob } from './job-item.ts';
import { recordCall, toRecordedCall } from './recorded-calls.ts';
import { keys, schedule, type Table, ttlAfter } from './table.ts';
import type { NamedWrite, Write } from './transaction.ts';

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
export const putJob = (job: Job, owner?: string): Write => ({
  put: {
    ...fromJob(job),
    lease_owner: owner,
    ...schedule('JOB', job.jobId, job.leaseUntil ?? job.createdAt + firstCheckSeconds * 1000),
    [ttlAttribute]: ttlAfter(job.createdAt, jobRecordSeconds),
  },
});

/** Until when the files of a new job are retained. */
export const heldUntil = ({ createdAt }: Job): number => createdAt + fileHeldSeconds * 1000;

/**
 * Stores a new job: one transaction that also charges the account, retains files that expire soon and records the call. Returns the
 * recorded call if it is not the first one with its key.
 */
export const createJob = async (
  table: Table,
  job: Job,
  files: readonly ReadyFile[],
  call?: RepeatableCall,
): Promise<'created' | 'file_changed' | RecordedCall> => {
  const { accountId, jobId, createdAt: now } = job;
  const first = { accountId, resourceId: jobId, pendingUntil: undefined, now };
  const writes: readonly NamedWrite<'call' | 'file' | 'job'>[] = [
    ...(call === undefined ? [] : [['call', recordCall(call, first)] as const]),
    ...files
      .filter((file) => mustRetain(job, file, call))
      .map((file) => ['file', retainFile(job, file)] as const),
    ['job', putJob(job)],
  ];
  const refusals = await chargedTransaction(
    table,
    { accountId, now, operations: job.steps.list.length, takesJobSlot: true },
    writes,
  );
  const repeated = refusals?.get('call');
  if (repeated !== undefined) return toRecordedCall(repeated.item);
  return refusals === undefined ? 'created' : 'file_changed';
};
