import type Stripe from 'stripe';
import { ApiError } from '../api-errors.ts';
import type { PaidPlan, PlanName } from '../plans.ts';
import type { BillingStore } from './billing-store.ts';
import { type BilledAccount, withCustomer } from './customer.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { portalSession } from './open-portal.ts';
import type { BillingSettings } from './settings.ts';
import { ask, isRefusal, subscriptionsOf } from './stripe.ts';

/** The dependencies of opening a payment page. */
type CheckoutDependencies = {
  readonly stripe: Stripe;
  readonly store: BillingStore;
  readonly settings: Pick<BillingSettings, 'prices'>;
  /** Base URL of the dashboard. */
  readonly dashboardUrl: string;
};

/** The states of a subscription that is changed instead of replaced by a new one. */
const lastingStates: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused']);

/** The newest payment page of a customer, and the one for a price if it is open. */
type Pages = { readonly newest: string | undefined; readonly url: string | undefined };

/** Expires the payment pages that are still open for other prices, so that nobody pays twice. */
const expireOtherSessions = async (customer: string, price: string, stripe: Stripe): Promise<Pages> => {
  const { data } = await ask(stripe.checkout.sessions.list({ customer, limit: 100 }));
  const open = data.filter(({ status }) => status === 'open');
  const same = open.find(({ metadata, url }) => metadata?.price === price && url !== null);
  for (const { id } of open.filter((session) => session !== same)) {
    // A session that was paid or has expired in the meantime cannot be expired.
    await ask(stripe.checkout.sessions.expire(id)).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }
  return { newest: data[0]?.id, url: same?.url ?? undefined };
};

/**
 * The key under which Stripe creates one payment page. Simultaneous requests that have seen the same newest page get the
 * same new one, and those for another plan are refused.
 */
const sessionKey = (customer: string, newest: string | undefined): string =>
  `checkout-${customer}-${newest ?? 'first'}`;

const newSession = async (
  accountId: string,
  customer: string,
  plan: PaidPlan,
  { stripe, settings: { prices }, dashboardUrl }: CheckoutDependencies,
): Promise<string> => {
  const price = prices[plan];
  const pages = await expireOtherSessions(customer, price, stripe);
  if (pages.url !== undefined) return pages.url;
  const { url } = await ask(
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: accountId,
        line_items: [{ price, quantity: 1 }],
        // By which a later request for the same plan finds this page.
        metadata: { price },
        subscription_data: { metadata: { account_id: accountId } },
        success_url: dashboardAddress(dashboardUrl, 'paid'),
        cancel_url: dashboardAddress(dashboardUrl, 'cancelled'),
      },
      { idempotencyKey: sessionKey(customer, pages.newest) },
    ),
  );
  if (url === null) throw new Error('Stripe opened a checkout session without a URL');
  return url;
};

/** The portal page that confirms the change, or its front page if Stripe does not allow this change. */
const changeSubscription = async (
  { id, items }: Stripe.Subscription,
  customer: string,
  plan: PaidPlan,
  { stripe, settings: { prices }, dashboardUrl }: CheckoutDependencies,
): Promise<string> => {
  const returnUrl = dashboardAddress(dashboardUrl, 'returned');
  const [item, ...more] = items.data;
  if (item === undefined || more.length > 0) return portalSession(customer, stripe, returnUrl);
  try {
    return await portalSession(customer, stripe, returnUrl, {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: id,
        items: [{ id: item.id, price: prices[plan], quantity: 1 }],
      },
      after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return portalSession(customer, stripe, returnUrl);
  }
};

/**
 * The URL of the page where a user pays for a plan: a new Checkout session, or the customer portal if the account already
 * has a subscription.
 *
 * @throws ApiError `invalid_request` if the account already has that plan; BusyError
 */
export const openCheckout = async (
  account: BilledAccount & { readonly plan: PlanName },
  plan: PaidPlan,
  dependencies: CheckoutDependencies,
): Promise<string> => {
  if (account.plan === plan) {
    throw new ApiError('invalid_request', `the account already has the ${plan} plan. Choose another one.`, {
      field: 'plan',
    });
  }
  const { stripe, store } = dependencies;
  return withCustomer(account, stripe, store, async (customer) => {
    const subscriptions = await subscriptionsOf(stripe, customer);
    const lasting = subscriptions.find(({ status }) => lastingStates.has(status));
    return lasting === undefined
      ? newSession(account.accountId, customer, plan, dependencies)
      : changeSubscription(lasting, customer, plan, dependencies);
  });
};
