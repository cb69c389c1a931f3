import { identityHash, type User } from '../accounts/identity.ts';
import { type SessionStore, sessionKeyId } from '../accounts/session.ts';
import { ttlAttribute } from '../table-layout.ts';
import { endTokens, storeToken, tokenHolderKey } from './live-tokens.ts';
import { keys, type Table } from './table.ts';
import { type NamedWrite, transact } from './transaction.ts';

/** Checks that the user has not signed out since the ID token was issued; its time is in whole seconds. */
const stillSignedIn = (table: Table, user: User): NamedWrite => [
  'identity',
  {
    ConditionCheck: {
      TableName: table.name,
      Key: keys.identity(identityHash(user)),
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(signed_out_at) OR signed_out_at < :next)',
      ExpressionAttributeValues: { ':next': user.issuedAt + 1000 },
    },
  },
];

const signOutWrite = (table: Table, user: User, now: number): NamedWrite => [
  'identity',
  {
    Update: {
      TableName: table.name,
      Key: keys.identity(identityHash(user)),
      UpdateExpression: 'SET signed_out_at = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': now },
    },
  },
];

/** The session tokens in the table, listed on one item per account. */
export const sessionStore = (table: Table): SessionStore => ({
  putToken: (token, user) =>
    storeToken(
      table,
      { ...token, keyId: sessionKeyId },
      {
        set: '#ttl = :ttl',
        names: { '#ttl': ttlAttribute },
        values: { ':ttl': Math.ceil(token.expiresAt / 1000) },
      },
      [stillSignedIn(table, user)],
    ),

  signOut: async (accountId, user, now) => {
    const key = tokenHolderKey(accountId, sessionKeyId);
    const signOut = signOutWrite(table, user, now);
    const endSessions = () =>
      endTokens(table, key, (_, { condition, values }) => [
        [
          'sessions',
          {
            Delete: {
              TableName: table.name,
              Key: key,
              ConditionExpression: condition,
              ExpressionAttributeValues: { ...values },
            },
          },
        ],
        signOut,
      ]);
    if ((await endSessions()) !== undefined) return;
    await transact(table, [signOut]);
    // Ends a session that was opened between the two calls above.
    await endSessions();
  },
});
