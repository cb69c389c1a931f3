import type { LinkStore } from '../accounts/relink-user.ts';
import { keys, type Table } from './table.ts';
import { type NamedWrite, putNew, transact } from './transaction.ts';

/** The users of accounts in the table. */
export const linkStore = (table: Table): LinkStore => ({
  relink: async ({ accountId, identityHash, suspendedAt }, next) => {
    const before: readonly NamedWrite[] =
      identityHash === undefined
        ? []
        : [
            [
              'before',
              {
                delete: keys.identity(identityHash),
                when: 'attribute_not_exists(pk) OR account_id = :account',
                values: { account: accountId },
              },
            ],
          ];
    const user: readonly NamedWrite[] =
      next === undefined
        ? []
        : [
            [
              'user',
              putNew({
                ...keys.identity(next.hash),
                account_id: accountId,
                issuer: next.issuer,
                subject: next.subject,
                ...(suspendedAt === undefined ? {} : { suspended_at: suspendedAt }),
              }),
            ],
          ];
    const refusals = await transact(table, [
      [
        'account',
        {
          update: {
            key: keys.account(accountId),
            ...(next === undefined ? { remove: ['identity_hash'] } : { set: { identity_hash: next.hash } }),
            when: `${identityHash === undefined ? 'attribute_exists(pk) AND attribute_not_exists(identity_hash)' : 'identity_hash = :before'} AND attribute_not_exists(deleting_since)`,
            values: identityHash === undefined ? {} : { before: identityHash },
          },
        },
      ],
      ...before,
      ...user,
    ]);
    if (refusals === undefined) return 'linked';
    return refusals.has('user') ? 'user_taken' : 'changed';
  },
});
