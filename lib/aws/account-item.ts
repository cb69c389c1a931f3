import * as z from 'zod';
import type { Account } from '../accounts/account.ts';
import { isPlanName, limitsOf, type PlanLimits } from '../plans.ts';
import { recordOf } from '../record-of.ts';
import { type Item, updateIf } from './conditional-update.ts';
import { keys, type Table } from './table.ts';

/** The limits that an account item stores, because conditions compare them with its counters. */
const storedLimits = [
  { attribute: 'max_operations', limit: 'maxOperations', unit: 1 },
  { attribute: 'max_active_jobs', limit: 'maxActiveJobs', unit: 1 },
  { attribute: 'max_keys', limit: 'maxKeys', unit: 1 },
  { attribute: 'max_engine_ms', limit: 'maxEngineMinutes', unit: 60_000 },
  { attribute: 'max_refunds', limit: 'maxRefunds', unit: 1 },
] as const satisfies readonly { attribute: string; limit: keyof PlanLimits; unit: number }[];

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
  ...recordOf(
    storedLimits.map(({ attribute }) => attribute),
    () => z.number().optional(),
  ),
});

/** Reads an account item. A limit that the item lacks is that of its plan. */
export const toAccount = (item: unknown): Account => {
  const account = accountItem.parse(item);
  const limits = storedLimits.flatMap(({ attribute, limit, unit }) => {
    const value = account[attribute];
    return value === undefined ? [] : [[limit, value / unit] as const];
  });
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
    ...limitsOf(account.plan),
    ...Object.fromEntries(limits),
  };
};

/** The attributes of the limits that an account item stores. */
export const limitAttributes = (limits: PlanLimits) =>
  Object.fromEntries(storedLimits.map(({ attribute, limit, unit }) => [attribute, limits[limit] * unit]));

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
 * A condition on a missing attribute fails, so the caller repeats its write after this one.
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
