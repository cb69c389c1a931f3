import * as z from 'zod';
import type { ApiKey } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import { ttlAttribute } from '../table-layout.ts';
import { newAccountItem, toAccount } from './account-item.ts';
import { updateIf } from './conditional-update.ts';
import { deleteAccountItems } from './delete-account.ts';
import { itemForm } from './item-form.ts';
import { endTokens, type SeenTokens } from './live-tokens.ts';
import { planUpdate } from './plan-update.ts';
import { getItem, type Item, type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import { readTenantItems } from './tenant-items.ts';
import { type NamedWrite, putNew, transact, type Write } from './transaction.ts';

const form = itemForm({
  keyId: ['key_id', z.string()],
  name: ['key_name', z.string()],
  lastFour: ['last_four', z.string()],
  createdAt: ['created_at', z.number()],
  lastUsedAt: ['last_used_at', z.number().optional()],
  revokedAt: ['revoked_at', z.number().optional()],
});

/** Seconds for which the record of a revoked key is kept. */
const revokedKeySeconds = 30 * 86_400;

const fromNewKey = (accountId: string, key: ApiKey, keyHash: string): Item => ({
  ...keys.apiKey(accountId, key.keyId),
  ...form.write(key),
  account_id: accountId,
  key_hash: keyHash,
});

const countKey = (accountId: string): Write => ({
  update: {
    key: keys.account(accountId),
    clauses: 'keys_count = keys_count + :one',
    when: 'keys_count < max_keys',
    values: { one: 1 },
  },
});

const uncountKey = (accountId: string): Write => ({
  update: {
    key: keys.account(accountId),
    clauses: 'keys_count = keys_count - :one',
    when: 'attribute_exists(pk)',
    values: { one: 1 },
  },
});

const revokeItem = (key: ItemKey, seen: SeenTokens, now: number): Write => ({
  update: {
    key,
    set: { revoked_at: now, [ttlAttribute]: ttlAfter(now, revokedKeySeconds) },
    remove: ['tokens', 'key_hash'],
    when: `attribute_not_exists(revoked_at) AND ${seen.when}`,
    values: seen.values,
  },
});

/** Accounts and API keys in the table. */
export const accountStore = (table: Table): AccountStore => ({
  createAccount: async (account) => {
    const refusals = await transact(table, [
      ['email', putNew({ ...keys.email(account.email), account_id: account.accountId })],
      ['account', putNew(newAccountItem(account))],
    ]);
    return refusals === undefined;
  },

  getAccount: async (accountId) => {
    const item = await getItem(table, keys.account(accountId));
    return item && toAccount(item);
  },

  setPlan: async (accountId, plan, limits) => {
    const outcome = await updateIf(table, planUpdate(accountId, plan, limits));
    return outcome.updated ? toAccount(outcome.item) : undefined;
  },

  createKey: async (accountId, key, keyHash) => {
    const refusals = await transact(table, [
      ['account', countKey(accountId)],
      ['key', { put: fromNewKey(accountId, key, keyHash) }],
      ['hash', putNew({ ...keys.apiKeyHash(keyHash), account_id: accountId, key_id: key.keyId })],
    ]);
    if (refusals === undefined) return 'created';
    return refusals.get('account')?.item === undefined ? 'no_account' : 'limit_reached';
  },

  listKeys: async (accountId) => {
    const { pk, sk } = keys.apiKey(accountId, '');
    return (await readTenantItems(table, pk, sk)).map(form.read);
  },

  revokeKey: async (accountId, keyId, now) => {
    const key = keys.apiKey(accountId, keyId);
    const found = await endTokens(table, key, ({ revoked_at: revokedAt, key_hash: hash }, seen) => {
      if (revokedAt !== undefined) return undefined;
      const writes: readonly NamedWrite[] = [
        ['key', revokeItem(key, seen, now)],
        ['account', uncountKey(accountId)],
      ];
      if (hash === undefined) return writes;
      return [...writes, ['hash', { delete: keys.apiKeyHash(hash) }]];
    });
    return found !== undefined;
  },

  deleteAccount: (account, keyHashes) => deleteAccountItems(table, account, keyHashes),
});
