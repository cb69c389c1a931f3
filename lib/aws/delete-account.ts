import * as z from 'zod';
import { addCounts, type DeletedCounts, type DeletionStore } from '../accounts/delete-account.ts';
import { type RateLimitName, rateLimits } from '../api/limits.ts';
import { partitions } from '../table-layout.ts';
import { toAccount } from './account-item.ts';
import { billingStore } from './billing-store.ts';
import { deleteItem, updateIf } from './conditional-update.ts';
import { getItem, type Item, type ItemKey, keys, type Table } from './table.ts';
import { readTenantItems } from './tenant-items.ts';
import { type NamedWrite, transact } from './transaction.ts';

const itemKey = z.object({ pk: z.string(), sk: z.string() });
const keyItem = z.object({
  key_id: z.string().optional(),
  last_four: z.string().optional(),
  key_hash: z.string().optional(),
  tokens: z.array(z.object({ hash: z.string() })).default([]),
});
const identityItem = z.object({ issuer: z.string(), subject: z.string() });
const waitItem = z.object({ deletion_waits_until: z.number().default(0) });

/** What the items of a partition are called in a list of deletions, by the start of their sort keys. */
const kinds = [
  ['KEY#', 'keys'],
  ['SESSIONS', 'sessions'],
  ['FILE#', 'files'],
  ['JOB#', 'jobs'],
  ['PAGES#', 'page_parts'],
  ['ENDPOINT#', 'webhooks'],
  ['DELIVERY#', 'deliveries'],
  ['DAY#', 'usage_days'],
  ['CALL#', 'idempotency_keys'],
  ['BILLING', 'billing_records'],
] as const;

const kindOf = (sortKey: string): string =>
  kinds.find(([start]) => sortKey.startsWith(start))?.[1] ?? 'other_items';

/** The partitions of an account, except that of its own item. */
const partitionsOf = (accountId: string): readonly string[] =>
  Object.values(partitions)
    .filter((pattern) => pattern.startsWith('ACCOUNT#*#') && pattern !== partitions.account)
    .map((pattern) => pattern.replace('*', accountId));

const parallelDeletes = 10;

const deleteItems = async (table: Table, all: readonly ItemKey[]): Promise<void> => {
  const waiting = [...all];
  const worker = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await deleteItem(table, key);
  };
  await Promise.all(Array.from({ length: parallelDeletes }, worker));
};

/** The items elsewhere that lead to a key or a session's holder: those of its tokens, its hash and its last four characters. */
const itemsOfHolder = (item: Item): readonly ItemKey[] => {
  const { key_id: keyId, last_four: lastFour, key_hash: hash, tokens } = keyItem.parse(item);
  return [
    ...tokens.map((token) => keys.token(token.hash)),
    ...(hash === undefined ? [] : [keys.apiKeyHash(hash)]),
    ...(keyId === undefined || lastFour === undefined ? [] : [keys.keyEnding(lastFour, keyId)]),
  ];
};

const removePartition = async (table: Table, partition: string): Promise<DeletedCounts> => {
  const found = (await readTenantItems(table, partition, '')).map((item) => ({
    item,
    key: itemKey.parse(item),
  }));
  const isKeys = partition.endsWith('#KEYS');
  // First, because the items name them.
  if (isKeys)
    await deleteItems(
      table,
      found.flatMap(({ item }) => itemsOfHolder(item)),
    );
  await deleteItems(
    table,
    found.map(({ key: { pk, sk } }) => ({ pk, sk })),
  );
  return addCounts(...found.map(({ key: { sk } }) => ({ [kindOf(sk)]: 1 })));
};

/** The deletion of accounts in the table. */
export const deletionStore = (table: Table): DeletionStore => ({
  begin: async (accountId, now) => {
    const { updated, item } = await updateIf(table, {
      key: keys.account(accountId),
      clauses: 'deleting_since = if_not_exists(deleting_since, :now)',
      when: 'attribute_exists(pk)',
      values: { now },
    });
    return updated ? toAccount(item) : undefined;
  },

  waitUntil: async (accountId, until) => {
    await updateIf(table, {
      key: keys.account(accountId),
      set: { deletion_waits_until: until },
      when: 'attribute_exists(pk)',
    });
  },

  waitsUntil: async (accountId) =>
    waitItem.parse((await getItem(table, keys.account(accountId))) ?? {}).deletion_waits_until,

  identityOf: async (identityHash) => {
    const item = await getItem(table, keys.identity(identityHash));
    return item && identityItem.parse(item);
  },

  removeWebhooks: (accountId) => removePartition(table, partitions.webhooks.replace('*', accountId)),

  silenceJob: async (accountId, jobId) => {
    await updateIf(table, {
      key: keys.job(accountId, jobId),
      remove: ['webhook_url', 'deliver_to'],
      when: 'attribute_exists(pk)',
    });
  },

  removeItems: async (accountId) => {
    const customers = await billingStore(table).customersOf(accountId);
    await deleteItems(table, customers.map(keys.billingCustomer));
    const removed: DeletedCounts[] = [];
    for (const partition of partitionsOf(accountId)) removed.push(await removePartition(table, partition));
    return addCounts(...removed);
  },

  finish: async ({ accountId, email, identityHash }) => {
    const isOwn = {
      when: 'attribute_not_exists(pk) OR account_id = :account',
      values: { account: accountId },
    };
    const ofUser: readonly NamedWrite[] =
      identityHash === undefined ? [] : [['identity', { delete: keys.identity(identityHash), ...isOwn }]];
    if (identityHash !== undefined) {
      const policies = Object.keys(rateLimits) as RateLimitName[];
      await deleteItems(
        table,
        policies.map((policy) => keys.address(policy, `user:${identityHash}`)),
      );
    }
    await transact(table, [
      ['email', { delete: keys.email(email), ...isOwn }],
      ...ofUser,
      [
        'account',
        {
          delete: keys.account(accountId),
          when: 'attribute_not_exists(pk) OR email = :email',
          values: { email },
        },
      ],
    ]);
    return { accounts: 1 };
  },
});
