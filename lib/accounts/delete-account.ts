import type { Account } from './account.ts';
import { activeJobIdsOf, type SuspensionStore, suspendAccount } from './suspend-account.ts';

/** How many of each kind of thing were deleted. */
export type DeletedCounts = Readonly<Record<string, number>>;

/** A user at an identity provider. */
export type Identity = { readonly issuer: string; readonly subject: string };

/** The database operations of deleting an account. Each can be repeated. */
export type DeletionStore = {
  /** Marks the account as being deleted. Returns undefined if it does not exist. */
  begin(accountId: string, now: number): Promise<Account | undefined>;
  /** Postpones the end of the deletion until what may still be stored has arrived, in ms since the epoch. */
  waitUntil(accountId: string, until: number): Promise<void>;
  /** Returns until when the deletion must wait; 0 if it need not. */
  waitsUntil(accountId: string): Promise<number>;
  /** Returns the user of an identity hash; undefined if there is none. */
  identityOf(identityHash: string): Promise<Identity | undefined>;
  /** Deletes all webhook endpoints and deliveries, so that nothing more is sent. */
  removeWebhooks(accountId: string): Promise<DeletedCounts>;
  /** Removes the webhook URL of an active job, so that its end is not announced. */
  silenceJob(accountId: string, jobId: string): Promise<void>;
  /** Deletes all items but the account's own, and those elsewhere that lead to it. */
  removeItems(accountId: string): Promise<DeletedCounts>;
  /** Deletes the account with its e-mail address and its user, all or nothing. */
  finish(account: Account): Promise<DeletedCounts>;
};

/** What an account has outside of the table. */
export type DeletionDependencies = {
  readonly deletion: DeletionStore;
  readonly suspension: SuspensionStore;
  /** Cancels a job. Returns the time in ms until when its worker may store a result; undefined if it stores none. */
  cancelJob(accountId: string, jobId: string): Promise<number | undefined>;
  /** Deletes the account's objects. */
  removeObjects(accountId: string): Promise<DeletedCounts>;
  /** Deletes the account's customers at the payment provider, then their items. */
  removeCustomers(accountId: string): Promise<DeletedCounts>;
  /** Deletes a user from the pool of the deployment. Returns undefined if it belongs to another provider, which keeps it. */
  removeUser(identity: Identity): Promise<DeletedCounts | undefined>;
};

/** The outcome of a deletion, which goes on after `until` (ms since the epoch) if it is `waiting`. */
export type DeletionOutcome = {
  readonly state: 'deleted' | 'waiting';
  readonly until?: number;
  readonly deleted: DeletedCounts;
  /** A user at another identity provider, where the operator deletes it. */
  readonly keptUser?: Identity;
};

/** Adds counts up by their names. */
export const addCounts = (...all: readonly DeletedCounts[]): DeletedCounts => {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap((counts) => Object.entries(counts)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

/** Seconds after which a call that was authenticated before the suspension has ended: API Gateway ends it after 29. */
const callSeconds = 60;

/**
 * Deletes an account with everything it has: keys, tokens, files, jobs, webhooks, usage, objects, payment customers and user.
 *
 * Access ends first, and the account's own item is deleted last, so a call that dies in between can be repeated. What was running may
 * still store something, so a deletion that had to stop jobs or to end access returns `waiting`: call again after `until`. A user who
 * signs in again afterwards gets a new account.
 *
 * Returns undefined if the account does not exist.
 *
 * @param now ms since the epoch
 */
export const deleteAccount = async (
  accountId: string,
  dependencies: DeletionDependencies,
  now: number,
): Promise<DeletionOutcome | undefined> => {
  const { deletion, suspension } = dependencies;
  const account = await deletion.begin(accountId, now);
  if (account === undefined) return undefined;
  const suspended = await suspendAccount({ accountId, reason: 'Deletion' }, suspension, now);
  const suspendedAt = suspended?.suspendedAt ?? now;
  // Before the jobs are cancelled, which is announced otherwise.
  const webhooks = await deletion.removeWebhooks(accountId);
  let until = Math.max(await deletion.waitsUntil(accountId), suspendedAt + callSeconds * 1000);
  for (const jobId of activeJobIdsOf(suspended ?? account)) {
    await deletion.silenceJob(accountId, jobId);
    until = Math.max(until, (await dependencies.cancelJob(accountId, jobId)) ?? 0);
  }
  // Stored before the jobs' items are deleted, so that a repeated call waits as long.
  if (until > now) await deletion.waitUntil(accountId, until);
  const customers = await dependencies.removeCustomers(accountId);
  const identity =
    account.identityHash === undefined ? undefined : await deletion.identityOf(account.identityHash);
  const users = identity && (await dependencies.removeUser(identity));
  const deleted = addCounts(
    webhooks,
    customers,
    users ?? {},
    await dependencies.removeObjects(accountId),
    await deletion.removeItems(accountId),
  );
  const kept = identity === undefined || users !== undefined ? {} : { keptUser: identity };
  if (until > now) return { state: 'waiting', until, deleted, ...kept };
  return { state: 'deleted', deleted: addCounts(deleted, await deletion.finish(account)), ...kept };
};
