import { type SessionStore, sessionKeyId } from '../accounts/session.ts';
import type { Table } from './table.ts';
import { endTokenItems, putTokenItems } from './token-item.ts';
import { transact } from './transaction.ts';

/** The tokens of sessions over the table: they stand where those of keys do, under a key that does not exist. */
export const sessionStore = (table: Table): SessionStore => ({
  putToken: async ({ tokenHash, accountId, expiresAt }) => {
    await transact(table, putTokenItems(table, { tokenHash, accountId, keyId: sessionKeyId, expiresAt }));
  },
  endTokens: (accountId) => endTokenItems(table, accountId, sessionKeyId),
});
