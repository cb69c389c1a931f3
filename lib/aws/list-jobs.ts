import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { firstIdAt } from '../ids.ts';
import type { Job } from '../jobs/job.ts';
import { jobRecordSeconds } from './create-job.ts';
import { toJob } from './job-item.ts';
import { keys, type Table } from './table.ts';

/** A page of jobs, newest first, and whether there are older ones. */
export type JobPage = { readonly jobs: readonly Job[]; readonly hasMore: boolean };

/**
 * Reads a page of an account's jobs with one query: at most `limit` jobs older than `before`. A page of large jobs is
 * shorter, because a query reads at most 1 MB (DynamoDB developer guide, "Query").
 */
export const listJobs = async (
  table: Table,
  accountId: string,
  { limit, before, now }: { limit: number; before: string | undefined; now: number },
): Promise<JobPage> => {
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
};
