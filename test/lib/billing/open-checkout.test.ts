import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingStore } from '../../../lib/aws/billing-store.ts';
import { openCheckout } from '../../../lib/billing/open-checkout.ts';
import { openPortal } from '../../../lib/billing/open-portal.ts';
import { openStripe } from '../../../lib/billing/stripe.ts';
import type { PlanName } from '../../../lib/plans.ts';
import { type FakeStripe, startFakeStripe } from '../../support/fake-stripe.ts';
import { startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant } from '../../support/tenant.ts';

let database: TestTable;
let fake: FakeStripe;

beforeAll(async () => {
  [database, fake] = await Promise.all([startTestTable(), startFakeStripe()]);
});

afterAll(() => Promise.all([database.close(), fake.close()]));

const dependencies = () => ({
  stripe: openStripe('sk_test', fake.address),
  store: billingStore(database.table),
  settings: { prices: { starter: 'price_starter', pro: 'price_pro' } },
  dashboardUrl: 'https://docforge.example/dashboard/',
});

let account: { accountId: string; email: string; plan: PlanName };

beforeEach(async () => {
  const tenant = await createTenant(database.table, 'free');
  account = await tenant.account();
  fake.portalChangesPlans = true;
  fake.takeCalls();
});

const checkout = (plan: 'starter' | 'pro' = 'pro') => openCheckout(account, plan, dependencies());
const customerOf = async () => (await dependencies().store.get(account.accountId)).customerId ?? '';
const operations = () => fake.takeCalls().map(({ operation }) => operation);

/** The customer of an account that has opened a payment page before. */
const knownCustomer = async (): Promise<string> => {
  await checkout();
  fake.takeCalls();
  return customerOf();
};

describe('opening a payment page', () => {
  it('creates a customer and a session for the price that returns to the dashboard', async () => {
    const url = await checkout('starter');

    const customer = await customerOf();
    const [created, ...calls] = fake.takeCalls();
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.test\/cs_\d+$/);
    expect(created).toEqual({
      operation: 'POST /v1/customers',
      parameters: { email: account.email, 'metadata[account_id]': account.accountId },
      idempotencyKey: expect.stringMatching(/^customer-[\w-]{43}$/),
    });
    expect(calls.map(({ operation }) => operation)).toEqual([
      'GET /v1/subscriptions',
      'GET /v1/checkout/sessions',
      'POST /v1/checkout/sessions',
    ]);
    expect(calls.at(-1)?.parameters).toEqual({
      mode: 'subscription',
      customer,
      client_reference_id: account.accountId,
      'line_items[0][price]': 'price_starter',
      'line_items[0][quantity]': '1',
      'metadata[price]': 'price_starter',
      'subscription_data[metadata][account_id]': account.accountId,
      success_url: 'https://docforge.example/dashboard/?billing=paid',
      cancel_url: 'https://docforge.example/dashboard/?billing=cancelled',
    });
  });

  it('creates one customer for many simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => checkout()));

    const mine = [...fake.customers.values()].filter(({ email }) => email === account.email);
    expect(mine).toHaveLength(1);
  });

  const openSessions = async () => {
    const customer = await customerOf();
    return [...fake.sessions.values()].filter(
      (session) => session.customer === customer && session.status === 'open',
    );
  };

  it('opens one page for many simultaneous requests', async () => {
    await knownCustomer();

    const urls = await Promise.all(Array.from({ length: 20 }, () => checkout()));

    expect(await openSessions()).toHaveLength(1);
    expect(new Set(urls).size).toBe(1);
    expect(operations()).not.toContain('POST /v1/checkout/sessions');
  });

  it('leaves one page open if two plans are chosen at once, and if they are chosen in turn', async () => {
    await knownCustomer();

    const outcomes = await Promise.allSettled([checkout('starter'), checkout('pro')]);
    const atOnce = await openSessions();
    for (const plan of ['starter', 'pro', 'starter', 'starter'] as const) {
      const url = await checkout(plan);
      expect(fake.sessions.get(url.split('/').at(-1) ?? '')?.status).toBe('open');
    }

    // Of requests that saw the same pages, the second is refused. One that came later opens a page of its own.
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeLessThan(2);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { name: 'BusyError' } });
    expect(atOnce).toHaveLength(1);
    expect(await openSessions()).toHaveLength(1);
  });

  it.each(['POST /v1/customers', 'POST /v1/checkout/sessions'])(
    'creates nothing twice if the response of %s is lost',
    async (operation) => {
      fake.loseAnswer(operation);

      await checkout();

      const calls = fake.takeCalls().filter((call) => call.operation === operation);
      const customer = await customerOf();
      expect(calls).toHaveLength(2);
      expect(calls[1]).toEqual(calls[0]);
      expect([...fake.customers.values()].filter(({ email }) => email === account.email)).toHaveLength(1);
      expect([...fake.sessions.values()].filter((session) => session.customer === customer)).toHaveLength(1);
    },
  );

  it('expires the previous session, so that nobody pays twice', async () => {
    await checkout('starter');
    await checkout('pro');

    const customer = await customerOf();
    const states = [...fake.sessions.values()].filter((session) => session.customer === customer);
    expect(states.map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  it('opens a session even if the previous one is expiring', async () => {
    await checkout();
    const held = fake.hold('GET /v1/checkout/sessions');
    const opening = checkout();
    await held.held;
    const customer = await customerOf();
    for (const session of fake.sessions.values())
      if (session.customer === customer) session.status = 'expired';
    held.release();

    expect(await opening).toMatch(/^https:\/\/checkout/);
  });

  it("creates another customer if Stripe no longer has the account's customer", async () => {
    const old = await knownCustomer();
    fake.customers.delete(old);

    const url = await checkout();

    const customer = await customerOf();
    expect(url).toMatch(/^https:\/\/checkout/);
    expect(customer).not.toBe(old);
    expect(fake.customers.get(customer)).toMatchObject({ 'metadata[account_id]': account.accountId });
  });

  it('refuses the current plan without a call to Stripe', async () => {
    account = { ...account, plan: 'pro' };

    const refused = checkout('pro');

    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'plan: the account already has the pro plan. Choose another one.',
    });
    expect(fake.takeCalls()).toEqual([]);
  });

  it.each([
    { status: 500, calls: 2 },
    { status: 429, calls: 1 },
  ])('reports that the service is busy if Stripe returns $status', async ({ status, calls }) => {
    await knownCustomer();
    fake.fail('GET /v1/subscriptions', status, calls);

    await expect(checkout()).rejects.toMatchObject({ name: 'BusyError' });
    expect(operations()).toEqual(Array.from({ length: calls }, () => 'GET /v1/subscriptions'));
  });

  it('reports that the service is busy if Stripe is unreachable', async () => {
    const stripe = openStripe('sk_test', { protocol: 'http', host: '127.0.0.1', port: 1 });

    const refused = openCheckout(account, 'pro', { ...dependencies(), stripe });

    await expect(refused).rejects.toMatchObject({ name: 'BusyError' });
  });
});

describe('changing a subscription', () => {
  it.each(['active', 'trialing', 'past_due', 'unpaid', 'paused'])(
    'redirects to the portal while it is %s',
    async (status) => {
      const customer = await knownCustomer();
      const { id } = fake.subscribe(customer, 'price_starter', status);

      const url = await checkout('pro');

      const calls = fake.takeCalls();
      expect(url).toBe(`https://portal.stripe.test/${customer}/subscription_update_confirm`);
      expect(calls.map(({ operation }) => operation)).toEqual([
        'GET /v1/subscriptions',
        'POST /v1/billing_portal/sessions',
      ]);
      expect(calls[1]?.parameters).toEqual({
        customer,
        return_url: 'https://docforge.example/dashboard/?billing=returned',
        'flow_data[type]': 'subscription_update_confirm',
        'flow_data[subscription_update_confirm][subscription]': id,
        'flow_data[subscription_update_confirm][items][0][id]': `si_${id}`,
        'flow_data[subscription_update_confirm][items][0][price]': 'price_pro',
        'flow_data[subscription_update_confirm][items][0][quantity]': '1',
        'flow_data[after_completion][type]': 'redirect',
        'flow_data[after_completion][redirect][return_url]':
          'https://docforge.example/dashboard/?billing=returned',
      });
    },
  );

  it('redirects to the start page of the portal if Stripe refuses the change', async () => {
    const customer = await knownCustomer();
    fake.subscribe(customer, 'price_starter');
    fake.portalChangesPlans = false;

    expect(await checkout('pro')).toBe(`https://portal.stripe.test/${customer}/`);
  });

  it.each(['canceled', 'incomplete', 'incomplete_expired'])(
    'opens a new checkout if it is %s',
    async (status) => {
      fake.subscribe(await knownCustomer(), 'price_starter', status);

      expect(await checkout('pro')).toMatch(/^https:\/\/checkout/);
    },
  );
});

describe('opening the portal', () => {
  const portal = () => openPortal(account, dependencies());

  it("redirects to the customer's portal and back to the dashboard", async () => {
    const customer = await knownCustomer();

    const url = await portal();

    expect(url).toBe(`https://portal.stripe.test/${customer}/`);
    expect(fake.takeCalls()).toMatchObject([
      {
        operation: 'POST /v1/billing_portal/sessions',
        parameters: { customer, return_url: 'https://docforge.example/dashboard/?billing=returned' },
      },
    ]);
  });

  it('creates a customer if the account has none', async () => {
    await portal();

    expect(operations()).toEqual(['POST /v1/customers', 'POST /v1/billing_portal/sessions']);
  });

  it("creates another customer if Stripe no longer has the account's customer", async () => {
    fake.customers.delete(await knownCustomer());

    await portal();

    expect(operations()).toEqual([
      'POST /v1/billing_portal/sessions',
      'POST /v1/customers',
      'POST /v1/billing_portal/sessions',
    ]);
  });
});
