import * as z from 'zod';
import type { Account } from '../accounts/account.ts';
import { isPlanName, type PlanLimits, plans } from '../plans.ts';
import { type Item, updateIf } from './conditional-update.ts';
import { keys, type Table } from './table.ts';

const minuteMs = 60_000;

const accountItem = z.object({
  account_id: z.string(),
  email: z.string(),
  plan: z.string().refine(isPlanName),
  created_at: z.number(),
  month: z.string(),
  operations: z.number(),
  refunds: z.number().default(0),
  active_jobs: z.number(),
  engine_hour: z.string().default(''),
  engine_ms: z.number().default(0),
  keys_count: z.number(),
  max_operations: z.number(),
  max_active_jobs: z.number(),
  max_keys: z.number(),
  max_engine_ms: z.number().optional(),
  max_refunds: z.number().optional(),
});

/** Reads an account item. Limits that the item lacks are those of its plan. */
export const toAccount = (item: unknown): Account => {
  const account = accountItem.parse(item);
  const planned = plans[account.plan];
  return {
    accountId: account.account_id,
    email: account.email,
    plan: account.plan,
    createdAt: account.created_at,
    month: account.month,
    operations: account.operations,
    refunds: account.refunds,
    activeJobs: account.active_jobs,
    engineHour: account.engine_hour,
    engineMs: account.engine_ms,
    keys: account.keys_count,
    maxOperations: account.max_operations,
    maxActiveJobs: account.max_active_jobs,
    maxKeys: account.max_keys,
    maxEngineMinutes:
      account.max_engine_ms === undefined ? planned.maxEngineMinutes : account.max_engine_ms / minuteMs,
    maxRefunds: account.max_refunds ?? planned.maxRefunds,
    maxCallsPerMinute: planned.maxCallsPerMinute,
    maxWaits: planned.maxWaits,
    maxResultBytes: planned.maxResultBytes,
  };
};

/** The limits that an account item carries because conditions compare them with its counters. */
export const limitAttributes = (limits: PlanLimits) => ({
  max_operations: limits.maxOperations,
  max_active_jobs: limits.maxActiveJobs,
  max_keys: limits.maxKeys,
  max_engine_ms: limits.maxEngineMinutes * minuteMs,
  max_refunds: limits.maxRefunds,
});

/** The attributes of an account item. */
export const fromAccount = (account: Account): z.input<typeof accountItem> => ({
  account_id: account.accountId,
  email: account.email,
  plan: account.plan,
  created_at: account.createdAt,
  month: account.month,
  operations: account.operations,
  refunds: account.refunds,
  active_jobs: account.activeJobs,
  engine_hour: account.engineHour,
  engine_ms: account.engineMs,
  keys_count: account.keys,
  ...limitAttributes(account),
});

/**
 * Adds the attributes that an account item lacks because it was written before they existed, with the values of its plan.
 *
 * Conditions on a missing attribute fail; the write that failed is repeated after this one.
 */
export const completeAccount = async (table: Table, item: Item | undefined): Promise<void> => {
  const account = toAccount(item);
  const missing = Object.entries(fromAccount(account)).filter(([name]) => item?.[name] === undefined);
  if (missing.length === 0) return;
  await updateIf(table, {
    Key: keys.account(account.accountId),
    UpdateExpression: `SET ${missing.map(([name]) => `${name} = if_not_exists(${name}, :${name})`).join(', ')}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: Object.fromEntries(missing.map(([name, value]) => [`:${name}`, value])),
  });
};
