import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as z from 'zod';
import { monthOf } from '../accounts/account.ts';
import { ttlAttribute } from '../table-layout.ts';
import { putIf, updateIf } from './conditional-update.ts';
import { itemForm } from './item-form.ts';
import { keys, type Table, ttlAfter } from './table.ts';

/** Days for which an action of an operator is kept. */
const actionDays = 400;

const form = itemForm({
  at: ['at', z.number()],
  who: ['who', z.string()],
  command: ['command', z.string()],
  arguments: ['arguments', z.record(z.string(), z.string())],
  outcome: ['outcome', z.string()],
});

/** An action of an operator: `who` is the AWS identity or the user of the caller; `at` is in ms since the epoch. */
export type Action = ReturnType<typeof form.read>;

/** The log of what operators did. */
export const actionLog = (table: Table) => ({
  /** Records an action before it begins, so that none is missing if it is interrupted. Returns what records its outcome. */
  begin: async (action: Omit<Action, 'outcome'>): Promise<(outcome: string) => Promise<void>> => {
    const key = keys.action(monthOf(action.at), ulid(action.at));
    await putIf(
      table,
      {
        ...key,
        ...form.write({ ...action, outcome: 'started' }),
        [ttlAttribute]: ttlAfter(action.at, actionDays * 86_400),
      },
      { when: 'attribute_not_exists(pk)' },
    );
    return async (outcome) => {
      await updateIf(table, { key, set: { outcome }, when: 'attribute_exists(pk)' });
    };
  },

  /** Lists the newest actions of a month, as `2026-11`. */
  list: async (month: string, limit: number): Promise<readonly Action[]> => {
    const { pk } = keys.action(month, '');
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items.map(form.read);
  },
});
