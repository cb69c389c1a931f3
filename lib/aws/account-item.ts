import * as z from 'zod';
import { type Account, nextDay } from '../accounts/account.ts';
import { limitsOf, type PlanLimits, type PlanName } from '../plans.ts';
import { recordOf } from '../record-of.ts';
import type { Change } from './change.ts';
import { updateIf } from './conditional-update.ts';
import { itemForm } from './item-form.ts';
import { storedPlan } from './stored-plan.ts';
import { type Item, keys, schedule, type Table } from './table.ts';

/** The limits that an account item stores, because conditions compare them with its counters. */
const storedLimits = [
  { attribute: 'max_operations', limit: 'maxOperations', unit: 1 },
  { attribute: 'max_active_jobs', limit: 'maxActiveJobs', unit: 1 },
  { attribute: 'max_keys', limit: 'maxKeys', unit: 1 },
  { attribute: 'max_engine_ms', limit: 'maxEngineMinutes', unit: 60_000 },
  { attribute: 'max_refunds', limit: 'maxRefunds', unit: 1 },
] as const satisfies readonly { attribute: string; limit: keyof PlanLimits; unit: number }[];

/** The limits that the operator can set for one account. An account item contains its own as `custom_` and the attribute. */
const customLimits = [
  ...storedLimits,
  { attribute: 'max_calls', limit: 'maxCallsPerMinute', unit: 1 },
  { attribute: 'max_waits', limit: 'maxWaits', unit: 1 },
  { attribute: 'max_file_bytes', limit: 'maxFileBytes', unit: 1 },
  { attribute: 'max_result_bytes', limit: 'maxResultBytes', unit: 1 },
] as const;

/** The limits that the operator can set for one account. */
export const customLimitNames: readonly (keyof PlanLimits)[] = customLimits.map(({ limit }) => limit);

const customName = (attribute: string): string => `custom_${attribute}`;

const form = itemForm({
  accountId: ['account_id', z.string()],
  email: ['email', z.string()],
  plan: ['plan', storedPlan],
  createdAt: ['created_at', z.number()],
  month: ['month', z.string()],
  operations: ['operations', z.number()],
  day: ['day', z.string().default('')],
  dayOperations: ['day_operations', z.number().default(0)],
  refunds: ['refunds', z.number().default(0)],
  slots: ['slots', z.record(z.string(), z.number()).default({})],
  engineHour: ['engine_hour', z.string().default('')],
  engineMs: ['engine_ms', z.number().default(0)],
  keys: ['keys_count', z.number()],
  suspendedAt: ['suspended_at', z.number().optional()],
  suspendedFor: ['suspended_for', z.string().optional()],
  deletingSince: ['deleting_since', z.number().optional()],
  identityHash: ['identity_hash', z.string().optional()],
});

const limitsItem = z.object(
  recordOf(
    [
      ...storedLimits.map(({ attribute }) => attribute),
      ...customLimits.map(({ attribute }) => customName(attribute)),
    ],
    () => z.number().optional(),
  ),
);

/** Returns the limits whose attributes have a value. */
const readLimits = (
  rows: readonly (typeof customLimits)[number][],
  readAttribute: (attribute: string) => number | undefined,
): Partial<PlanLimits> =>
  Object.fromEntries(
    rows.flatMap(({ attribute, limit, unit }) => {
      const value = readAttribute(attribute);
      return value === undefined ? [] : [[limit, value / unit]];
    }),
  );

/** Reads an account item. A limit that the item lacks is that of its plan. */
export const toAccount = (item: unknown): Account => {
  const account = form.read(item);
  const stored = limitsItem.parse(item);
  const custom = readLimits(customLimits, (attribute) => stored[customName(attribute)]);
  return {
    ...account,
    ...limitsOf(account.plan),
    ...readLimits(storedLimits, (attribute) => stored[attribute]),
    ...custom,
    ...(Object.keys(custom).length === 0 ? {} : { customLimits: custom }),
  };
};

/** The attributes of items that repeat the limits of an account, so that its calls need not read it. */
export const repeatedLimits = z.object({
  plan: storedPlan.default('free'),
  custom_limits: z.record(z.string(), z.number()).default({}),
});

/** The plan of an account and the limits that the operator set, as items repeat them. */
export type RepeatedLimits = z.infer<typeof repeatedLimits>;

/** Returns the attributes that repeat the limits of an account. */
export const repeatLimits = ({ plan, customLimits: custom = {} }: Account): RepeatedLimits => ({
  plan,
  custom_limits: Object.fromEntries(
    customLimits.flatMap(({ attribute, limit, unit }) => {
      const value = custom[limit];
      return value === undefined ? [] : [[attribute, value * unit]];
    }),
  ),
});

/** Returns the limits that an item repeats. */
export const limitsOfRepeated = ({ plan, custom_limits: custom }: RepeatedLimits): PlanLimits => ({
  ...limitsOf(plan),
  ...readLimits(customLimits, (attribute) => custom[attribute]),
});

/** The attributes of the limits that an account item stores. */
const limitAttributes = (limits: PlanLimits) =>
  Object.fromEntries(storedLimits.map(({ attribute, limit, unit }) => [attribute, limits[limit] * unit]));

/** The change that moves an account to a plan and its limits, but for those that the operator has set for it. */
export const planUpdate = (accountId: string, plan: PlanName): Change => {
  const limits = limitAttributes(limitsOf(plan));
  const names = Object.keys(limits);
  return {
    key: keys.account(accountId),
    set: { plan },
    clauses: names.map((name) => `${name} = if_not_exists(${customName(name)}, :${name})`).join(', '),
    when: 'attribute_exists(pk)',
    values: limits,
  };
};

/** The change that sets limits of an account on a plan; null restores the limit of the plan. */
export const customLimitsUpdate = (
  { accountId, plan }: Pick<Account, 'accountId' | 'plan'>,
  limits: Readonly<Partial<Record<keyof PlanLimits, number | null>>>,
): Change => {
  const ofPlan: Item = limitAttributes(limitsOf(plan));
  const changed = customLimits.filter(({ limit }) => limits[limit] !== undefined);
  const values = changed.map(({ attribute, limit, unit }) => {
    const value = limits[limit];
    return { attribute, custom: typeof value === 'number' ? value * unit : undefined };
  });
  return {
    key: keys.account(accountId),
    set: Object.fromEntries(
      values.flatMap(({ attribute, custom }) => [
        ...(attribute in ofPlan ? [[attribute, custom ?? ofPlan[attribute]]] : []),
        ...(custom === undefined ? [] : [[customName(attribute), custom]]),
      ]),
    ),
    remove: values.flatMap(({ attribute, custom }) => (custom === undefined ? [customName(attribute)] : [])),
    names: { current: 'plan' },
    when: '#current = :current',
    values: { current: plan },
  };
};

/** The name of a job's slot in the item of its account: its id without the prefix. */
export const slotOf = (jobId: string): string => jobId.slice(jobId.indexOf('_') + 1);

/** The attributes of an account item. */
export const fromAccount = (account: Account): Item => ({
  ...Object.fromEntries(Object.entries(form.write(account)).filter(([, value]) => value !== undefined)),
  ...limitAttributes(account),
});

const hourMs = 3_600_000;

/** When the slots of an account are checked next: in the first hour of the next day, which all accounts share. */
export const slotCheckAt = ({ createdAt }: Pick<Account, 'createdAt'>, now: number): number =>
  nextDay(now) + (createdAt % hourMs);

/** The item of a new account, whose slots are checked once its first day is over. */
export const newAccountItem = (account: Account): Item => ({
  ...keys.account(account.accountId),
  ...fromAccount(account),
  ...schedule('ACCOUNT', account.accountId, slotCheckAt(account, account.createdAt)),
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
    key: keys.account(account.accountId),
    clauses: missing.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`).join(', '),
    names: Object.fromEntries(missing.map(([name]) => [name, name])),
    when: 'attribute_exists(pk)',
    values: Object.fromEntries(missing),
  });
};
