import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setPlan } from '../../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { signedEvent } from '../../support/fake-stripe.ts';
import { runsOf } from '../../support/long-run.ts';
import {
  applied,
  changed,
  customer,
  database,
  fake,
  now,
  planOf,
  receive,
  store,
  tenant,
  useReceivedEvents,
  warnings,
} from './received-events.ts';

useReceivedEvents();

describe('the signature of an event', () => {
  const event = () => changed();

  it.each([
    ['made with another secret', () => signedEvent('x', {}, { now, secret: 'whsec_other' })],
    ['301 seconds old', () => signedEvent('x', {}, { now: now - 301_000 })],
    ['missing', () => ({ ...event(), signature: undefined })],
    ['malformed', () => ({ ...event(), signature: 'v1=abc' })],
    ['of another body', () => ({ ...event(), body: changed('deleted').body })],
    [
      'of a body without its white space',
      () => ({ ...event(), body: Buffer.from(JSON.stringify(JSON.parse(event().body.toString()))) }),
    ],
    ['of a longer body', () => ({ ...event(), body: Buffer.concat([event().body, Buffer.from(' ')]) })],
    ['of an empty body', () => ({ ...event(), body: Buffer.alloc(0) })],
  ])('is refused if it is %s', async (_, make) => {
    fake.subscribe(customer, 'price_pro');

    const refused = receive(make());

    await expect(refused).rejects.toMatchObject({ code: 'invalid_signature', status: 401 });
    expect(await planOf()).toBe('free');
    expect(fake.takeCalls()).toEqual([]);
  });

  it('is refused as such in any form', async () => {
    const time = Math.floor(now / 1000);
    const part = fc.oneof(
      fc.constantFrom(`t=${time}`, 't=', 'v1=', 'v1=abc', 'v0=', '=', ',', `t=${time},v1=`, 't=NaN,v1=é'),
      fc.string({ unit: anyCharacter, maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        const refused = receive({ ...event(), signature: parts.join(',') });

        await expect(refused).rejects.toMatchObject({ code: 'invalid_signature' });
      }),
      { numRuns: runsOf(20, 100), examples: [[[`t=${time}`, 'v1=']]] },
    );
  });

  it('is accepted for 300 seconds', async () => {
    expect(await receive(signedEvent('x', {}, { now: now - 300_000 }))).toEqual({ outcome: 'ignored' });
  });

  it('covers non-ASCII characters', async () => {
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
  ])('%s sets the plan that the subscriptions currently grant', async (type) => {
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

  it('may contain the expanded customer', async () => {
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
  ])('%s without a subscription change has no effect', async (type, object) => {
    fake.subscribe(customer, 'price_pro');

    const outcome = await receive(signedEvent(type, object(), { now }));

    expect(outcome).toEqual({ outcome: 'ignored' });
    expect(await planOf()).toBe('free');
  });

  it('of an unknown customer is logged and has no effect', async () => {
    const event = signedEvent(
      'customer.subscription.updated',
      { customer: 'cus_stranger' },
      { now, id: 'evt_stranger' },
    );

    expect(await receive(event)).toEqual({ outcome: 'unknown_customer' });
    expect(warnings).toEqual([
      {
        message: 'An event has an unknown customer',
        customer: 'cus_stranger',
        eventId: 'evt_stranger',
        type: 'customer.subscription.updated',
      },
    ]);
    expect(fake.takeCalls()).toEqual([]);
  });

  it('that arrives twice counts once', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();

    const outcomes = [await receive(event), await receive(event)];

    expect(outcomes).toEqual([applied('pro'), { outcome: 'counted' }]);
    expect((await store.get(tenant.accountId)).version).toBe(2);
  });

  it('that arrives twenty times simultaneously counts once', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => receive(event)));

    expect(outcomes.filter(({ outcome }) => outcome === 'applied')).toEqual([applied('pro')]);
    expect(outcomes.filter(({ outcome }) => outcome === 'counted')).toHaveLength(19);
    expect((await store.get(tenant.accountId)).version).toBe(2);
    expect(await planOf()).toBe('pro');
  });

  it('that has been applied is not applied again after the operator sets another plan', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();
    await receive(event);
    await setPlan({ accountId: tenant.accountId, plan: 'starter' }, accountStore(database.table));

    expect(await receive(event)).toEqual({ outcome: 'counted' });
    expect(await planOf()).toBe('starter');
  });

  it('is applied if a response of Stripe is lost', async () => {
    fake.subscribe(customer, 'price_pro');
    fake.loseAnswer('GET /v1/subscriptions');

    expect(await receive(changed())).toEqual(applied('pro'));
  });

  it('is not marked as applied if Stripe does not respond, so that it can be sent again', async () => {
    fake.subscribe(customer, 'price_pro');
    const event = changed();
    fake.fail('GET /v1/subscriptions', 500, 2);

    await expect(receive(event)).rejects.toMatchObject({ name: 'BusyError' });
    expect(await receive(event)).toEqual(applied('pro'));
  });
});

describe('an unknown price', () => {
  it('keeps the plan, is logged, and can be sent again once the prices are correct', async () => {
    const subscription = fake.subscribe(customer, 'price_old');
    const event = changed('updated', 'evt_old');

    const first = await receive(event);
    subscription.price = 'price_pro';
    const second = await receive(event);

    expect([first, second]).toEqual([{ outcome: 'unknown_price' }, applied('pro')]);
    expect(warnings).toEqual([
      {
        message: 'A subscription has an unknown price',
        accountId: tenant.accountId,
        eventId: 'evt_old',
        prices: ['price_old'],
      },
    ]);
  });

  it('keeps a plan that was paid for before the prices changed, until it ends', async () => {
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
