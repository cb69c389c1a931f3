import { type SessionStore, sessionKeyId } from '../accounts/session.ts';
import { endTokens, storeToken, tokenHolderKey } from './live-tokens.ts';
import { type Table, ttlAttribute } from './table.ts';

/** The tokens of sessions over the table, listed on one item of the account. */
export const sessionStore = (table: Table): SessionStore => ({
  putToken: async (token) => {
    await storeToken(
      table,
      { ...token, keyId: sessionKeyId },
      {
        set: '#ttl = :ttl',
        names: { '#ttl': ttlAttribute },
        values: { ':ttl': Math.ceil(token.expiresAt / 1000) },
      },
    );
  },
  endTokens: async (accountId) => {
    const key = tokenHolderKey(accountId, sessionKeyId);
    await endTokens(table, key, (_, { condition, values }) => [
      {
        Delete: {
          TableName: table.name,
          Key: key,
          ConditionExpression: condition,
          ExpressionAttributeValues: { ...values },
        },
      },
    ]);
  },
});
