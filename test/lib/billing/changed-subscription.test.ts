import { describe, expect, it } from 'vitest';
import { setPlan } from '../../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import type { PlanName } from '../../../lib/plans.ts';
import { itLong } from '../../support/long-run.ts';
import {
  applied,
  changed,
  customer,
  database,
  fake,
  planOf,
  receive,
  store,
  tenant,
  useReceivedEvents,
} from './received-events.ts';

useReceivedEvents();

describe('events out of order', () => {
  it('result in the state of the newest, even in reverse order', async () => {
    const [created, updated, deleted] = [changed('created'), changed('updated'), changed('deleted')];
    const subscription = fake.subscribe(customer, 'price_pro');
    subscription.status = 'canceled';

    const outcomes = [await receive(deleted), await receive(updated), await receive(created)];

    expect(outcomes).toEqual([applied('free'), applied('free'), applied('free')]);
    expect(await planOf()).toBe('free');
  });

  it('result in the newest state if an older one was read first and is written last', async () => {
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

  itLong('result in the newest state if twenty arrive simultaneously', async () => {
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
  it('restores the Free plan, even from a smaller paid plan', async () => {
    const subscription = fake.subscribe(customer, 'price_pro');
    const plans: PlanName[] = [];
    for (const change of [{}, { price: 'price_starter' }, { status: 'canceled' }]) {
      Object.assign(subscription, change);
      await receive(changed(subscription.status === 'canceled' ? 'deleted' : 'updated'));
      plans.push(await planOf());
    }

    expect(plans).toEqual(['pro', 'starter', 'free']);
  });

  it('keeps the larger plan of another subscription', async () => {
    const starter = fake.subscribe(customer, 'price_starter');
    fake.subscribe(customer, 'price_pro');
    await receive(changed('created'));
    starter.status = 'canceled';

    await receive(changed('deleted'));

    expect(await planOf()).toBe('pro');
  });

  it('is applied for a customer that was deleted at Stripe', async () => {
    fake.subscribe(customer, 'price_pro');
    await receive(changed());
    fake.customers.delete(customer);

    expect(await receive(changed('deleted'))).toEqual(applied('free'));
  });

  it('is not applied by keys of another Stripe account', async () => {
    fake.subscribe(customer, 'price_pro');
    await receive(changed());
    fake.customers.delete(customer);

    await expect(receive(changed('updated'))).rejects.toMatchObject({ code: 'resource_missing' });
    expect(await planOf()).toBe('pro');
  });

  it('has no effect if the account has a new customer', async () => {
    fake.customers.set(`${customer}_new`, {});
    fake.subscribe(`${customer}_new`, 'price_pro');
    await store.setCustomer(tenant.accountId, `${customer}_new`, customer);

    expect(await receive(changed('deleted'))).toEqual(applied('pro'));
  });

  it('keeps a plan set by the operator if no subscription granted one', async () => {
    await setPlan({ accountId: tenant.accountId, plan: 'pro' }, accountStore(database.table));
    fake.subscribe(customer, 'price_starter', 'incomplete_expired');

    await receive(changed());

    expect(await planOf()).toBe('pro');
  });
});
