import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Account } from '../accounts/account.ts';
import { dueIndex, duePartitions } from '../table-layout.ts';
import { toAccount } from './account-item.ts';
import { type Item, keys, type Table } from './table.ts';

const listedItem = z.object({ pk: z.string(), sk: z.string(), due_at: z.number() });
type Listed = z.infer<typeof listedItem>;

/** The last account of a page: the time of its next check, and its id. */
export type AccountCursor = { readonly at: number; readonly accountId: string };

/** Newest first; accounts with the same time in order of their ids. */
const order = (one: Listed, other: Listed): number =>
  other.due_at - one.due_at || (one.pk < other.pk ? -1 : 1);

/**
 * Lists accounts, those used last first: by the index of scheduled items, in which each account has the check of its slots, on the day
 * after its last charge. A page reads at most its size from each partition of the index.
 */
export const listAccounts = async (
  table: Table,
  { limit, before }: { readonly limit: number; readonly before: AccountCursor | undefined },
): Promise<{ readonly accounts: readonly Account[]; readonly next: AccountCursor | undefined }> => {
  const isAfter = ({ pk, due_at: at }: Listed): boolean =>
    before === undefined || at < before.at || pk > keys.account(before.accountId).pk;
  const found = await Promise.all(
    duePartitions('ACCOUNT').map(async (partition) => {
      const kept: Listed[] = [];
      let from: Item | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await table.client.send(
          new QueryCommand({
            TableName: table.name,
            IndexName: dueIndex.name,
            KeyConditionExpression: 'due = :partition AND due_at <= :at',
            ExpressionAttributeValues: {
              ':partition': partition,
              ':at': before?.at ?? Number.MAX_SAFE_INTEGER,
            },
            ScanIndexForward: false,
            Limit: limit + 1,
            ExclusiveStartKey: from,
          }),
        );
        kept.push(...Items.map((item) => listedItem.parse(item)).filter(isAfter));
        from = LastEvaluatedKey;
        // Accounts with the same time have no order in the index, so all of the last one are read.
      } while (
        from !== undefined &&
        (kept.length <= limit || kept.at(-1)?.due_at === kept.at(limit)?.due_at)
      );
      return kept;
    }),
  );
  const all = found.flat().toSorted(order);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const read = new Map<string, Item>();
  let wanted: Record<string, unknown>[] = page.map(({ pk, sk }) => ({ pk, sk }));
  while (wanted.length > 0) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[table.name] ?? []) read.set(String(item.pk), item);
    wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
  }
  return {
    // The index shows one that was deleted a moment ago.
    accounts: page.flatMap(({ pk }) => (read.has(pk) ? [toAccount(read.get(pk))] : [])),
    next:
      all.length > limit && last !== undefined
        ? { at: last.due_at, accountId: last.pk.split('#')[1] ?? '' }
        : undefined,
  };
};
