import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { BillingRecord, BillingStore } from '../billing/billing-store.ts';
import { isPlanName, limitsOf, type PlanName } from '../plans.ts';
import { ttlAttribute } from '../table-layout.ts';
import { planUpdate } from './plan-update.ts';
import { putNew } from './put-new.ts';
import { type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import { type NamedWrite, type TransactItem, transact } from './transaction.ts';

const billingItem = z.object({
  customer_id: z.string().optional(),
  billed_plan: z.string().refine(isPlanName).default('free'),
  version: z.number().default(0),
});

const toRecord = (item: unknown): BillingRecord => {
  const { customer_id: customerId, billed_plan: plan, version } = billingItem.parse(item ?? {});
  return { customerId, plan, version };
};

const customerItem = z.object({ account_id: z.string() });

/** Seconds for which an event is remembered. Stripe retries one for 3 days, and resends it for up to 30 days on request. */
const eventSeconds = 31 * 86_400;

const setCustomer = (
  table: Table,
  accountId: string,
  customerId: string,
  replaces: string | undefined,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keys.billing(accountId),
    UpdateExpression: 'SET customer_id = :customer ADD version :one',
    ConditionExpression:
      replaces === undefined ? 'attribute_not_exists(customer_id)' : 'customer_id = :replaces',
    ExpressionAttributeValues: {
      ':customer': customerId,
      ':one': 1,
      ...(replaces === undefined ? {} : { ':replaces': replaces }),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const setBilledPlan = (
  table: Table,
  accountId: string,
  seen: BillingRecord,
  plan: PlanName,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keys.billing(accountId),
    UpdateExpression: 'SET billed_plan = :plan ADD version :one',
    ConditionExpression: 'version = :seen',
    ExpressionAttributeValues: { ':plan': plan, ':one': 1, ':seen': seen.version },
  },
});

/** Customers of the payment provider, its events and the plans they granted, in the table. */
export const billingStore = (table: Table): BillingStore => {
  const read = async (key: ItemKey): Promise<unknown> => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
    );
    return Item;
  };

  return {
    get: async (accountId) => toRecord(await read(keys.billing(accountId))),

    findAccount: async (customerId) => {
      const item = await read(keys.billingCustomer(customerId));
      return item === undefined ? undefined : customerItem.parse(item).account_id;
    },

    setCustomer: async (accountId, customerId, replaces) => {
      const customerItem = { ...keys.billingCustomer(customerId), account_id: accountId };
      const refusals = await transact(table, [
        ['record', setCustomer(table, accountId, customerId, replaces)],
        ['customer', { Put: { TableName: table.name, Item: customerItem } }],
      ]);
      const current = toRecord(refusals?.get('record')?.item).customerId;
      return current ?? customerId;
    },

    apply: async ({ accountId, eventId, seen, plan, now }) => {
      const eventItem = {
        ...keys.billingEvent(eventId),
        account_id: accountId,
        [ttlAttribute]: ttlAfter(now, eventSeconds),
      };
      const writes: readonly NamedWrite<'event' | 'record'>[] = [
        ['event', putNew(table, eventItem)],
        ['record', setBilledPlan(table, accountId, seen, plan)],
      ];
      const move: TransactItem = {
        Update: { TableName: table.name, ...planUpdate(accountId, plan, limitsOf(plan)) },
      };
      const refusals = await transact<'event' | 'record' | 'account'>(
        table,
        plan === seen.plan ? writes : [...writes, ['account', move]],
      );
      if (refusals === undefined) return 'applied';
      if (refusals.has('event')) return 'counted';
      return refusals.has('record') ? 'outdated' : 'no_account';
    },
  };
};
