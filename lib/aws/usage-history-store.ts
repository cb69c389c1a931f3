import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { UsageHistoryStore } from '../accounts/usage-history.ts';
import { ttlAttribute } from '../table-layout.ts';
import { keys, type Table, ttlAfter } from './table.ts';
import type { Write } from './transaction.ts';

/** Seconds for which a day's record is kept: more than the twelve months of the usage history. */
const dayRecordSeconds = 400 * 86_400;

/** Adds operations to the record of a day; a negative number refunds them. */
export const countDay = (accountId: string, day: string, operations: number): Write => ({
  update: {
    key: keys.usageDay(accountId, day),
    set: { [ttlAttribute]: ttlAfter(Date.parse(day), dayRecordSeconds) },
    actions: 'ADD operations :operations',
    values: { operations },
  },
});

const dayItem = z.object({ sk: z.string(), operations: z.number() });

/** The records of days in the table: one query reads a year of small items. */
export const usageHistoryStore = (table: Table): UsageHistoryStore => ({
  operationsByDay: async (accountId, from, to) => {
    const { pk, sk: first } = keys.usageDay(accountId, from);
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': keys.usageDay(accountId, to).sk },
        ConsistentRead: true,
      }),
    );
    const days = Items.map((item) => dayItem.parse(item));
    // A refund of an operation that was charged before days were counted makes it negative.
    return new Map(days.map(({ sk, operations }) => [sk.slice('DAY#'.length), Math.max(0, operations)]));
  },
});
