import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingStore } from '../../../lib/aws/billing-store.ts';
import { itemVersion } from '../../../lib/aws/item-version.ts';
import { keys } from '../../../lib/aws/table.ts';
import type { BillingStore } from '../../../lib/billing/billing-store.ts';
import { readItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const now = Date.parse('2026-11-20T09:12:00.000Z');

let database: TestTable;
let store: BillingStore;
let tenant: TestTenant;
let customer: string;

beforeAll(async () => {
  database = await startTestTable();
  store = billingStore(database.table);
});

afterAll(() => database.close());

beforeEach(async () => {
  tenant = await createTenant(database.table, 'free', now);
  customer = `cus_${crypto.randomUUID()}`;
});

const decision = async (values: object = {}) => ({
  accountId: tenant.accountId,
  eventId: `evt_${crypto.randomUUID()}`,
  seen: await store.get(tenant.accountId),
  plan: 'pro' as const,
  now,
  ...values,
});

describe('the customer of an account', () => {
  it('is undefined at first', async () => {
    expect(await store.get(tenant.accountId)).toEqual({ customerId: undefined, plan: 'free', version: 0 });
    expect(await store.findAccount(customer)).toBeUndefined();
  });

  it('is found by account, and its account by customer', async () => {
    const given = await store.setCustomer(tenant.accountId, customer);

    expect(given).toBe(customer);
    expect(await store.get(tenant.accountId)).toEqual({ customerId: customer, plan: 'free', version: 1 });
    expect(await store.findAccount(customer)).toBe(tenant.accountId);
  });

  it('remains the first one if two are set', async () => {
    await store.setCustomer(tenant.accountId, customer);

    const given = await store.setCustomer(tenant.accountId, `${customer}_second`);

    expect(given).toBe(customer);
    expect(await store.findAccount(`${customer}_second`)).toBeUndefined();
  });

  it('is replaced if it is the one to replace, and both then have the account', async () => {
    await store.setCustomer(tenant.accountId, customer);

    const given = await store.setCustomer(tenant.accountId, `${customer}_new`, customer);
    const late = await store.setCustomer(tenant.accountId, `${customer}_late`, customer);

    expect([given, late]).toEqual([`${customer}_new`, `${customer}_new`]);
    expect(await store.findAccount(customer)).toBe(tenant.accountId);
    expect(await store.findAccount(`${customer}_new`)).toBe(tenant.accountId);
  });
});

describe('the decision on an event', () => {
  beforeEach(() => store.setCustomer(tenant.accountId, customer));

  it('is written with the limits of the plan, and the event is remembered for a month', async () => {
    const pro = await decision();

    const outcome = await store.apply(pro);

    expect(outcome).toBe('applied');
    expect(await tenant.account()).toMatchObject({
      plan: 'pro',
      maxOperations: 25_000,
      maxActiveJobs: 50,
      maxKeys: 25,
    });
    expect(await store.get(tenant.accountId)).toEqual({ customerId: customer, plan: 'pro', version: 2 });
    expect(await readItem(database.table, keys.billingEvent(pro.eventId))).toEqual({
      ...keys.billingEvent(pro.eventId),
      v: itemVersion,
      ttl: now / 1000 + 31 * 86_400,
    });
  });

  it('is written once for each event', async () => {
    const pro = await decision();
    await store.apply(pro);

    const outcome = await store.apply({ ...pro, seen: await store.get(tenant.accountId), plan: 'free' });

    expect(outcome).toBe('counted');
    expect((await tenant.account()).plan).toBe('pro');
  });

  it('is not written if the record has changed since it was read', async () => {
    const late = await decision({ plan: 'starter' });
    await store.apply(await decision());

    const outcome = await store.apply(late);

    expect(outcome).toBe('outdated');
    expect((await tenant.account()).plan).toBe('pro');
  });

  it('keeps a plan set by the operator if the subscriptions grant the same plan as before', async () => {
    await tenant.change({ plan: 'starter', max_keys: 10 });

    const outcome = await store.apply(await decision({ plan: 'free' }));

    expect(outcome).toBe('applied');
    expect(await tenant.account()).toMatchObject({ plan: 'starter', maxKeys: 10 });
  });

  it('is not written for an account that no longer exists', async () => {
    const accountId = `${tenant.accountId}-gone`;
    await store.setCustomer(accountId, `${customer}_gone`);

    const outcome = await store.apply(await decision({ accountId, seen: await store.get(accountId) }));

    expect(outcome).toBe('no_account');
  });
});
