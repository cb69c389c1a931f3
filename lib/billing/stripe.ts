import Stripe from 'stripe';
import { BusyError } from '../api-errors.ts';
import { stripeAddress, stripeTimeoutMs } from './stripe-address.ts';

/** Opens Stripe's official client. Call it once per container. */
export const openStripe = (secretKey: string, address = stripeAddress): Stripe =>
  new Stripe(secretKey, { ...address, timeout: stripeTimeoutMs, maxNetworkRetries: 1, telemetry: false });

const {
  StripeAPIError,
  StripeConnectionError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripeRateLimitError,
} = Stripe.errors;

/**
 * Awaits a call to Stripe.
 *
 * @throws BusyError if Stripe is unreachable or too busy; any other error of the client
 */
export const ask = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
  try {
    return await call;
  } catch (error) {
    // An idempotency error: a simultaneous call has the same key and other parameters.
    const passing = [StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError];
    if (passing.some((kind) => error instanceof kind)) {
      throw new BusyError('Stripe is unavailable', { cause: error });
    }
    throw error;
  }
};

/** Whether Stripe refused the parameters of a call, as opposed to its key. */
export const isRefusal = (error: unknown): boolean => error instanceof StripeInvalidRequestError;

/** Whether the customer does not exist at Stripe: it was deleted, or it belongs to the test mode. */
export const isLostCustomer = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer';

/** The subscriptions of a customer that have not ended, newest first. */
export const subscriptionsOf = async (
  stripe: Stripe,
  customer: string,
): Promise<readonly Stripe.Subscription[]> =>
  (await ask(stripe.subscriptions.list({ customer, limit: 100 }))).data;
