import { ApiError } from '../api-errors.ts';
import type { Account, ApiKey } from './account.ts';

/** The error of a key or user whose account is suspended. */
export const accountSuspended = (): ApiError =>
  new ApiError('account_suspended', 'This account is suspended. Contact the operator of the service.');

/** The error of a call that was authenticated just before its account was suspended or deleted. */
export const accessEnded = (): ApiError =>
  new ApiError(
    'unauthorized',
    'The account of this token has been suspended. Contact the operator of the service.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );

/** The database operations of suspending accounts. Times are in ms since the epoch. */
export type SuspensionStore = {
  /** Marks the account, which then gets no new keys, sessions and jobs. Returns undefined if it does not exist. */
  suspend(accountId: string, reason: string, now: number): Promise<Account | undefined>;
  /** Removes the mark. Returns undefined if the account does not exist or is being deleted. */
  resume(accountId: string): Promise<Account | undefined>;
  /** Refuses the sign-ins of a user from `now` on, or accepts them again. */
  markIdentity(identityHash: string, now: number | undefined): Promise<void>;
  /** Ends the tokens of a key and refuses new ones. A revoked key has none. */
  suspendKey(accountId: string, keyId: string, now: number): Promise<void>;
  resumeKey(accountId: string, keyId: string): Promise<void>;
  /** Ends all session tokens. */
  endSessions(accountId: string): Promise<void>;
  listKeys(accountId: string): Promise<readonly ApiKey[]>;
};

/**
 * Suspends an account: its keys and its user are refused, and all tokens end. Jobs that were accepted run on, and their webhooks are sent.
 *
 * The account is marked first, so no key is created after the keys were listed. Repeat the call if it is interrupted. Returns undefined
 * if the account does not exist.
 */
export const suspendAccount = async (
  { accountId, reason }: { readonly accountId: string; readonly reason: string },
  store: SuspensionStore,
  now: number,
): Promise<Account | undefined> => {
  const account = await store.suspend(accountId, reason, now);
  if (account === undefined) return undefined;
  if (account.identityHash !== undefined) await store.markIdentity(account.identityHash, now);
  for (const { keyId } of await store.listKeys(accountId)) await store.suspendKey(accountId, keyId, now);
  await store.endSessions(accountId);
  return account;
};

/**
 * Resumes a suspended account: its keys and its user are accepted again. The mark is removed last, so that an interrupted call can be
 * repeated. Returns undefined if the account does not exist or is being deleted.
 */
export const resumeAccount = async (
  account: Account,
  store: SuspensionStore,
): Promise<Account | undefined> => {
  if (account.deletingSince !== undefined) return undefined;
  const { accountId, identityHash } = account;
  for (const { keyId, revokedAt } of await store.listKeys(accountId))
    if (revokedAt === undefined) await store.resumeKey(accountId, keyId);
  if (identityHash !== undefined) await store.markIdentity(identityHash, undefined);
  return store.resume(accountId);
};

/** The ids of an account's active jobs: each takes a slot, whose name is its id without the prefix. */
export const activeJobIdsOf = (account: Pick<Account, 'slots'>): readonly string[] =>
  Object.keys(account.slots).map((slot) => `job_${slot}`);
