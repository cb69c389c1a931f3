import { sessionKeyId } from '../accounts/session.ts';
import type { SuspensionStore } from '../accounts/suspend-account.ts';
import { toAccount } from './account-item.ts';
import { accountStore } from './account-store.ts';
import { updateIf } from './conditional-update.ts';
import { endTokens, tokenHolderKey } from './live-tokens.ts';
import { keys, type Table } from './table.ts';

/** Suspended accounts in the table: a mark on the account, on its user and on each key. */
export const suspensionStore = (table: Table): SuspensionStore => ({
  suspend: async (accountId, reason, now) => {
    const { updated, item } = await updateIf(table, {
      key: keys.account(accountId),
      set: { suspended_for: reason },
      clauses: 'suspended_at = if_not_exists(suspended_at, :now)',
      when: 'attribute_exists(pk)',
      values: { now },
    });
    return updated ? toAccount(item) : undefined;
  },

  resume: async (accountId) => {
    const { updated, item } = await updateIf(table, {
      key: keys.account(accountId),
      remove: ['suspended_at', 'suspended_for'],
      when: 'attribute_exists(pk) AND attribute_not_exists(deleting_since)',
    });
    return updated ? toAccount(item) : undefined;
  },

  markIdentity: async (identityHash, now) => {
    await updateIf(table, {
      key: keys.identity(identityHash),
      set: { suspended_at: now },
      remove: now === undefined ? ['suspended_at'] : [],
      when: 'attribute_exists(pk)',
    });
  },

  suspendKey: async (accountId, keyId, now) => {
    const key = keys.apiKey(accountId, keyId);
    await endTokens(table, key, ({ revoked_at: revokedAt }, seen) =>
      revokedAt === undefined
        ? [
            [
              'key',
              {
                update: {
                  key,
                  set: { suspended_at: now },
                  remove: ['tokens'],
                  when: `attribute_exists(pk) AND ${seen.when}`,
                  values: seen.values,
                },
              },
            ],
          ]
        : undefined,
    );
  },

  resumeKey: async (accountId, keyId) => {
    await updateIf(table, {
      key: keys.apiKey(accountId, keyId),
      remove: ['suspended_at'],
      when: 'attribute_exists(pk)',
    });
  },

  endSessions: async (accountId) => {
    const key = tokenHolderKey(accountId, sessionKeyId);
    await endTokens(table, key, (_, seen) => [['sessions', { delete: key, ...seen }]]);
  },

  listKeys: (accountId) => accountStore(table).listKeys(accountId),
});
