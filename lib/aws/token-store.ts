import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { TokenStore } from '../accounts/authorize.ts';
import { storeToken } from './live-tokens.ts';
import { keys, type Table } from './table.ts';

const keyHashItem = z.object({ account_id: z.string(), key_id: z.string() });

/** API keys by their hash, and their tokens: one get, then one transaction; two if the key has the maximum of tokens. */
export const tokenStore = (table: Table): TokenStore => ({
  findKey: async (keyHash) => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: keys.apiKeyHash(keyHash), ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    const { account_id: accountId, key_id: keyId } = keyHashItem.parse(Item);
    return { accountId, keyId };
  },

  putToken: (token) =>
    storeToken(table, token, {
      set: 'last_used_at = :now',
      condition: 'attribute_exists(pk) AND attribute_not_exists(revoked_at)',
      values: { ':now': token.now },
    }),
});
