import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Due, DueStore } from '../reconcile/reconcile.ts';
import { type DueKind, dueIndex } from '../table-layout.ts';
import { updateIf, updateOnce } from './conditional-update.ts';
import { accountOfPartition, type ItemKey, idOfKey, keys, type Table } from './table.ts';

const dueItem = z.object({ pk: z.string(), sk: z.string(), due_at: z.number() });

/** The key of the last item of the previous page. */
const cursor = z.record(z.string(), z.unknown()).optional();

/** Items per page: a few seconds of work, so that few listed items remain when the time runs out. */
const defaultPageItems = 500;

const toDue = (kind: DueKind, item: unknown): Due => {
  const { pk, sk, due_at: dueAt } = dueItem.parse(item);
  const accountId = accountOfPartition(pk);
  if (accountId === undefined) throw new Error(`An item in the due index belongs to no account: ${pk}`);
  return { kind, accountId, id: idOfKey(sk), dueAt };
};

const keyOf = {
  JOB: keys.job,
  FILE: keys.file,
  RESULT: keys.job,
  WEBHOOK: keys.delivery,
} as const satisfies Record<DueKind, (accountId: string, id: string) => ItemKey>;

/** The schedule of the reconciler in the table. */
export const dueStore = (table: Table, pageItems = defaultPageItems): DueStore => {
  const drop = async (due: Due): Promise<void> => {
    await updateIf(table, {
      key: keyOf[due.kind](due.accountId, due.id),
      remove: ['due', 'due_at'],
      when: 'due_at = :due',
      values: { due: due.dueAt },
    });
  };
  return {
    list: async (kind, now, from) => {
      const { Items = [], LastEvaluatedKey: next } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: dueIndex.name,
          KeyConditionExpression: 'due = :kind AND due_at <= :now',
          ExpressionAttributeValues: { ':kind': kind, ':now': now },
          Limit: pageItems,
          ExclusiveStartKey: cursor.parse(from),
        }),
      );
      return { due: Items.map((item) => toDue(kind, item)), next };
    },

    postpone: async (due, until) => {
      const outcome = await updateOnce(table, {
        key: keyOf[due.kind](due.accountId, due.id),
        set: { due_at: until },
        when: 'due_at = :due',
        values: { due: due.dueAt },
      });
      return outcome.updated;
    },

    postponeHeldFile: async (due, now) => {
      const outcome = await updateIf(table, {
        key: keys.file(due.accountId, due.id),
        clauses: 'due_at = held_until',
        when: 'held_until > :now',
        values: { now },
      });
      return outcome.updated;
    },

    retainFile: async (accountId, fileId, until) => {
      await updateIf(table, {
        key: keys.file(accountId, fileId),
        set: { held_until: until },
        when: 'attribute_exists(pk)',
      });
    },

    drop,
  };
};
