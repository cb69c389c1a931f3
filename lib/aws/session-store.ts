import { identityHash, type User } from '../accounts/identity.ts';
import { type SessionStore, sessionKeyId } from '../accounts/session.ts';
import { ttlAttribute } from '../table-layout.ts';
import { endTokens, storeToken, tokenHolderKey } from './live-tokens.ts';
import { keys, type Table } from './table.ts';
import { type NamedWrite, transact } from './transaction.ts';

/** Checks that the user has not signed out since the ID token was issued; its time is in whole seconds. */
const stillSignedIn = (user: User): NamedWrite => [
  'identity',
  {
    check: keys.identity(identityHash(user)),
    when: 'attribute_exists(pk) AND attribute_not_exists(suspended_at) AND (attribute_not_exists(signed_out_at) OR signed_out_at < :next)',
    values: { next: user.issuedAt + 1000 },
  },
];

const signOutWrite = (user: User, now: number): NamedWrite => [
  'identity',
  {
    update: {
      key: keys.identity(identityHash(user)),
      set: { signed_out_at: now },
      when: 'attribute_exists(pk)',
    },
  },
];

/** The session tokens in the table, listed on one item per account. */
export const sessionStore = (table: Table): SessionStore => ({
  putToken: (token, user) =>
    storeToken(
      table,
      { ...token, keyId: sessionKeyId },
      { set: { [ttlAttribute]: Math.ceil(token.expiresAt / 1000) } },
      [stillSignedIn(user)],
    ),

  signOut: async (accountId, user, now) => {
    const key = tokenHolderKey(accountId, sessionKeyId);
    const signOut = signOutWrite(user, now);
    const endSessions = () =>
      endTokens(table, key, (_, seen) => [['sessions', { delete: key, ...seen }], signOut]);
    if ((await endSessions()) !== undefined) return;
    await transact(table, [signOut]);
    // Ends a session that was opened between the two calls above.
    await endSessions();
  },
});
