import * as z from 'zod';
import type { ApiKey } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import { ttlAttribute } from '../table-layout.ts';
import { customLimitsUpdate, newAccountItem, planUpdate, toAccount } from './account-item.ts';
import { putIf, updateIf } from './conditional-update.ts';
import { itemForm } from './item-form.ts';
import { endTokens, type SeenTokens } from './live-tokens.ts';
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

const pointer = z.object({ account_id: z.string() });
const endingItem = z.object({ sk: z.string(), account_id: z.string() });

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
    when: 'keys_count < max_keys AND attribute_not_exists(suspended_at)',
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

/** The lookup of a key by its last four characters. */
const keyEnding = (accountId: string, { keyId, lastFour }: Pick<ApiKey, 'keyId' | 'lastFour'>): Item => ({
  ...keys.keyEnding(lastFour, keyId),
  account_id: accountId,
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

  setPlan: async (accountId, plan) => {
    const outcome = await updateIf(table, planUpdate(accountId, plan));
    return outcome.updated ? toAccount(outcome.item) : undefined;
  },

  setLimits: async (account, limits) => {
    const outcome = await updateIf(table, customLimitsUpdate(account, limits));
    return outcome.updated ? toAccount(outcome.item) : undefined;
  },

  findByEmail: async (email) => {
    const item = await getItem(table, keys.email(email));
    return item && pointer.parse(item).account_id;
  },

  findByKeyEnding: async (lastFour) => {
    const items = await readTenantItems(table, keys.keyEnding(lastFour, '').pk, '');
    return items.map((item) => {
      const { sk: keyId, account_id: accountId } = endingItem.parse(item);
      return { accountId, keyId };
    });
  },

  indexKey: async (accountId, key) => {
    const { revokedAt } = key;
    const ttl = revokedAt === undefined ? {} : { [ttlAttribute]: ttlAfter(revokedAt, revokedKeySeconds) };
    return putIf(table, { ...keyEnding(accountId, key), ...ttl }, { when: 'attribute_not_exists(pk)' });
  },

  createKey: async (accountId, key, keyHash) => {
    const refusals = await transact(table, [
      ['account', countKey(accountId)],
      ['key', { put: fromNewKey(accountId, key, keyHash) }],
      ['hash', putNew({ ...keys.apiKeyHash(keyHash), account_id: accountId, key_id: key.keyId })],
      ['ending', { put: keyEnding(accountId, key) }],
    ]);
    if (refusals === undefined) return 'created';
    const item = refusals.get('account')?.item;
    if (item === undefined) return 'no_account';
    return toAccount(item).suspendedAt === undefined ? 'limit_reached' : 'suspended';
  },

  listKeys: async (accountId) => {
    const { pk, sk } = keys.apiKey(accountId, '');
    return (await readTenantItems(table, pk, sk)).map(form.read);
  },

  revokeKey: async (accountId, keyId, now) => {
    const key = keys.apiKey(accountId, keyId);
    const found = await endTokens(table, key, (holder, seen) => {
      const { revoked_at: revokedAt, key_hash: hash, last_four: lastFour = '' } = holder;
      if (revokedAt !== undefined) return undefined;
      const ending = {
        ...keyEnding(accountId, { keyId, lastFour }),
        [ttlAttribute]: ttlAfter(now, revokedKeySeconds),
      };
      const writes: readonly NamedWrite[] = [
        ['key', revokeItem(key, seen, now)],
        ['account', uncountKey(accountId)],
        ['ending', { put: ending }],
      ];
      if (hash === undefined) return writes;
      return [...writes, ['hash', { delete: keys.apiKeyHash(hash) }]];
    });
    return found !== undefined;
  },
});
