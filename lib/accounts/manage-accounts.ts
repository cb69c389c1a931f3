import type { ErrorCode } from '../api/error-codes.ts';
import { apiKeyPrefix, newApiKey, newId, secretHash } from '../ids.ts';
import { limitsOf, type PlanLimits, type PlanName } from '../plans.ts';
import { type Account, type ApiKey, dayOf, emailAddress, hourOf, monthOf } from './account.ts';

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
  /** Sets plan and limits. Returns undefined if the account does not exist. */
  setPlan(accountId: string, plan: PlanName, limits: PlanLimits): Promise<Account | undefined>;
  /** Adds a key, and checks and counts it against the account's limit in the same write. */
  createKey(
    accountId: string,
    key: ApiKey,
    keyHash: string,
  ): Promise<'created' | 'no_account' | 'limit_reached'>;
  /** Lists the keys of an account, including revoked ones, oldest first. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>;
  /**
   * Revokes a key, ends its tokens and uncounts it in one write. Returns false if the account has no such key. Revoking a
   * revoked key does nothing.
   */
  revokeKey(accountId: string, keyId: string, now: number): Promise<boolean>;
  /**
   * Deletes an account with its keys, files, jobs and usage. Revoke its keys first, which ends their tokens. `keyHashes` are
   * the hashes of its keys. Objects in the bucket remain. Call it again after an interruption.
   */
  deleteAccount(account: Pick<Account, 'accountId' | 'email'>, keyHashes: readonly string[]): Promise<void>;
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
  const account = await store.setPlan(accountId, plan, limitsOf(plan));
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
