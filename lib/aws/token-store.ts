import * as z from 'zod';
import type { TokenStore } from '../accounts/authorize.ts';
import { itemForm } from './item-form.ts';
import { storeToken } from './live-tokens.ts';
import { getItem, keys, type Table } from './table.ts';

const form = itemForm({ accountId: ['account_id', z.string()], keyId: ['key_id', z.string()] });

/** API keys by their hash, and their tokens: one get, then one transaction; two if the key has the maximum of tokens. */
export const tokenStore = (table: Table): TokenStore => ({
  findKey: async (keyHash) => {
    const item = await getItem(table, keys.apiKeyHash(keyHash));
    return item && form.read(item);
  },

  putToken: (token) =>
    storeToken(table, token, {
      set: { last_used_at: token.now },
      when: 'attribute_exists(pk) AND attribute_not_exists(revoked_at) AND attribute_not_exists(suspended_at)',
    }),
});
