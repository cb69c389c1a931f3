import { paymentEnvironment } from '../../env.ts';
import { items } from '../../grants.ts';
import * as schemas from '../account-schemas.ts';
import { json, type RouteTable } from '../route.ts';

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
export const billingRoutes = {
  openCheckout: {
    ...redirects,
    function: 'open-checkout',
    method: 'POST',
    path: '/account/billing/checkout',
    summary: 'Start a change to a paid plan',
    description: 'Returns the URL of the payment page.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    body: { [json]: schemas.checkoutBody },
    errors: [
      'account_not_found',
      'invalid_request',
      'request_too_large',
      'unsupported_media_type',
      'billing_not_offered',
    ],
  },
  openBillingPortal: {
    ...redirects,
    function: 'open-billing-portal',
    method: 'POST',
    path: '/account/billing/portal',
    summary: 'Manage or end a subscription',
    description: 'Returns the URL of the customer portal.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    errors: ['account_not_found', 'billing_not_offered'],
  },
  receiveBillingEvent: {
    function: 'receive-billing-event',
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
    countsAsOperation: false,
    success: { status: 204, description: 'The event was received' },
    errors: ['invalid_signature', 'billing_not_offered'],
  },
} as const satisfies RouteTable;
