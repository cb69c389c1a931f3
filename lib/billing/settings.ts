import { readOptionalEnvironment } from '../env.ts';
import { ApiError } from '../errors.ts';
import type { PlanName } from '../plans.ts';

/** A plan that can be paid for. */
export type PaidPlan = Exclude<PlanName, 'free'>;

/** What the operator set up at Stripe. */
export type BillingSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The id of each plan's price. */
  readonly prices: Readonly<Record<PaidPlan, string>>;
};

/**
 * The settings of the environment; undefined where the operator takes no payments.
 *
 * @throws Error where some are set and others are not: a fault of the deployment, found at the first call.
 */
export const readBillingSettings = (): BillingSettings | undefined => {
  const secretKey = readOptionalEnvironment('stripeSecretKey');
  const webhookSecret = readOptionalEnvironment('stripeWebhookSecret');
  const starter = readOptionalEnvironment('stripeStarterPrice');
  const pro = readOptionalEnvironment('stripeProPrice');
  const all = [secretKey, webhookSecret, starter, pro];
  if (all.every((value) => value === undefined)) return undefined;
  if (!secretKey || !webhookSecret || !starter || !pro) {
    throw new Error('Of the keys and prices of Stripe some are set and others are not');
  }
  return { secretKey, webhookSecret, prices: { starter, pro } };
};

/** The refusal where plans are not changed by payment. */
export const billingNotOffered = (): ApiError =>
  new ApiError(
    'billing_not_offered',
    'Plans are not changed by payment here; GET /account/config says whom to ask',
  );
