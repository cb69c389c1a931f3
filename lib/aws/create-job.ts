import type { Job } from '../jobs/job.ts';
import { fileHeldSeconds, firstLookSeconds } from '../jobs/job-times.ts';
import type { JobSubmission } from '../jobs/submit-job.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { fromNewJob } from './job-item.ts';
import { type DueKind, keys, type Table, ttlAfter, ttlAttribute } from './table.ts';
import type { TransactItem } from './transaction.ts';

/** Seconds for which a job's record is kept. */
export const jobRecordSeconds = 30 * 86_400;

/** Retains a file of the job until the job must have ended, on condition that the file is alive and of the format. */
const retainFile = (table: Table, job: Job, fileId: string, format: string | undefined): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keys.file(job.accountId, fileId),
    UpdateExpression: 'SET held_until = :held',
    ConditionExpression: 'attribute_exists(pk) AND expires_at > :now AND file_format = :format',
    ExpressionAttributeValues: {
      ':held': job.createdAt + fileHeldSeconds * 1000,
      ':now': job.createdAt,
      ':format': format ?? null,
    },
  },
});

/** Stores new jobs: one transaction that counts the operation and the slot and holds the file. */
export const createJob =
  (table: Table): JobSubmission['create'] =>
  async (job, format) => {
    const put: TransactItem = {
      Put: {
        TableName: table.name,
        Item: {
          ...fromNewJob(job),
          due: 'JOB' satisfies DueKind,
          due_at: job.createdAt + firstLookSeconds * 1000,
          [ttlAttribute]: ttlAfter(job.createdAt, jobRecordSeconds),
        },
      },
    };
    const fileIds = job.fileId === undefined ? [] : [job.fileId, ...job.furtherFileIds];
    const retained = fileIds.map((fileId) => retainFile(table, job, fileId, format));
    const charge = { accountId: job.accountId, now: job.createdAt, takesJobSlot: true };
    return (await chargedTransaction(table, charge, [...retained, put])) === undefined;
  };
