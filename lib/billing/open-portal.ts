import type Stripe from 'stripe';
import * as z from 'zod';
import type { BillingStore } from './billing-store.ts';
import { type BilledAccount, withCustomer } from './customer.ts';
import { dashboardAddress } from './dashboard-address.ts';
import type { StripeClient } from './stripe.ts';

const newPortalSession = z.object({ url: z.string() });

/** The URL of a new session of the customer portal; `flow` selects one of its pages. */
export const portalSession = async (
  customer: string,
  stripe: StripeClient,
  returnUrl: string,
  flow?: Stripe.BillingPortal.SessionCreateParams.FlowData,
): Promise<string> => {
  const parameters = {
    customer,
    return_url: returnUrl,
    ...(flow === undefined ? {} : { flow_data: flow }),
  } satisfies Stripe.BillingPortal.SessionCreateParams;
  const { url } = await stripe.post('/v1/billing_portal/sessions', parameters, newPortalSession);
  return url;
};

/**
 * The URL of the customer portal, with invoices, payment methods and the subscription.
 *
 * @throws BusyError
 */
export const openPortal = (
  account: BilledAccount,
  { stripe, store, dashboardUrl }: { stripe: StripeClient; store: BillingStore; dashboardUrl: string },
): Promise<string> =>
  withCustomer(account, stripe, store, (customer) =>
    portalSession(customer, stripe, dashboardAddress(dashboardUrl, 'returned')),
  );
