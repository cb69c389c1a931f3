import Stripe from 'stripe';
import type { BillingStore } from './billing-store.ts';
import { ask } from './stripe.ts';

/**
 * Deletes the customers that an account has or had at Stripe, which also cancels their subscriptions. Can be repeated. Returns how many
 * there were.
 */
export const deleteCustomers = async (
  accountId: string,
  stripe: Stripe,
  store: Pick<BillingStore, 'customersOf' | 'forgetCustomer'>,
): Promise<number> => {
  const customers = await store.customersOf(accountId);
  for (const customer of customers) {
    await ask(stripe.customers.del(customer)).catch((error: unknown) => {
      const isGone =
        error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
      if (!isGone) throw error;
    });
    await store.forgetCustomer(customer);
  }
  return customers.length;
};
