import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { identityHash, invalidIdentity, type User } from '../accounts/identity.ts';
import type { IdentityStore } from '../accounts/sign-in.ts';
import { fromAccount } from './account-item.ts';
import { type ItemKey, keys, type Table } from './table.ts';
import { type TransactItem, transact } from './transaction.ts';

const pointer = z.object({ account_id: z.string(), signed_out_at: z.number().optional() });

/** Who signs in to which account, over the table. */
export const identityStore = (table: Table): IdentityStore => {
  const readPointer = async (key: ItemKey) => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
    );
    return Item === undefined ? undefined : pointer.parse(Item);
  };
  const putNew = (item: Record<string, unknown>): TransactItem => ({
    Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const putIdentity = (user: User, accountId: string): TransactItem =>
    putNew({
      ...keys.identity(identityHash(user)),
      account_id: accountId,
      issuer: user.issuer,
      subject: user.subject,
    });

  return {
    findAccount: async (user) => {
      const found = await readPointer(keys.identity(identityHash(user)));
      // Tokens count whole seconds: one that was made in the second of the sign-out may be a new one.
      const signedOut = Math.floor((found?.signed_out_at ?? 0) / 1000) * 1000;
      if (user.issuedAt < signedOut) throw invalidIdentity();
      return found?.account_id;
    },

    createAccount: async (user, account) => {
      const refused = await transact(table, [
        putIdentity(user, account.accountId),
        putNew({ ...keys.email(account.email), account_id: account.accountId }),
        putNew({
          ...keys.account(account.accountId),
          ...fromAccount(account),
          identity_hash: identityHash(user),
        }),
      ]);
      if (refused === undefined) return 'created';
      return refused[0] === undefined ? 'email_taken' : 'signed_in';
    },

    linkAccount: async (user) => {
      const accountId = (await readPointer(keys.email(user.email)))?.account_id;
      if (accountId === undefined) return undefined;
      const refused = await transact(table, [
        putIdentity(user, accountId),
        {
          Update: {
            TableName: table.name,
            Key: keys.account(accountId),
            UpdateExpression: 'SET identity_hash = :identity',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(identity_hash)',
            ExpressionAttributeValues: { ':identity': identityHash(user) },
          },
        },
      ]);
      return refused === undefined ? accountId : undefined;
    },
  };
};
