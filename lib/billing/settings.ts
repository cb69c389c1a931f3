import { priceVariable, readOptionalEnvironment } from '../env.ts';
import { ApiError } from '../errors.ts';
import { type PaidPlan, paidPlans } from '../plans.ts';
import { recordOf } from '../record-of.ts';

/** What the operator configured at Stripe. */
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
  if (all.includes('')) throw new Error('Some of the keys and prices of Stripe are set and others are not');
  return { secretKey, webhookSecret, prices };
};

/** The error of a deployment that does not sell plans. */
export const billingNotOffered = (): ApiError =>
  new ApiError(
    'billing_not_offered',
    'This service does not sell plans. Contact the operator; GET /account/config returns the support contact.',
  );
