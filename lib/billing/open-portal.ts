import type Stripe from 'stripe';
import type { BillingStore } from './billing-store.ts';
import { type BilledAccount, withCustomer } from './customer.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { ask } from './stripe.ts';

/** The URL of a new session of the customer portal; `flow` selects one of its pages. */
export const portalSession = async (
  customer: string,
  stripe: Stripe,
  returnUrl: string,
  flow?: Stripe.BillingPortal.SessionCreateParams.FlowData,
): Promise<string> => {
  const { url } = await ask(
    stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      ...(flow === undefined ? {} : { flow_data: flow }),
    }),
  );
  return url;
};

/**
 * The URL of the customer portal, with invoices, payment methods and the subscription.
 *
 * @throws BusyError
 */
export const openPortal = (
  account: BilledAccount,
  { stripe, store, dashboardUrl }: { stripe: Stripe; store: BillingStore; dashboardUrl: string },
): Promise<string> =>
  withCustomer(account, stripe, store, (customer) =>
    portalSession(customer, stripe, dashboardAddress(dashboardUrl, 'returned')),
  );
