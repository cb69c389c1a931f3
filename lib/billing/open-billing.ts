import type Stripe from 'stripe';
import type { BillingStore } from './billing-store.ts';
import { type BillingSettings, readBillingSettings } from './settings.ts';
import { openStripe } from './stripe.ts';

/** The payment provider of a deployment and the billing records of its accounts. */
type Billing = {
  readonly stripe: Stripe;
  readonly store: BillingStore;
  readonly settings: BillingSettings;
};

/** Opens the payment provider that the environment names. Returns undefined if plans are not sold. */
export const openBilling = (store: BillingStore): Billing | undefined => {
  const settings = readBillingSettings();
  return settings && { stripe: openStripe(settings.secretKey), store, settings };
};
