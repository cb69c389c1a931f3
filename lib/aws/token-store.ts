import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { TokenStore } from '../accounts/authorize.ts';
import { keys, type Table } from './table.ts';
import { putTokenItems } from './token-item.ts';
import { transact } from './transaction.ts';

const keyHashItem = z.object({ account_id: z.string(), key_id: z.string() });

/** Keys by their hash, and the tokens made of them: one get, then one transaction. */
export const tokenStore = (table: Table): TokenStore => ({
  findKey: async (keyHash) => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: keys.apiKeyHash(keyHash), ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    const { account_id: accountId, key_id: keyId } = keyHashItem.parse(Item);
    return { accountId, keyId };
  },

  putToken: async ({ tokenHash, accountId, keyId, now, expiresAt }) => {
    const refused = await transact(table, [
      {
        Update: {
          TableName: table.name,
          Key: keys.apiKey(accountId, keyId),
          UpdateExpression: 'SET last_used_at = :now',
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revoked_at)',
          ExpressionAttributeValues: { ':now': now },
        },
      },
      ...putTokenItems(table, { tokenHash, accountId, keyId, expiresAt }),
    ]);
    return refused === undefined;
  },
});
