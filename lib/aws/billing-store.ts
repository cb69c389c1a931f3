import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { BillingRecord, BillingStore } from '../billing/billing-store.ts';
import { isPlanName, plans } from '../plans.ts';
import { planUpdate } from './plan-update.ts';
import { type ItemKey, keys, type Table, ttlAfter, ttlAttribute } from './table.ts';
import { transact } from './transaction.ts';

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

/** Seconds an event is remembered: Stripe sends one again for three days by itself, and for 30 days when it is asked to. */
const eventSeconds = 31 * 86_400;

/** Customers, events and what was decided on them, over the table. */
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
      const refused = await transact(table, [
        {
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
        },
        {
          Put: {
            TableName: table.name,
            Item: { ...keys.billingCustomer(customerId), account_id: accountId },
          },
        },
      ]);
      return (refused === undefined ? undefined : toRecord(refused[0]?.item).customerId) ?? customerId;
    },

    apply: async ({ accountId, eventId, seen, plan, now }) => {
      const refused = await transact(table, [
        {
          Put: {
            TableName: table.name,
            Item: {
              ...keys.billingEvent(eventId),
              account_id: accountId,
              [ttlAttribute]: ttlAfter(now, eventSeconds),
            },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        {
          Update: {
            TableName: table.name,
            Key: keys.billing(accountId),
            UpdateExpression: 'SET billed_plan = :plan ADD version :one',
            ConditionExpression: 'version = :seen',
            ExpressionAttributeValues: { ':plan': plan, ':one': 1, ':seen': seen.version },
          },
        },
        ...(plan === seen.plan
          ? []
          : [{ Update: { TableName: table.name, ...planUpdate(accountId, plan, plans[plan]) } }]),
      ]);
      if (refused === undefined) return 'applied';
      const [event, record] = refused;
      if (event !== undefined) return 'counted';
      return record === undefined ? 'no_account' : 'outdated';
    },
  };
};
