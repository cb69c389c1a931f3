import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Page } from '../files/file-read-store.ts';
import { type Guard, placeholders } from './change.ts';
import { type Item, type ItemKey, idOfKey, type Table } from './table.ts';

/** What to read of a partition: its items from the key `oldest` up to the one before `before`. */
export type NewestFirst = {
  readonly oldest: ItemKey;
  readonly before: ItemKey | undefined;
  readonly limit: number;
  /** The items to keep; undefined keeps all. */
  readonly filter?: Guard | undefined;
};

const itemKey = z.object({ sk: z.string() });

const idOf = (item: unknown): string => idOfKey(itemKey.parse(item).sk);

/**
 * Queries for one page. Each reads at most 1 MB (DynamoDB developer guide, "Query"), and a filter may keep nothing of it: a
 * page then ends early and has a successor.
 */
const maxQueries = 10;

/** Reads a page of a partition whose sort keys are in order of time. */
export const readNewestFirst = async (
  table: Table,
  { oldest, before, limit, filter }: NewestFirst,
): Promise<Page<Item>> => {
  // DynamoDB refuses a start key outside the queried range, and there is nothing before the oldest item.
  if (before !== undefined && before.sk <= oldest.sk) return { items: [], lastId: undefined };
  const items: Item[] = [];
  let start: QueryCommandInput['ExclusiveStartKey'] = before;
  for (let query = 0; query < maxQueries; query += 1) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk >= :oldest',
        FilterExpression: filter?.when,
        ExpressionAttributeValues: placeholders({ pk: oldest.pk, oldest: oldest.sk, ...filter?.values }),
        ExclusiveStartKey: start,
        ScanIndexForward: false,
        ConsistentRead: true,
        // The extra item shows whether there is another page. With a filter, the limit would count what it drops.
        ...(filter === undefined ? { Limit: limit + 1 } : {}),
      }),
    );
    items.push(...Items);
    if (items.length > limit) {
      const page = items.slice(0, limit);
      return { items: page, lastId: idOf(page.at(-1)) };
    }
    if (LastEvaluatedKey === undefined) return { items, lastId: undefined };
    start = LastEvaluatedKey;
    if (filter === undefined) break;
  }
  return { items, lastId: idOf(start) };
};
