import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Job } from '../jobs/job.ts';
import type { Due, DueStore } from '../reconcile/reconcile.ts';
import { type DueKind, dueIndex } from '../table-layout.ts';
import { updateIf, updateOnce } from './conditional-update.ts';
import { toJob } from './job-item.ts';
import { checkSlots } from './job-slots.ts';
import { accountOfPartition, type Item, type ItemKey, idOfKey, keys, schedule, type Table } from './table.ts';

const dueItem = z.object({ pk: z.string(), sk: z.string(), due_at: z.number() });
const sweepItem = z.object({ sk: z.string(), swept_until: z.number() });
const fileItem = z.object({ held_until: z.number().optional() });

/** The key of the last item of the previous page. */
const cursor = z.record(z.string(), z.unknown()).optional();

/** Items per page: a few seconds of work, so that few listed items remain when the time runs out. */
const defaultPageItems = 500;

/** The most items that DynamoDB reads in a batch. */
const batchItems = 100;

const toDue = (kind: DueKind, item: unknown): Due => {
  const { pk, sk, due_at: dueAt } = dueItem.parse(item);
  const accountId = accountOfPartition(pk);
  if (accountId === undefined) throw new Error(`An item in the due index belongs to no account: ${pk}`);
  return { kind, accountId, id: kind === 'ACCOUNT' ? accountId : idOfKey(sk), dueAt };
};

const keyOf = {
  JOB: keys.job,
  FILE: keys.file,
  RESULT: keys.job,
  WEBHOOK: keys.delivery,
  ACCOUNT: keys.account,
} as const satisfies Record<DueKind, (accountId: string, id: string) => ItemKey>;

const sortKeyPrefix = keys.sweep('').sk;

/** A job; undefined if its item cannot be read, which reading it alone reports. */
const readableJob = (item: Item): Job | undefined => {
  try {
    return toJob(item);
  } catch {
    return undefined;
  }
};

/** The schedule of the reconciler in the table. */
export const dueStore = (table: Table, pageItems = defaultPageItems): DueStore => {
  /** The items of scheduled items by id, without writes of the last second. */
  const readItems = async (due: readonly Due[]): Promise<ReadonlyMap<string, Item>> => {
    const found = new Map<string, Item>();
    for (let start = 0; start < due.length; start += batchItems) {
      let wanted: Record<string, unknown>[] = due
        .slice(start, start + batchItems)
        .map(({ kind, accountId, id }) => keyOf[kind](accountId, id));
      while (wanted.length > 0) {
        const { Responses, UnprocessedKeys } = await table.client.send(
          new BatchGetCommand({ RequestItems: { [table.name]: { Keys: wanted } } }),
        );
        for (const item of Responses?.[table.name] ?? []) found.set(idOfKey(String(item.sk)), item);
        wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
      }
    }
    return found;
  };
  return {
    sweeps: async () => {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': keys.sweep('').pk },
          ConsistentRead: true,
        }),
      );
      const sweeps = Items.map((item) => sweepItem.parse(item));
      return new Map(sweeps.map(({ sk, swept_until: until }) => [sk.slice(sortKeyPrefix.length), until]));
    },

    endSweep: async (list, until) => {
      await updateIf(table, {
        key: keys.sweep(list),
        set: { swept_until: until },
        when: 'attribute_not_exists(pk) OR swept_until < :swept_until',
      });
    },

    list: async ({ kind, partition, after, until }, from) => {
      const { Items = [], LastEvaluatedKey: next } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: dueIndex.name,
          KeyConditionExpression: 'due = :partition AND due_at BETWEEN :first AND :until',
          ExpressionAttributeValues: { ':partition': partition, ':first': after + 1, ':until': until },
          Limit: pageItems,
          ExclusiveStartKey: cursor.parse(from),
        }),
      );
      return { due: Items.map((item) => toDue(kind, item)), next };
    },

    readJobs: async (due) => {
      const items = await readItems(due);
      return new Map([...items].map(([id, item]) => [id, readableJob(item)]));
    },

    readHolds: async (due) => {
      const items = await readItems(due);
      return new Map([...items].map(([id, item]) => [id, fileItem.parse(item).held_until ?? 0]));
    },

    postpone: async (due, until) => {
      const outcome = await updateOnce(table, {
        key: keyOf[due.kind](due.accountId, due.id),
        set: schedule(due.kind, due.id, until),
        when: 'due_at = :scheduled',
        values: { scheduled: due.dueAt },
      });
      return outcome.updated;
    },

    checkSlots: (accountId, now) => checkSlots(table, accountId, now),

    retainFile: async (accountId, fileId, until) => {
      await updateIf(table, {
        key: keys.file(accountId, fileId),
        set: { held_until: until },
        when: 'attribute_exists(pk)',
      });
    },
  };
};
