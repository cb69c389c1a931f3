import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { ApiKey } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import { fromAccount, toAccount } from './account-item.ts';
import { updateIf } from './conditional-update.ts';
import { endTokens } from './live-tokens.ts';
import { planUpdate } from './plan-update.ts';
import { keys, type Table, ttlAfter, ttlAttribute } from './table.ts';
import { readTenantItems } from './tenant-items.ts';
import { transact } from './transaction.ts';

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

/** Accounts and keys over the table. */
export const accountStore = (table: Table): AccountStore => ({
  createAccount: async (account) => {
    const refused = await transact(table, [
      {
        Put: {
          TableName: table.name,
          Item: { ...keys.email(account.email), account_id: account.accountId },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Put: {
          TableName: table.name,
          Item: { ...keys.account(account.accountId), ...fromAccount(account) },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ]);
    return refused === undefined;
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
    const refused = await transact(table, [
      {
        Update: {
          TableName: table.name,
          Key: keys.account(accountId),
          UpdateExpression: 'SET keys_count = keys_count + :one',
          ConditionExpression: 'keys_count < max_keys',
          ExpressionAttributeValues: { ':one': 1 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Put: {
          TableName: table.name,
          Item: {
            ...keys.apiKey(accountId, key.keyId),
            account_id: accountId,
            key_id: key.keyId,
            key_name: key.name,
            last_four: key.lastFour,
            created_at: key.createdAt,
            key_hash: keyHash,
          },
        },
      },
      {
        Put: {
          TableName: table.name,
          Item: { ...keys.apiKeyHash(keyHash), account_id: accountId, key_id: key.keyId },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ]);
    if (refused === undefined) return 'created';
    return refused[0]?.item === undefined ? 'no_account' : 'limit_reached';
  },

  listKeys: async (accountId) => {
    const { pk, sk } = keys.apiKey(accountId, '');
    return (await readTenantItems(table, pk, sk)).map(toApiKey);
  },

  revokeKey: async (accountId, keyId, now) => {
    const key = keys.apiKey(accountId, keyId);
    const found = await endTokens(table, key, ({ revoked_at: revokedAt, key_hash: hash }, seen) =>
      revokedAt !== undefined
        ? undefined
        : [
            {
              Update: {
                TableName: table.name,
                Key: key,
                UpdateExpression: 'SET revoked_at = :now, #ttl = :ttl REMOVE tokens, key_hash',
                ConditionExpression: `attribute_not_exists(revoked_at) AND ${seen.condition}`,
                ExpressionAttributeNames: { '#ttl': ttlAttribute },
                ExpressionAttributeValues: {
                  ...seen.values,
                  ':now': now,
                  ':ttl': ttlAfter(now, revokedKeySeconds),
                },
              },
            },
            {
              Update: {
                TableName: table.name,
                Key: keys.account(accountId),
                UpdateExpression: 'SET keys_count = keys_count - :one',
                ConditionExpression: 'attribute_exists(pk)',
                ExpressionAttributeValues: { ':one': 1 },
              },
            },
            ...(hash === undefined
              ? []
              : [{ Delete: { TableName: table.name, Key: keys.apiKeyHash(hash) } }]),
          ],
    );
    return found !== undefined;
  },
});
