import type { ErrorCode } from '../api/error-codes.ts';
import { apiKeyPrefix, newApiKey, newId, secretHash } from '../ids.ts';
import { limitsOf, type PlanLimits, type PlanName } from '../plans.ts';
import { type Account, type ApiKey, dayOf, emailAddress, hourOf, monthOf } from './account.ts';
import { accountSuspended } from './suspend-account.ts';

/**
 * An operation on accounts or keys that is not possible.
 *
 * `code` is the API's error code. Errors without one occur only in operator commands.
 */
export class AccountError extends Error {
  readonly code: ErrorCode | undefined;

  constructor(message: string, options: { cause?: unknown; code?: ErrorCode } = {}) {
    super(message, { cause: options.cause });
    this.name = 'AccountError';
    this.code = options.code;
  }
}

/** The database operations on accounts and keys. Times are in ms since the epoch. */
export type AccountStore = {
  /** Creates the account. Returns false if the e-mail address is taken. */
  createAccount(account: Account): Promise<boolean>;
  getAccount(accountId: string): Promise<Account | undefined>;
  /** Sets the plan with its limits, except custom ones. Returns undefined if the account does not exist. */
  setPlan(accountId: string, plan: PlanName): Promise<Account | undefined>;
  /** Sets limits of its own; null restores that of the plan. Returns undefined if the account is gone or on another plan. */
  setLimits(
    account: Pick<Account, 'accountId' | 'plan'>,
    limits: Readonly<Partial<Record<keyof PlanLimits, number | null>>>,
  ): Promise<Account | undefined>;
  /** Returns the account of an e-mail address in lower case; undefined if it has none. */
  findByEmail(email: string): Promise<string | undefined>;
  /** Returns the keys that end with four characters, including those revoked in the last 30 days. */
  findByKeyEnding(
    lastFour: string,
  ): Promise<readonly { readonly accountId: string; readonly keyId: string }[]>;
  /** Adds a key that was created before keys could be found by their ends. Returns false if it can be found. */
  indexKey(accountId: string, key: ApiKey): Promise<boolean>;
  /** Adds a key, and checks and counts it against the account's limit in the same write. */
  createKey(
    accountId: string,
    key: ApiKey,
    keyHash: string,
  ): Promise<'created' | 'no_account' | 'suspended' | 'limit_reached'>;
  /** Lists the keys of an account, including revoked ones, oldest first. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>;
  /**
   * Revokes a key, ends its tokens and uncounts it in one write. Returns false if the account has no such key. Revoking a
   * revoked key does nothing.
   */
  revokeKey(accountId: string, keyId: string, now: number): Promise<boolean>;
};

const noAccount = (accountId: string): AccountError => new AccountError(`No account ${accountId}`);

/**
 * A new account on a plan, without usage.
 *
 * @throws AccountError if `email` is not an e-mail address
 */
export const newAccount = ({ email, plan }: { email: string; plan: PlanName }, now: number): Account => {
  const address = emailAddress(email);
  if (address === undefined) throw new AccountError(`${JSON.stringify(email)} is not an e-mail address.`);
  return {
    accountId: newId('account', now),
    email: address,
    plan,
    createdAt: now,
    month: monthOf(now),
    operations: 0,
    refunds: 0,
    slots: {},
    day: dayOf(now),
    dayOperations: 0,
    engineHour: hourOf(now),
    engineMs: 0,
    keys: 0,
    ...limitsOf(plan),
  };
};

/**
 * Creates an account on a plan.
 *
 * @throws AccountError if `email` is not an e-mail address or already has an account
 */
export const createAccount = async (
  wanted: { email: string; plan: PlanName },
  store: AccountStore,
  now: number,
): Promise<Account> => {
  const account = newAccount(wanted, now);
  if (!(await store.createAccount(account)))
    throw new AccountError(`${account.email} already has an account.`);
  return account;
};

/**
 * Creates a key and returns it. The key itself cannot be read again.
 *
 * @throws AccountError if the name is empty, too long or has control characters, the account does not exist, or the plan allows no more keys
 */
export const createKey = async (
  { accountId, name }: { accountId: string; name: string },
  store: Pick<AccountStore, 'createKey' | 'getAccount'>,
  now: number,
): Promise<ApiKey & { readonly key: string }> => {
  const label = name.trim();
  if (label === '' || label.length > 100)
    throw new AccountError('The name of a key must be 1 to 100 characters long.');
  if (/\p{Cc}/u.test(label)) throw new AccountError('The name of a key must not contain control characters.');
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
  if (outcome === 'suspended') throw accountSuspended();
  if (outcome === 'limit_reached') {
    const account = await store.getAccount(accountId);
    throw new AccountError(
      `The ${account?.plan} plan allows ${account?.maxKeys} API keys and all are in use. Revoke one or change the plan.`,
      { code: 'key_limit_reached' },
    );
  }
  return { key, ...apiKey };
};

/**
 * Revokes a key and ends its tokens immediately. Revoking a revoked key does nothing.
 *
 * @throws AccountError if the account has no such key
 */
export const revokeKey = async (
  { accountId, keyId }: { accountId: string; keyId: string },
  store: AccountStore,
  now: number,
): Promise<void> => {
  if (!(await store.revokeKey(accountId, keyId, now))) {
    throw new AccountError(`Account ${accountId} has no key ${keyId}.`, { code: 'key_not_found' });
  }
};

/**
 * Moves an account to another plan. Takes effect with the next call.
 *
 * @throws AccountError if the account does not exist
 */
export const setPlan = async (
  { accountId, plan }: { accountId: string; plan: PlanName },
  store: AccountStore,
): Promise<Account> => {
  const account = await store.setPlan(accountId, plan);
  if (account === undefined) throw noAccount(accountId);
  return account;
};

/**
 * Reads an account.
 *
 * @throws AccountError if the account does not exist
 */
export const getAccount = async (
  accountId: string,
  store: Pick<AccountStore, 'getAccount'>,
): Promise<Account> => {
  const account = await store.getAccount(accountId);
  if (account === undefined) throw noAccount(accountId);
  return account;
};

/** A key's prefix and its last four characters. */
export const maskedKey = (key: ApiKey): string => `${apiKeyPrefix}…${key.lastFour}`;
