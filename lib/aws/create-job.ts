import type { Job } from '../jobs/job.ts';
import { fileHeldSeconds, firstLookSeconds } from '../jobs/job-times.ts';
import type { JobSubmission } from '../jobs/submit-job.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { toStoredFile } from './file-item.ts';
import { fromNewJob } from './job-item.ts';
import { type DueKind, keys, type Table, ttlAfter, ttlAttribute } from './table.ts';
import type { TransactItem } from './transaction.ts';

/** Seconds for which a job's record is kept. */
export const jobRecordSeconds = 30 * 86_400;

/** Holds a file of the job until the job must have ended, on condition that the file is alive and of one of the formats. */
const holdFile = (table: Table, job: Job, fileId: string, formats: readonly string[]): TransactItem => {
  const names = formats.map((_, index) => `:format${index}`);
  return {
    Update: {
      TableName: table.name,
      Key: keys.file(job.accountId, fileId),
      UpdateExpression: 'SET held_until = :held',
      ConditionExpression: `attribute_exists(pk) AND expires_at > :now AND file_format IN (${names.join(', ')})`,
      ExpressionAttributeValues: {
        ':held': job.createdAt + fileHeldSeconds * 1000,
        ':now': job.createdAt,
        ...Object.fromEntries(formats.map((format, index) => [`:format${index}`, format])),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** Stores new jobs: one transaction that counts the operation and the slot and holds the file. */
export const createJob =
  (table: Table): JobSubmission['create'] =>
  async (job, formats) => {
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
    const holds = fileIds.map((fileId) => holdFile(table, job, fileId, formats));
    const charge = { accountId: job.accountId, now: job.createdAt, takesJobSlot: true };
    const refused = await chargedTransaction(table, charge, [...holds, put]);
    if (refused === undefined) return undefined;
    const index = refused.findIndex((write) => write !== undefined);
    const item = refused[index]?.item;
    return { fileId: fileIds[index] ?? '', file: item === undefined ? undefined : toStoredFile(item) };
  };
