import Stripe from 'stripe';
import { BusyError } from '../errors.ts';

/** Where Stripe's API is. */
export type StripeAddress = {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
};

const stripeAddress: StripeAddress = { protocol: 'https', host: 'api.stripe.com', port: 443 };

/** Milliseconds a call may take; with its one repetition it ends before API Gateway's 29 seconds do. */
const timeoutMs = 8000;

/** A client of Stripe's official library. Make it once for each container. */
export const openStripe = (secretKey: string, address: StripeAddress = stripeAddress): Stripe =>
  new Stripe(secretKey, { ...address, timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false });

const { StripeAPIError, StripeConnectionError, StripeInvalidRequestError, StripeRateLimitError } =
  Stripe.errors;

/**
 * The answer of a call to Stripe.
 *
 * @throws BusyError where Stripe cannot be reached or is too busy, and whatever else the library throws.
 */
export const ask = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
  try {
    return await call;
  } catch (error) {
    const passing = [StripeAPIError, StripeConnectionError, StripeRateLimitError];
    if (passing.some((kind) => error instanceof kind)) {
      throw new BusyError('Stripe does not answer', { cause: error });
    }
    throw error;
  }
};

/** Whether Stripe refused a call for what it asks, not for who asks. */
export const isRefusal = (error: unknown): boolean => error instanceof StripeInvalidRequestError;

/** Whether Stripe knows no such customer: it was deleted there, or made with the keys of the test mode. */
export const isLostCustomer = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer';

/** The subscriptions of a customer that have not ended, the newest first. */
export const subscriptionsOf = async (
  stripe: Stripe,
  customer: string,
): Promise<readonly Stripe.Subscription[]> =>
  (await ask(stripe.subscriptions.list({ customer, limit: 100 }))).data;
