import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { firstIdAt } from '../ids.ts';
import type { Job } from '../jobs/job.ts';
import { jobRecordSeconds } from './create-job.ts';
import { toJob } from './job-item.ts';
import { keys, type Table } from './table.ts';

/** Jobs of an account, the newest first, and whether there are older ones. */
export type JobPage = { readonly jobs: readonly Job[]; readonly hasMore: boolean };

/**
 * Reads a page of an account's jobs with one query: at most `limit`, from the one before `before` on. Large jobs make a
 * page shorter, for a query reads 1 MB at most (DynamoDB developer guide, "Query").
 */
export const listJobs = async (
  table: Table,
  accountId: string,
  { limit, before, now }: { limit: number; before: string | undefined; now: number },
): Promise<JobPage> => {
  // Ids are in order of time, so jobs whose records are over need not be looked at, whether they are deleted or not.
  const { pk, sk: oldest } = keys.job(accountId, firstIdAt('job', now - jobRecordSeconds * 1000));
  // DynamoDB refuses a start outside of the range that is asked for; beyond the oldest there is nothing.
  if (before !== undefined && keys.job(accountId, before).sk <= oldest) return { jobs: [], hasMore: false };
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk >= :oldest',
      ExpressionAttributeValues: { ':pk': pk, ':oldest': oldest },
      ...(before === undefined ? {} : { ExclusiveStartKey: keys.job(accountId, before) }),
      ScanIndexForward: false,
      ConsistentRead: true,
      // One more than is asked for tells whether there are more.
      Limit: limit + 1,
    }),
  );
  return {
    jobs: Items.slice(0, limit).map(toJob),
    hasMore: Items.length > limit || LastEvaluatedKey !== undefined,
  };
};
