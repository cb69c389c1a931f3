import { paymentEnvironment } from '../../env.ts';
import { items } from '../../grants.ts';
import * as schemas from '../account-schemas.ts';
import { byUser, json, type RouteRows, routeGroup } from '../route.ts';

/** What the handlers that redirect a user to the payment provider share. */
const redirects = {
  environment: [...paymentEnvironment, 'dashboardUrl'],
  grants: [
    items('GetItem', 'account', 'billing'),
    items('UpdateItem', 'billing'),
    items('PutItem', 'billingCustomers'),
  ],
  success: {
    status: 200,
    description: 'The URL to redirect the browser to',
    schema: schemas.billingRedirect,
  },
} as const;

/** Payments. */
export const billingRoutes = routeGroup({
  openCheckout: {
    ...byUser,
    ...redirects,
    method: 'POST',
    path: '/account/billing/checkout',
    summary: 'Start a change to a paid plan',
    description: 'Returns the URL of the payment page.',
    body: { [json]: schemas.checkoutBody },
    errors: ['account_not_found', 'billing_not_offered'],
  },
  openBillingPortal: {
    ...byUser,
    ...redirects,
    method: 'POST',
    path: '/account/billing/portal',
    summary: 'Manage or end a subscription',
    description: 'Returns the URL of the customer portal.',
    errors: ['account_not_found', 'billing_not_offered'],
  },
  receiveBillingEvent: {
    environment: ['tableName', ...paymentEnvironment],
    grants: [
      items('GetItem', 'billing', 'billingCustomers'),
      items('UpdateItem', 'billing', 'account'),
      items('PutItem', 'billingEvents'),
    ],
    method: 'POST',
    path: '/billing/webhook',
    summary: 'Receive an event of the payment provider',
    description: 'Signed by the provider. Idempotent: a repeated or outdated event changes nothing.',
    access: 'anyone',
    audience: 'dashboard',
    rateLimit: null,
    success: { status: 204, description: 'The event was received' },
    errors: ['invalid_signature', 'billing_not_offered'],
  },
} as const satisfies RouteRows);
