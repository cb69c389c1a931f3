import { ApiError } from '../errors.ts';
import type { Account } from './account.ts';
import type { User } from './identity.ts';
import { newAccount } from './manage-accounts.ts';

/** What signing in needs of the database. */
export type IdentityStore = {
  /** The account of a person; undefined where the person has none. */
  findAccount(user: User): Promise<string | undefined>;
  /** Creates an account with its e-mail address and its person, all or nothing. */
  createAccount(user: User, account: Account): Promise<'created' | 'signed_in' | 'email_taken'>;
  /**
   * Gives the account that has the person's e-mail address to the person, where nobody has signed in to it yet;
   * undefined where somebody has.
   */
  linkAccount(user: User): Promise<string | undefined>;
};

const emailInUse = ({ email }: User): ApiError =>
  new ApiError(
    'email_in_use',
    `Another account has the e-mail address ${email}; sign in as before, or ask the operator`,
  );

/** The refusal of a signed-in user who has no account. */
const noAccount = (): ApiError =>
  new ApiError('account_not_found', 'There is no account yet; POST /account/session creates it');

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
 * The account of a signed-in user, made at the first sign-in, on the Free plan.
 *
 * An account that the operator made for the e-mail address becomes the user's, if the identity provider says that the
 * address is theirs. An account that somebody signs in to is never given to anybody else, because an address can pass from
 * one person to another.
 *
 * @throws ApiError `email_in_use`
 */
export const signIn = async (user: User, store: IdentityStore, now: number): Promise<string> => {
  const known = await store.findAccount(user);
  if (known !== undefined) return known;
  const account = newAccount({ email: user.email, plan: 'free' }, now);
  const outcome = await store.createAccount(user, account);
  if (outcome === 'created') return account.accountId;
  const linked = outcome === 'email_taken' && user.emailVerified ? await store.linkAccount(user) : undefined;
  // The same user may have signed in elsewhere meanwhile.
  const accountId = linked ?? (await store.findAccount(user));
  if (accountId === undefined) throw emailInUse(user);
  return accountId;
};
