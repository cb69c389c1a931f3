import * as z from 'zod';
import type { BillingRecord, BillingStore } from '../billing/billing-store.ts';
import type { PlanName } from '../plans.ts';
import { ttlAttribute } from '../table-layout.ts';
import { planUpdate } from './account-item.ts';
import { deleteItem } from './conditional-update.ts';
import { storedPlan } from './stored-plan.ts';
import { getItem, keys, type Table, ttlAfter } from './table.ts';
import { type NamedWrite, putNew, transact, type Write } from './transaction.ts';

const billingItem = z.object({
  customer_id: z.string().optional(),
  former_customers: z.array(z.string()).default([]),
  billed_plan: storedPlan.default('free'),
  version: z.number().default(0),
});

const toRecord = (item: unknown): BillingRecord => {
  const { customer_id: customerId, billed_plan: plan, version } = billingItem.parse(item ?? {});
  return { customerId, plan, version };
};

const customerItem = z.object({ account_id: z.string() });

/** Seconds for which an event is remembered. Stripe retries one for 3 days, and resends it for up to 30 days on request. */
const eventSeconds = 31 * 86_400;

const setCustomer = (accountId: string, customerId: string, replaces: string | undefined): Write => ({
  update: {
    key: keys.billing(accountId),
    set: { customer_id: customerId },
    ...(replaces === undefined
      ? {}
      : { clauses: 'former_customers = list_append(if_not_exists(former_customers, :none), :former)' }),
    actions: 'ADD version :one',
    when: replaces === undefined ? 'attribute_not_exists(customer_id)' : 'customer_id = :replaces',
    values: { one: 1, ...(replaces === undefined ? {} : { replaces, none: [], former: [replaces] }) },
  },
});

const setBilledPlan = (accountId: string, seen: BillingRecord, plan: PlanName): Write => ({
  update: {
    key: keys.billing(accountId),
    set: { billed_plan: plan },
    actions: 'ADD version :one',
    when: 'version = :seen',
    values: { one: 1, seen: seen.version },
  },
});

/** Customers of the payment provider, its events and the plans they granted, in the table. */
export const billingStore = (table: Table): BillingStore => ({
  get: async (accountId) => toRecord(await getItem(table, keys.billing(accountId))),

  customersOf: async (accountId) => {
    const item = billingItem.parse((await getItem(table, keys.billing(accountId))) ?? {});
    return [...item.former_customers, ...(item.customer_id === undefined ? [] : [item.customer_id])];
  },

  forgetCustomer: (customerId) => deleteItem(table, keys.billingCustomer(customerId)),

  findAccount: async (customerId) => {
    const item = await getItem(table, keys.billingCustomer(customerId));
    return item && customerItem.parse(item).account_id;
  },

  setCustomer: async (accountId, customerId, replaces) => {
    const customerItem = { ...keys.billingCustomer(customerId), account_id: accountId };
    const refusals = await transact(table, [
      ['record', setCustomer(accountId, customerId, replaces)],
      ['customer', { put: customerItem }],
    ]);
    const current = toRecord(refusals?.get('record')?.item).customerId;
    return current ?? customerId;
  },

  apply: async ({ accountId, eventId, seen, plan, now }) => {
    const eventItem = {
      ...keys.billingEvent(eventId),
      [ttlAttribute]: ttlAfter(now, eventSeconds),
    };
    const writes: readonly NamedWrite<'event' | 'record'>[] = [
      ['event', putNew(eventItem)],
      ['record', setBilledPlan(accountId, seen, plan)],
    ];
    const move: Write = { update: planUpdate(accountId, plan) };
    const refusals = await transact<'event' | 'record' | 'account'>(
      table,
      plan === seen.plan ? writes : [...writes, ['account', move]],
    );
    if (refusals === undefined) return 'applied';
    if (refusals.has('event')) return 'counted';
    return refusals.has('record') ? 'outdated' : 'no_account';
  },
});
