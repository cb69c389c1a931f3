import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Due, DueStore } from '../jobs/reconcile.ts';
import { updateIf } from './conditional-update.ts';
import { accountOfPartition, dueIndex, type ItemKey, keys, type Table } from './table.ts';

const dueItem = z.object({ pk: z.string(), sk: z.string(), due_at: z.number() });

const longestList = 500;

const toDue = (item: unknown): Due => {
  const { pk, sk, due_at: dueAt } = dueItem.parse(item);
  const accountId = accountOfPartition(pk);
  if (accountId === undefined) throw new Error(`The due index names an item of no account: ${pk}`);
  return { accountId, id: sk.slice(sk.indexOf('#') + 1), dueAt };
};

/** The due index over the table. */
export const dueStore = (table: Table): DueStore => {
  const drop = async (key: ItemKey, due: Due): Promise<void> => {
    await updateIf(table, {
      Key: key,
      UpdateExpression: 'REMOVE due, due_at',
      ConditionExpression: 'due_at = :due',
      ExpressionAttributeValues: { ':due': due.dueAt },
    });
  };
  return {
    list: async (kind, now) => {
      const { Items } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: dueIndex.name,
          KeyConditionExpression: 'due = :kind AND due_at <= :now',
          ExpressionAttributeValues: { ':kind': kind, ':now': now },
          Limit: longestList,
        }),
      );
      return (Items ?? []).map(toDue);
    },

    postponeJob: async (due, until) => {
      const outcome = await updateIf(table, {
        Key: keys.job(due.accountId, due.id),
        UpdateExpression: 'SET due_at = :until',
        ConditionExpression: 'due_at = :due',
        ExpressionAttributeValues: { ':until': until, ':due': due.dueAt },
      });
      return outcome.updated;
    },

    postponeHeldFile: async (due, now) => {
      const outcome = await updateIf(table, {
        Key: keys.file(due.accountId, due.id),
        UpdateExpression: 'SET due_at = held_until',
        ConditionExpression: 'held_until > :now',
        ExpressionAttributeValues: { ':now': now },
      });
      return outcome.updated;
    },

    dropFile: (due) => drop(keys.file(due.accountId, due.id), due),
    dropResult: (due) => drop(keys.job(due.accountId, due.id), due),
  };
};
