import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPlan } from '../../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
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

const now = Date.parse('2026-11-20T09:12:00.000Z');

let database: TestTable;
let proxy: AwsProxy;
let fake: FakeStripe;
let store: BillingStore;
let tenant: TestTenant;
let customer: string;
let warnings: unknown[];

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

const receive = (event: { body: Buffer; signature: string | undefined }): Promise<EventOutcome> =>
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

/** An event that a subscription of the customer has changed; what it says of it does not count. */
const changed = (type = 'updated', id?: string) =>
  signedEvent(
    `customer.subscription.${type}`,
    { id: 'sub_any', customer, status: 'active' },
    { now, ...(id === undefined ? {} : { id }) },
  );

const planOf = async (): Promise<PlanName> => (await tenant.account()).plan;
const applied = (plan: PlanName) => ({ outcome: 'applied', accountId: tenant.accountId, plan });

describe('the signature of an event', () => {
  const event = () => changed();

  it.each([
    ['made with another secret', () => signedEvent('x', {}, { now, secret: 'whsec_other' })],
    ['301 seconds old', () => signedEvent('x', {}, { now: now - 301_000 })],
    ['missing', () => ({ ...event(), signature: undefined })],
    ['of no form', () => ({ ...event(), signature: 'v1=abc' })],
    ['of another body', () => ({ ...event(), body: changed('deleted').body })],
    [
      'of a body that has lost its white space',
      () => ({ ...event(), body: Buffer.from(JSON.stringify(JSON.parse(event().body.toString()))) }),
    ],
    [
      'of a body that has grown',
      () => ({ ...event(), body: Buffer.concat([event().body, Buffer.from(' ')]) }),
    ],
    ['of an empty body', () => ({ ...event(), body: Buffer.alloc(0) })],
  ])('is refused where it is %s', async (_, make) => {
    fake.subscribe(customer, 'price_pro');

    const refused = receive(make());

    await expect(refused).rejects.toMatchObject({ code: 'invalid_signature', status: 401 });
    expect(await planOf()).toBe('free');
    expect(fake.takeCalls()).toEqual([]);
  });

  it('is taken for 300 seconds', async () => {
    expect(await receive(signedEvent('x', {}, { now: now - 300_000 }))).toEqual({ outcome: 'ignored' });
  });

  it('covers characters of every kind', async () => {
    const event = signedEvent('x', { name: 'Ünïcödé 漢字 😀 \u2028' }, { now });

    expect(await receive(event)).toEqual({ outcome: 'ignored' });
  });
});

describe('an event', () => {
  it.each([
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'checkout.session.completed',
  ])('%s gives the plan that the subscriptions are for now', async (type) => {
    fake.subscribe(customer, 'price_starter');

    const outcome = await receive(signedEvent(type, { customer }, { now }));

    expect(outcome).toEqual(applied('starter'));
    expect(await tenant.account()).toMatchObject({
      plan: 'starter',
      maxOperations: 5_000,
      maxActiveJobs: 20,
      maxKeys: 10,
    });
  });

  it('may hold the customer whole', async () => {
    fake.subscribe(customer, 'price_starter');

    const outcome = await receive(
      signedEvent('checkout.session.completed', { customer: { id: customer } }, { now }),
    );

    expect(outcome).toEqual(applied('starter'));
  });

  it.each([
    ['invoice.payment_failed', () => ({ customer })],
    ['invoice.paid', () => ({ customer })],
    ['checkout.session.completed', () => ({ customer: null })],
  ])('%s without news of a subscription changes nothing', async (type, object) => {
    fake.subscribe(customer, 'price_pro');

    const outcome = await receive(signedEvent(type, object(), { now }));

    expect(outcome).toEqual({ outcome: 'ignored' });
    expect(await planOf()).toBe('free');
  });

  it('of a customer that no account has is noted and changes nothing', async () => {
    const event = signedEvent(
      'customer.subscription.updated',
      { customer: 'cus_stranger' },
      { now, id: 'evt_stranger' },
    );

    expect(await receive(event)).toEqual({ outcome: 'unknown_customer' });
    expect(warnings).toEqual([
      {
        message: 'No account has the customer of an event',
        customer: 'cus_stranger',
        eventId: 'evt_stranger',
        type: 'customer.subscription.updated',
      },
    ]);
    expect(fake.takeCalls()).toEqual([]);
  });

  it('that comes twice counts once', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();

    const outcomes = [await receive(event), await receive(event)];

    expect(outcomes).toEqual([applied('pro'), { outcome: 'counted' }]);
    expect((await store.get(tenant.accountId)).version).toBe(2);
  });

  it('that comes twenty times at once counts once', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => receive(event)));

    expect(outcomes.filter(({ outcome }) => outcome === 'applied')).toEqual([applied('pro')]);
    expect(outcomes.filter(({ outcome }) => outcome === 'counted')).toHaveLength(19);
    expect((await store.get(tenant.accountId)).version).toBe(2);
    expect(await planOf()).toBe('pro');
  });

  it('that counted stays counted where the operator has set another plan since', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();
    await receive(event);
    await setPlan({ accountId: tenant.accountId, plan: 'starter' }, accountStore(database.table));

    expect(await receive(event)).toEqual({ outcome: 'counted' });
    expect(await planOf()).toBe('starter');
  });

  it('is applied once where the answer of its transaction is lost', async () => {
    fake.subscribe(customer, 'price_pro');
    proxy.loseAnswer('TransactWriteItems');

    expect(await receive(changed())).toEqual(applied('pro'));
    expect((await store.get(tenant.accountId)).version).toBe(2);
  });

  it('is applied where an answer of Stripe is lost', async () => {
    fake.subscribe(customer, 'price_pro');
    fake.loseAnswer('GET /v1/subscriptions');

    expect(await receive(changed())).toEqual(applied('pro'));
  });

  it('is not counted where Stripe does not answer, so that it can come again', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();
    fake.fail('GET /v1/subscriptions', 500, 2);

    await expect(receive(event)).rejects.toMatchObject({ name: 'BusyError' });
    expect(await receive(event)).toEqual(applied('pro'));
  });
});

describe('events out of order', () => {
  it('lead to what the last of them says, in reverse too', async () => {
    const [created, updated, deleted] = [changed('created'), changed('updated'), changed('deleted')];
    const subscription = fake.subscribe(customer, 'price_pro');
    subscription.status = 'canceled';

    const outcomes = [await receive(deleted), await receive(updated), await receive(created)];

    expect(outcomes).toEqual([applied('free'), applied('free'), applied('free')]);
    expect(await planOf()).toBe('free');
  });

  it('lead to the newest state where an older one was asked for first and is written last', async () => {
    const subscription = fake.subscribe(customer, 'price_starter');
    const slow = fake.hold('GET /v1/subscriptions');
    const older = receive(changed('created'));
    await slow.held;
    subscription.price = 'price_pro';
    await receive(changed('updated'));
    slow.release();

    expect(await older).toEqual(applied('pro'));
    expect(await planOf()).toBe('pro');
  });

  it('lead to the newest state where twenty come at once', async () => {
    const subscription = fake.subscribe(customer, 'price_starter');
    const events = Array.from({ length: 20 }, () => changed());
    const some = events.slice(0, 10).map(receive);
    subscription.price = 'price_pro';
    const more = events.slice(10).map(receive);

    const outcomes = await Promise.all([...some, ...more]);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array.from(events, () => 'applied'));
    expect(await planOf()).toBe('pro');
  });
});

describe('the end of a subscription', () => {
  it('leads back to the free plan, from a lower plan too', async () => {
    const subscription = fake.subscribe(customer, 'price_pro');
    const plans: PlanName[] = [];
    for (const change of [{}, { price: 'price_starter' }, { status: 'canceled' }]) {
      Object.assign(subscription, change);
      await receive(changed(subscription.status === 'canceled' ? 'deleted' : 'updated'));
      plans.push(await planOf());
    }

    expect(plans).toEqual(['pro', 'starter', 'free']);
  });

  it('leaves the plan of a better one that goes on', async () => {
    const starter = fake.subscribe(customer, 'price_starter');
    fake.subscribe(customer, 'price_pro');
    await receive(changed('created'));
    starter.status = 'canceled';

    await receive(changed('deleted'));

    expect(await planOf()).toBe('pro');
  });

  it('is told of a customer that was deleted at Stripe', async () => {
    fake.subscribe(customer, 'price_pro');
    await receive(changed());
    fake.customers.delete(customer);

    expect(await receive(changed('deleted'))).toEqual(applied('free'));
  });

  it('is not told by keys that do not know the customer', async () => {
    fake.subscribe(customer, 'price_pro');
    await receive(changed());
    fake.customers.delete(customer);

    await expect(receive(changed('updated'))).rejects.toMatchObject({ code: 'resource_missing' });
    expect(await planOf()).toBe('pro');
  });

  it('does not count where the account has another customer since', async () => {
    fake.customers.set(`${customer}_new`, {});
    fake.subscribe(`${customer}_new`, 'price_pro');
    await store.setCustomer(tenant.accountId, `${customer}_new`, customer);

    expect(await receive(changed('deleted'))).toEqual(applied('pro'));
  });

  it('leaves a plan that the operator set where no subscription ever gave one', async () => {
    await setPlan({ accountId: tenant.accountId, plan: 'pro' }, accountStore(database.table));
    fake.subscribe(customer, 'price_starter', 'incomplete_expired');

    await receive(changed());

    expect(await planOf()).toBe('pro');
  });
});

describe('a price of no plan', () => {
  it('leaves the plan, is noted, and can be sent again once the prices are right', async () => {
    const subscription = fake.subscribe(customer, 'price_old');
    const event = changed('updated', 'evt_old');

    const first = await receive(event);
    subscription.price = 'price_pro';
    const second = await receive(event);

    expect([first, second]).toEqual([{ outcome: 'unknown_price' }, applied('pro')]);
    expect(warnings).toEqual([
      {
        message: 'A subscription has a price of no plan',
        accountId: tenant.accountId,
        eventId: 'evt_old',
        prices: ['price_old'],
      },
    ]);
  });

  it('keeps what was paid for before the operator changed the prices, until it ends', async () => {
    const subscription = fake.subscribe(customer, 'price_pro');
    await receive(changed());
    subscription.price = 'price_of_last_year';
    await receive(changed());
    const kept = await planOf();
    subscription.status = 'canceled';

    await receive(changed('deleted'));

    expect([kept, await planOf()]).toEqual(['pro', 'free']);
  });
});
