import type { Refuse } from '../api-errors.ts';
import { priceVariable, readOptionalEnvironment } from '../env.ts';
import { type PaidPlan, paidPlans } from '../plans.ts';
import { recordOf } from '../record-of.ts';

/** The operator's Stripe settings. */
export type BillingSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The price id of each paid plan. */
  readonly prices: Readonly<Record<PaidPlan, string>>;
};

/**
 * Reads the billing settings. Returns undefined if plans are not sold.
 *
 * @throws Error if only some of the variables are set, which is a fault of the deployment
 */
export const readBillingSettings = (): BillingSettings | undefined => {
  const secretKey = readOptionalEnvironment('stripeSecretKey') ?? '';
  const webhookSecret = readOptionalEnvironment('stripeWebhookSecret') ?? '';
  const prices = recordOf(paidPlans, (plan) => readOptionalEnvironment(priceVariable(plan)) ?? '');
  const all = [secretKey, webhookSecret, ...Object.values(prices)];
  if (all.every((value) => value === '')) return undefined;
  if (all.includes(''))
    throw new Error(
      'The Stripe settings are incomplete: set the secret key, the webhook secret and all prices, or none',
    );
  return { secretKey, webhookSecret, prices };
};

/** Refuses a call because the deployment does not sell plans. */
export const billingNotOffered = (refuse: Refuse<'billing_not_offered'>): never =>
  refuse(
    'billing_not_offered',
    'This service does not sell plans. Contact the operator; GET /account/config returns the support contact.',
  );
