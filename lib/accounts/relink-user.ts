import type { Account } from './account.ts';
import type { Identity } from './delete-account.ts';
import { identityHash } from './identity.ts';
import { AccountError } from './manage-accounts.ts';

/** The database operation of linking an account to another user. */
export type LinkStore = {
  /**
   * Removes the account's user and, if there is a next one, links it, all or nothing. `changed`: the account has another user than it
   * was read with, or is being deleted.
   */
  relink(
    account: Pick<Account, 'accountId' | 'identityHash' | 'suspendedAt'>,
    next: (Identity & { readonly hash: string }) | undefined,
  ): Promise<'linked' | 'user_taken' | 'changed'>;
};

/**
 * Links an account to another user, after a change of the identity provider or the loss of a user pool. Without a user, the account is
 * linked to the next one who signs in with its e-mail address, if the provider has verified it.
 *
 * @throws AccountError if the user has an account, or the account has changed since it was read
 */
export const relinkUser = async (
  account: Account,
  user: Identity | undefined,
  store: LinkStore,
): Promise<void> => {
  const next = user && { ...user, hash: identityHash(user) };
  if (next !== undefined && next.hash === account.identityHash) return;
  const outcome = await store.relink(account, next);
  if (outcome === 'user_taken')
    throw new AccountError(
      `The user ${user?.subject} of ${user?.issuer} already has an account. Delete or relink that account first.`,
    );
  if (outcome === 'changed')
    throw new AccountError(
      `Account ${account.accountId} has changed in the meantime. Run the command again.`,
    );
};
