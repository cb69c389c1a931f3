import type Stripe from 'stripe';
import { type PlanName, paidPlans, plans } from '../plans.ts';
import type { BillingSettings } from './settings.ts';

/** The state of a subscription that determines the plan. */
export type SubscriptionState = {
  readonly status: Stripe.Subscription.Status;
  readonly items: { readonly data: readonly { readonly price: { readonly id: string } }[] };
};

/**
 * The states in which a subscription grants its plan. They include `past_due`: Stripe retries the payment for as long as the
 * operator has configured, and only then moves the subscription to `canceled` or `unpaid`.
 */
const grantingStates: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

const better = (a: PlanName, b: PlanName): PlanName => (plans[b].price > plans[a].price ? b : a);

/**
 * The plan that an account's subscriptions grant: the best one, or `free`.
 *
 * An unknown price, such as one that the operator has replaced, leaves the account's plan (`granted`) unchanged, so that no
 * customer loses a plan that is still paid for. `unknownPrices` lists such prices.
 */
export const planOfSubscriptions = (
  subscriptions: readonly SubscriptionState[],
  prices: BillingSettings['prices'],
  granted: PlanName,
): { plan: PlanName; unknownPrices: readonly string[] } => {
  const planOfPrice = new Map<string, PlanName>(paidPlans.map((plan) => [prices[plan], plan]));
  const paid = subscriptions
    .filter(({ status }) => grantingStates.has(status))
    .flatMap(({ items }) => items.data.map(({ price }) => price.id));
  return {
    plan: paid.map((price) => planOfPrice.get(price) ?? granted).reduce(better, 'free'),
    unknownPrices: paid.filter((price) => !planOfPrice.has(price)),
  };
};
