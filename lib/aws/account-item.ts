import * as z from 'zod';
import type { Account } from '../accounts/account.ts';
import { isPlanName } from '../plans.ts';

const accountItem = z.object({
  account_id: z.string(),
  email: z.string(),
  plan: z.string().refine(isPlanName),
  created_at: z.number(),
  month: z.string(),
  operations: z.number(),
  active_jobs: z.number(),
  keys_count: z.number(),
  max_operations: z.number(),
  max_active_jobs: z.number(),
  max_keys: z.number(),
});

/** Reads an account item. */
export const toAccount = (item: unknown): Account => {
  const account = accountItem.parse(item);
  return {
    accountId: account.account_id,
    email: account.email,
    plan: account.plan,
    createdAt: account.created_at,
    month: account.month,
    operations: account.operations,
    activeJobs: account.active_jobs,
    keys: account.keys_count,
    maxOperations: account.max_operations,
    maxActiveJobs: account.max_active_jobs,
    maxKeys: account.max_keys,
  };
};

/** The attributes of an account item. */
export const fromAccount = (account: Account): z.input<typeof accountItem> => ({
  account_id: account.accountId,
  email: account.email,
  plan: account.plan,
  created_at: account.createdAt,
  month: account.month,
  operations: account.operations,
  active_jobs: account.activeJobs,
  keys_count: account.keys,
  max_operations: account.maxOperations,
  max_active_jobs: account.maxActiveJobs,
  max_keys: account.maxKeys,
});
