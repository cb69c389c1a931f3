import { type Account, activeJobsOf } from '../../lib/accounts/account.ts';
import { authorize } from '../../lib/accounts/authorize.ts';
import { createAccount, createKey, getAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { keys, type Table } from '../../lib/aws/table.ts';
import { tokenStore } from '../../lib/aws/token-store.ts';
import { usageHistoryStore } from '../../lib/aws/usage-history-store.ts';
import { newId, secretHash } from '../../lib/ids.ts';
import type { PlanName } from '../../lib/plans.ts';
import { changeItem } from './table.ts';

/** An account with a key, created without the API. */
export type TestTenant = {
  readonly accountId: string;
  readonly keyId: string;
  readonly apiKey: string;
  account(): Promise<Account & { readonly activeJobs: number }>;
  change(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** The operations of each day that has any, recorded or counted by the account. */
  days(from?: string, to?: string): Promise<Record<string, number>>;
  /** A new token; its rate window is open, with nothing counted in it, and its account has granted it all calls. */
  newToken(): Promise<string>;
};

/** As many taken slots as an account item contains for jobs that were submitted at that time. */
export const takenSlots = (count: number, now = Date.now()): Account['slots'] =>
  Object.fromEntries(Array.from({ length: count }, () => [newId('job', now).slice('job_'.length), 1]));

/** Creates an account on a plan, with one key. `now` is in ms since the epoch. */
export const createTenant = async (
  table: Table,
  plan: PlanName = 'pro',
  now: number = Date.now(),
): Promise<TestTenant> => {
  const store = accountStore(table);
  const { accountId } = await createAccount(
    { email: `${crypto.randomUUID()}@example.test`, plan },
    store,
    now,
  );
  const { key: apiKey, keyId } = await createKey({ accountId, name: 'test' }, store, now);
  return {
    accountId,
    keyId,
    apiKey,
    account: async () => {
      const account = await getAccount(accountId, store);
      return { ...account, activeJobs: activeJobsOf(account) };
    },
    days: async (from = '2026-01-01', to = '2027-12-31') => {
      const days = new Map(await usageHistoryStore(table).operationsByDay(accountId, from, to));
      const { day, dayOperations } = await getAccount(accountId, store);
      if (day >= from && day <= to) days.set(day, (days.get(day) ?? 0) + dayOperations);
      return Object.fromEntries(days);
    },
    change: (values) => changeItem(table, keys.account(accountId), values),
    newToken: async () => {
      const token = await authorize(apiKey, tokenStore(table), now);
      await changeItem(table, keys.token(secretHash(token)), {
        window_ends: now + 60_000,
        granted: 60,
        grant_used: 0,
        grant_ends: now + 60_000,
        plan,
      });
      return token;
    },
  };
};
