import type Stripe from 'stripe';
import { type PlanName, paidPlans, plans } from '../plans.ts';
import type { BillingSettings } from './settings.ts';

/** What of a subscription decides the plan. */
export type SubscriptionState = {
  readonly status: Stripe.Subscription.Status;
  readonly items: { readonly data: readonly { readonly price: { readonly id: string } }[] };
};

/**
 * The states in which a subscription gives its plan. `past_due` is among them: Stripe tries the payment again for as long
 * as the operator lets it, and only then moves the subscription to `canceled` or `unpaid`.
 */
const grantingStates: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

const better = (a: PlanName, b: PlanName): PlanName => (plans[b].price > plans[a].price ? b : a);

/**
 * The plan that an account's subscriptions give: the best one, `free` where none gives any.
 *
 * A price that belongs to no plan, such as one that the operator has replaced, gives what the account was given before
 * (`given`), so nobody loses what is still paid for. `unknownPrices` names them.
 */
export const planOfSubscriptions = (
  subscriptions: readonly SubscriptionState[],
  prices: BillingSettings['prices'],
  given: PlanName,
): { plan: PlanName; unknownPrices: readonly string[] } => {
  const planOfPrice = new Map<string, PlanName>(paidPlans.map((plan) => [prices[plan], plan]));
  const paid = subscriptions
    .filter(({ status }) => grantingStates.has(status))
    .flatMap(({ items }) => items.data.map(({ price }) => price.id));
  return {
    plan: paid.map((price) => planOfPrice.get(price) ?? given).reduce(better, 'free'),
    unknownPrices: paid.filter((price) => !planOfPrice.has(price)),
  };
};
