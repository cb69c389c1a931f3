import { ApiError } from '../api-errors.ts';
import type { SignUp } from '../sign-up.ts';
import type { Account } from './account.ts';
import type { User } from './identity.ts';
import { newAccount } from './manage-accounts.ts';

/** The database operations of signing in. */
export type IdentityStore = {
  /** Returns the account of a user; undefined if the user has none. */
  findAccount(user: User): Promise<string | undefined>;
  /** Creates an account with its e-mail address and its user, all or nothing. */
  createAccount(user: User, account: Account): Promise<'created' | 'signed_in' | 'email_taken'>;
  /** Links the account with the user's e-mail address to the user, unless another user has signed in to it. */
  linkAccount(user: User): Promise<{ readonly accountId: string } | 'no_account' | 'email_taken'>;
  /** Changes the e-mail address of an account. Returns false if another account uses the new one. */
  changeEmail(account: Pick<Account, 'accountId' | 'email'>, email: string): Promise<boolean>;
};

const emailInUse = ({ email }: User): ApiError =>
  new ApiError(
    'email_in_use',
    `Another account uses the e-mail address ${email}. Sign in with the method you used before, or contact the operator.`,
  );

/** The error of a new user whom the operator does not admit. */
const signUpClosed = ({ email }: User, signUp: SignUp): ApiError =>
  new ApiError(
    'sign_up_closed',
    signUp === 'invite'
      ? `New users need an invitation. Ask the operator to create an account for ${email}, verify the address, and sign in again.`
      : 'This service does not accept new users. Contact the operator.',
  );

/** The error of a signed-in user who has no account. */
const noAccount = (): ApiError =>
  new ApiError('account_not_found', 'This user has no account yet. Create one with POST /account/session.');

/**
 * The account of a signed-in user.
 *
 * @throws ApiError `account_not_found`
 */
export const accountOf = async (user: User, store: Pick<IdentityStore, 'findAccount'>): Promise<string> => {
  const accountId = await store.findAccount(user);
  if (accountId === undefined) throw noAccount();
  return accountId;
};

/**
 * The account of a signed-in user, which is created on the Free plan at the first sign-in if sign-up is open.
 *
 * An account that the operator created for the e-mail address is linked to the user if the identity provider has verified
 * the address and sign-up is not closed. An account that a user has signed in to is never linked to another one, because an
 * e-mail address can be reassigned.
 *
 * @throws ApiError `email_in_use` and `sign_up_closed`
 */
export const signIn = async (
  user: User,
  store: IdentityStore,
  now: number,
  signUp: SignUp,
): Promise<string> => {
  const known = await store.findAccount(user);
  if (known !== undefined) return known;
  if (signUp === 'closed') throw signUpClosed(user, signUp);
  if (signUp === 'open') {
    const account = newAccount({ email: user.email, plan: 'free' }, now);
    if ((await store.createAccount(user, account)) === 'created') return account.accountId;
  }
  const linked = user.emailVerified ? await store.linkAccount(user) : 'no_account';
  if (typeof linked === 'object') return linked.accountId;
  // The same user may have signed in elsewhere in the meantime.
  const accountId = await store.findAccount(user);
  if (accountId !== undefined) return accountId;
  throw signUp === 'open' || linked === 'email_taken' ? emailInUse(user) : signUpClosed(user, signUp);
};

/**
 * Returns the e-mail address of a user's account. If the user has changed it at the identity provider, which has verified the new
 * address, the account takes it over, unless another account uses it.
 */
export const renewEmail = async (
  user: User,
  account: Pick<Account, 'accountId' | 'email'>,
  store: Pick<IdentityStore, 'changeEmail'>,
): Promise<string> => {
  if (!user.emailVerified || user.email === account.email) return account.email;
  return (await store.changeEmail(account, user.email)) ? user.email : account.email;
};
