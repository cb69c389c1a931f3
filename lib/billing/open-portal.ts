import type Stripe from 'stripe';
import type { BillingStore } from './billing-store.ts';
import { type BilledAccount, withCustomer } from './customer.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { ask } from './stripe.ts';

/** The address of a new session of the customer portal; `flow` leads straight to one of its pages. */
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
 * The address where a user sees invoices, changes how to pay, and changes or ends the subscription.
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
