import type { ErrorCode } from '../api/error-codes.ts';
import { apiKeyPrefix, newApiKey, newId, secretHash } from '../ids.ts';
import { limitsOf, type PlanLimits, type PlanName } from '../plans.ts';
import { type Account, type ApiKey, emailAddress, hourOf, monthOf } from './account.ts';

/**
 * A refusal of what accounts and keys are asked for: says what stands in the way.
 *
 * `code` is what the API answers; without one only the operator can be refused so.
 */
export class AccountError extends Error {
  readonly code: ErrorCode | undefined;

  constructor(message: string, options: { cause?: unknown; code?: ErrorCode } = {}) {
    super(message, { cause: options.cause });
    this.name = 'AccountError';
    this.code = options.code;
  }
}

/** What managing accounts and keys needs of the database. Times are in ms since the epoch. */
export type AccountStore = {
  /** Creates the account; false where the e-mail address has one already. */
  createAccount(account: Account): Promise<boolean>;
  getAccount(accountId: string): Promise<Account | undefined>;
  /** Sets plan and limits; undefined where there is no such account. */
  setPlan(accountId: string, plan: PlanName, limits: PlanLimits): Promise<Account | undefined>;
  /** Adds a key within the account's limit, checked and counted in the same write. */
  createKey(
    accountId: string,
    key: ApiKey,
    keyHash: string,
  ): Promise<'created' | 'no_account' | 'limit_reached'>;
  /** All keys of an account, revoked ones too, the oldest first. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>;
  /**
   * Revokes a key, ends its tokens and frees its place in one write; false if the account has no such key. Repeating it
   * does nothing.
   */
  revokeKey(accountId: string, keyId: string, now: number): Promise<boolean>;
};

const noAccount = (accountId: string): AccountError => new AccountError(`There is no account ${accountId}`);

/**
 * A new account on a plan, with nothing used.
 *
 * @throws AccountError where the address is no e-mail address.
 */
export const newAccount = ({ email, plan }: { email: string; plan: PlanName }, now: number): Account => {
  const address = emailAddress(email);
  if (address === undefined) throw new AccountError(`${JSON.stringify(email)} is not an e-mail address`);
  return {
    accountId: newId('account', now),
    email: address,
    plan,
    createdAt: now,
    month: monthOf(now),
    operations: 0,
    refunds: 0,
    activeJobs: 0,
    engineHour: hourOf(now),
    engineMs: 0,
    keys: 0,
    ...limitsOf(plan),
  };
};

/**
 * Creates an account on a plan.
 *
 * @throws AccountError where the address is no e-mail address or has an account already.
 */
export const createAccount = async (
  wanted: { email: string; plan: PlanName },
  store: AccountStore,
  now: number,
): Promise<Account> => {
  const account = newAccount(wanted, now);
  if (!(await store.createAccount(account)))
    throw new AccountError(`${account.email} has an account already`);
  return account;
};

/**
 * Creates a key and gives it, the only time that it can be seen.
 *
 * @throws AccountError where the name is empty or too long, the account is unknown, or its plan has no key left.
 */
export const createKey = async (
  { accountId, name }: { accountId: string; name: string },
  store: Pick<AccountStore, 'createKey' | 'getAccount'>,
  now: number,
): Promise<ApiKey & { readonly key: string }> => {
  const label = name.trim();
  if (label === '' || label.length > 100) throw new AccountError('The name of a key has 1 to 100 characters');
  const key = newApiKey();
  const apiKey: ApiKey = {
    keyId: newId('apiKey', now),
    name: label,
    lastFour: key.slice(-4),
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
  };
  const outcome = await store.createKey(accountId, apiKey, secretHash(key));
  if (outcome === 'no_account') throw noAccount(accountId);
  if (outcome === 'limit_reached') {
    const account = await store.getAccount(accountId);
    throw new AccountError(
      `The ${account?.plan} plan has ${account?.maxKeys} API keys and all are in use; revoke one or change the plan`,
      { code: 'key_limit_reached' },
    );
  }
  return { key, ...apiKey };
};

/**
 * Revokes a key; its tokens stop at once. Repeating it does nothing.
 *
 * @throws AccountError where the account has no such key.
 */
export const revokeKey = async (
  { accountId, keyId }: { accountId: string; keyId: string },
  store: AccountStore,
  now: number,
): Promise<void> => {
  if (!(await store.revokeKey(accountId, keyId, now))) {
    throw new AccountError(`Account ${accountId} has no key ${keyId}`, { code: 'key_not_found' });
  }
};

/**
 * Moves an account to another plan, with effect from the next call.
 *
 * @throws AccountError where there is no such account.
 */
export const setPlan = async (
  { accountId, plan }: { accountId: string; plan: PlanName },
  store: AccountStore,
): Promise<Account> => {
  const account = await store.setPlan(accountId, plan, limitsOf(plan));
  if (account === undefined) throw noAccount(accountId);
  return account;
};

/**
 * An account as it stands.
 *
 * @throws AccountError where there is no such account.
 */
export const getAccount = async (
  accountId: string,
  store: Pick<AccountStore, 'getAccount'>,
): Promise<Account> => {
  const account = await store.getAccount(accountId);
  if (account === undefined) throw noAccount(accountId);
  return account;
};

/** A key as it may be shown: its prefix and its last four characters. */
export const maskedKey = (key: ApiKey): string => `${apiKeyPrefix}…${key.lastFour}`;
