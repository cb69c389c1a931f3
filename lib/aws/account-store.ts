import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { ApiKey } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import { ttlAttribute } from '../table-layout.ts';
import { fromAccount, toAccount } from './account-item.ts';
import { updateIf } from './conditional-update.ts';
import { deleteAccountItems } from './delete-account.ts';
import { endTokens, type SeenTokens } from './live-tokens.ts';
import { planUpdate } from './plan-update.ts';
import { putNew } from './put-new.ts';
import { type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import { readTenantItems } from './tenant-items.ts';
import { type NamedWrite, type TransactItem, transact } from './transaction.ts';

const keyItem = z.object({
  key_id: z.string(),
  key_name: z.string(),
  last_four: z.string(),
  created_at: z.number(),
  last_used_at: z.number().optional(),
  revoked_at: z.number().optional(),
});

const toApiKey = (item: unknown): ApiKey => {
  const key = keyItem.parse(item);
  return {
    keyId: key.key_id,
    name: key.key_name,
    lastFour: key.last_four,
    createdAt: key.created_at,
    lastUsedAt: key.last_used_at,
    revokedAt: key.revoked_at,
  };
};

/** Seconds for which the record of a revoked key is kept. */
const revokedKeySeconds = 30 * 86_400;

const fromNewKey = (accountId: string, key: ApiKey, keyHash: string) => ({
  ...keys.apiKey(accountId, key.keyId),
  account_id: accountId,
  key_id: key.keyId,
  key_name: key.name,
  last_four: key.lastFour,
  created_at: key.createdAt,
  key_hash: keyHash,
});

const countKey = (table: Table, accountId: string): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keys.account(accountId),
    UpdateExpression: 'SET keys_count = keys_count + :one',
    ConditionExpression: 'keys_count < max_keys',
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const uncountKey = (table: Table, accountId: string): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keys.account(accountId),
    UpdateExpression: 'SET keys_count = keys_count - :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': 1 },
  },
});

const revokeItem = (table: Table, key: ItemKey, seen: SeenTokens, now: number): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: key,
    UpdateExpression: 'SET revoked_at = :now, #ttl = :ttl REMOVE tokens, key_hash',
    ConditionExpression: `attribute_not_exists(revoked_at) AND ${seen.condition}`,
    ExpressionAttributeNames: { '#ttl': ttlAttribute },
    ExpressionAttributeValues: { ...seen.values, ':now': now, ':ttl': ttlAfter(now, revokedKeySeconds) },
  },
});

/** Accounts and API keys in the table. */
export const accountStore = (table: Table): AccountStore => ({
  createAccount: async (account) => {
    const refusals = await transact(table, [
      ['email', putNew(table, { ...keys.email(account.email), account_id: account.accountId })],
      ['account', putNew(table, { ...keys.account(account.accountId), ...fromAccount(account) })],
    ]);
    return refusals === undefined;
  },

  getAccount: async (accountId) => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: keys.account(accountId), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : toAccount(Item);
  },

  setPlan: async (accountId, plan, limits) => {
    const outcome = await updateIf(table, planUpdate(accountId, plan, limits));
    return outcome.updated ? toAccount(outcome.item) : undefined;
  },

  createKey: async (accountId, key, keyHash) => {
    const refusals = await transact(table, [
      ['account', countKey(table, accountId)],
      ['key', { Put: { TableName: table.name, Item: fromNewKey(accountId, key, keyHash) } }],
      ['hash', putNew(table, { ...keys.apiKeyHash(keyHash), account_id: accountId, key_id: key.keyId })],
    ]);
    if (refusals === undefined) return 'created';
    return refusals.get('account')?.item === undefined ? 'no_account' : 'limit_reached';
  },

  listKeys: async (accountId) => {
    const { pk, sk } = keys.apiKey(accountId, '');
    return (await readTenantItems(table, pk, sk)).map(toApiKey);
  },

  revokeKey: async (accountId, keyId, now) => {
    const key = keys.apiKey(accountId, keyId);
    const found = await endTokens(table, key, ({ revoked_at: revokedAt, key_hash: hash }, seen) => {
      if (revokedAt !== undefined) return undefined;
      const writes: readonly NamedWrite[] = [
        ['key', revokeItem(table, key, seen, now)],
        ['account', uncountKey(table, accountId)],
      ];
      if (hash === undefined) return writes;
      return [...writes, ['hash', { Delete: { TableName: table.name, Key: keys.apiKeyHash(hash) } }]];
    });
    return found !== undefined;
  },

  deleteAccount: (account, keyHashes) => deleteAccountItems(table, account, keyHashes),
});
