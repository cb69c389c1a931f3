import { afterAll, beforeAll, beforeEach } from 'vitest';
import { billingStore } from '../../../lib/aws/billing-store.ts';
import { openTable } from '../../../lib/aws/dynamodb.ts';
import type { BillingStore } from '../../../lib/billing/billing-store.ts';
import { type EventOutcome, receiveEvent } from '../../../lib/billing/receive-event.ts';
import { openStripe } from '../../../lib/billing/stripe.ts';
import type { PlanName } from '../../../lib/plans.ts';
import { type AwsProxy, startAwsProxy } from '../../support/aws-proxy.ts';
import { type FakeStripe, signedEvent, startFakeStripe, webhookSecret } from '../../support/fake-stripe.ts';
import { credentials, region, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

export const now = Date.parse('2026-11-20T09:12:00.000Z');

export let database: TestTable;
let proxy: AwsProxy;
export let fake: FakeStripe;
export let store: BillingStore;
export let tenant: TestTenant;
export let customer: string;
export let warnings: unknown[];

export const receive = (event: { body: Buffer; signature: string | undefined }): Promise<EventOutcome> =>
  receiveEvent(
    event,
    {
      stripe: openStripe('sk_test', fake.address),
      store,
      settings: { webhookSecret, prices: { starter: 'price_starter', pro: 'price_pro' } },
      warn: (message, fields) => warnings.push({ message, ...fields }),
    },
    now,
  );

/** An event that a subscription of the customer has changed. Its content is not used. */
export const changed = (type = 'updated', id?: string) =>
  signedEvent(
    `customer.subscription.${type}`,
    { id: 'sub_any', customer, status: 'active' },
    { now, ...(id === undefined ? {} : { id }) },
  );

export const planOf = async (): Promise<PlanName> => (await tenant.account()).plan;

export const applied = (plan: PlanName) => ({ outcome: 'applied', accountId: tenant.accountId, plan });

/** Gives the tests a table and a payment provider, and each test a tenant. */
export const useReceivedEvents = (): void => {
  beforeAll(async () => {
    [database, fake] = await Promise.all([startTestTable(), startFakeStripe()]);
    proxy = await startAwsProxy(database.endpoint, []);
    const config = { endpoint: proxy.endpoint, region, credentials: { ...credentials } };
    store = billingStore(openTable(database.table.name, config));
  });
  afterAll(() => Promise.all([proxy.close(), database.close(), fake.close()]));
  beforeEach(async () => {
    tenant = await createTenant(database.table, 'free');
    customer = `cus_${crypto.randomUUID()}`;
    fake.customers.set(customer, {});
    await store.setCustomer(tenant.accountId, customer);
    warnings = [];
    fake.takeCalls();
  });
};
