import * as z from 'zod';
import { identityHash, invalidIdentity, type User } from '../accounts/identity.ts';
import type { IdentityStore } from '../accounts/sign-in.ts';
import { accountSuspended } from '../accounts/suspend-account.ts';
import { newAccountItem } from './account-item.ts';
import { getItem, type ItemKey, keys, type Table } from './table.ts';
import { putNew, transact, type Write } from './transaction.ts';

const pointer = z.object({
  account_id: z.string(),
  signed_out_at: z.number().optional(),
  suspended_at: z.number().optional(),
});

/** The accounts of signed-in users in the table. */
export const identityStore = (table: Table): IdentityStore => {
  const readPointer = async (key: ItemKey) => {
    const item = await getItem(table, key);
    return item && pointer.parse(item);
  };
  const putIdentity = (user: User, accountId: string): Write =>
    putNew({
      ...keys.identity(identityHash(user)),
      account_id: accountId,
      issuer: user.issuer,
      subject: user.subject,
    });

  return {
    findAccount: async (user) => {
      const found = await readPointer(keys.identity(identityHash(user)));
      if (found?.suspended_at !== undefined) throw accountSuspended();
      // ID tokens carry whole seconds, so one issued in the second of the sign-out may be newer than it.
      const signedOut = Math.floor((found?.signed_out_at ?? 0) / 1000) * 1000;
      if (user.issuedAt < signedOut) throw invalidIdentity();
      return found?.account_id;
    },

    createAccount: async (user, account) => {
      const { accountId, email } = account;
      const accountItem = { ...newAccountItem(account), identity_hash: identityHash(user) };
      const refusals = await transact(table, [
        ['identity', putIdentity(user, accountId)],
        ['email', putNew({ ...keys.email(email), account_id: accountId })],
        ['account', putNew(accountItem)],
      ]);
      if (refusals === undefined) return 'created';
      return refusals.has('identity') ? 'signed_in' : 'email_taken';
    },

    linkAccount: async (user) => {
      const accountId = (await readPointer(keys.email(user.email)))?.account_id;
      if (accountId === undefined) return 'no_account';
      const link: Write = {
        update: {
          key: keys.account(accountId),
          set: { identity_hash: identityHash(user) },
          when: 'attribute_exists(pk) AND attribute_not_exists(identity_hash) AND attribute_not_exists(suspended_at)',
        },
      };
      const refusals = await transact(table, [
        ['identity', putIdentity(user, accountId)],
        ['account', link],
      ]);
      return refusals === undefined ? { accountId } : 'email_taken';
    },

    changeEmail: async ({ accountId, email: before }, email) => {
      const isOwn = {
        when: 'attribute_not_exists(pk) OR account_id = :account',
        values: { account: accountId },
      };
      const refusals = await transact(table, [
        ['before', { delete: keys.email(before), ...isOwn }],
        ['email', { put: { ...keys.email(email), account_id: accountId }, ...isOwn }],
        [
          'account',
          {
            update: {
              key: keys.account(accountId),
              set: { email },
              when: 'email = :before',
              values: { before },
            },
          },
        ],
      ]);
      return refusals === undefined;
    },
  };
};
