import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { firstIdAt } from '../ids.ts';
import type { Job } from '../jobs/job.ts';
import type { JobReadStore } from '../jobs/job-read-store.ts';
import { jobRecordSeconds } from './create-job.ts';
import { toJob } from './job-item.ts';
import { keys, type Table } from './table.ts';

/** Reads one job. Returns undefined if the account has no job with this id. */
export const readJob = async (table: Table, accountId: string, jobId: string): Promise<Job | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.job(accountId, jobId), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : toJob(Item);
};

/**
 * The jobs of an account in the table. A page is one query, which reads at most 1 MB (DynamoDB developer guide, "Query").
 */
export const jobReadStore = (table: Table): JobReadStore => ({
  get: (accountId, jobId) => readJob(table, accountId, jobId),

  list: async (accountId, { limit, before, now }) => {
    // Ids are in order of time, so expired records are skipped whether or not they have been deleted.
    const { pk, sk: oldest } = keys.job(accountId, firstIdAt('job', now - jobRecordSeconds * 1000));
    // DynamoDB refuses a start key outside the queried range, and there are no jobs before the oldest.
    if (before !== undefined && keys.job(accountId, before).sk <= oldest) return { jobs: [], hasMore: false };
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk >= :oldest',
        ExpressionAttributeValues: { ':pk': pk, ':oldest': oldest },
        ...(before === undefined ? {} : { ExclusiveStartKey: keys.job(accountId, before) }),
        ScanIndexForward: false,
        ConsistentRead: true,
        // The extra job shows whether there is another page.
        Limit: limit + 1,
      }),
    );
    return {
      jobs: Items.slice(0, limit).map(toJob),
      hasMore: Items.length > limit || LastEvaluatedKey !== undefined,
    };
  },
});
