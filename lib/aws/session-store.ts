import { identityHash, type User } from '../accounts/identity.ts';
import { type SessionStore, sessionKeyId } from '../accounts/session.ts';
import { endTokens, storeToken, tokenHolderKey } from './live-tokens.ts';
import { keys, type Table, ttlAttribute } from './table.ts';
import { type TransactItem, transact } from './transaction.ts';

/** Holds as long as the user has not signed out since the ID token was made; it counts whole seconds. */
const stillSignedIn = (table: Table, user: User): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: keys.identity(identityHash(user)),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(signed_out_at) OR signed_out_at < :next)',
    ExpressionAttributeValues: { ':next': user.issuedAt + 1000 },
  },
});

/** The tokens of sessions over the table, listed on one item of the account. */
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
    const signOut: TransactItem = {
      Update: {
        TableName: table.name,
        Key: keys.identity(identityHash(user)),
        UpdateExpression: 'SET signed_out_at = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':now': now },
      },
    };
    const end = () =>
      endTokens(table, key, (_, { condition, values }) => [
        {
          Delete: {
            TableName: table.name,
            Key: key,
            ConditionExpression: condition,
            ExpressionAttributeValues: { ...values },
          },
        },
        signOut,
      ]);
    if ((await end()) !== undefined) return;
    await transact(table, [signOut]);
    // A session that was opened before this mark and after the look for one.
    await end();
  },
});
