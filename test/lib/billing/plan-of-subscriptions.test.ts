import { describe, expect, it } from 'vitest';
import { planOfSubscriptions, type SubscriptionState } from '../../../lib/billing/plan-of-subscriptions.ts';

const prices = { starter: 'price_starter', pro: 'price_pro' };

const subscription = (status: string, ...ids: string[]): SubscriptionState => ({
  status,
  items: { data: ids.map((id) => ({ price: { id } })) },
});

describe('the plan that subscriptions grant', () => {
  it.each([
    ['active', 'pro'],
    ['trialing', 'pro'],
    ['past_due', 'pro'],
    ['unpaid', 'free'],
    ['canceled', 'free'],
    ['incomplete', 'free'],
    ['incomplete_expired', 'free'],
    ['paused', 'free'],
    ['in a future state', 'free'],
  ])('for one that is %s: %s', (status, plan) => {
    expect(planOfSubscriptions([subscription(status, 'price_pro')], prices, 'starter')).toEqual({
      plan,
      unknownPrices: [],
    });
  });

  it.each([
    { of: 'none', subscriptions: [], plan: 'free' },
    {
      of: 'two',
      subscriptions: [subscription('active', 'price_pro'), subscription('active', 'price_starter')],
      plan: 'pro',
    },
    {
      of: 'two, the better one ended',
      subscriptions: [subscription('canceled', 'price_pro'), subscription('active', 'price_starter')],
      plan: 'starter',
    },
    {
      of: 'one with two prices',
      subscriptions: [subscription('active', 'price_starter', 'price_pro')],
      plan: 'pro',
    },
  ])('is the largest one of $of', ({ subscriptions, plan }) => {
    expect(planOfSubscriptions(subscriptions, prices, 'free').plan).toBe(plan);
  });

  it.each([
    { given: 'free', other: [], plan: 'free' },
    { given: 'pro', other: [], plan: 'pro' },
    { given: 'pro', other: ['price_starter'], plan: 'pro' },
    { given: 'starter', other: ['price_pro'], plan: 'pro' },
  ] as const)('remains $given with an unknown price and $other', ({ given, other, plan }) => {
    const subscriptions = [subscription('active', 'price_old'), subscription('active', ...other)];

    expect(planOfSubscriptions(subscriptions, prices, given)).toEqual({ plan, unknownPrices: ['price_old'] });
  });
});
