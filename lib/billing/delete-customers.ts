import * as z from 'zod';
import { BusyError } from '../api-errors.ts';
import type { BillingStore } from './billing-store.ts';
import { stripeAddress, stripeTimeoutMs } from './stripe-address.ts';

const refusal = z.object({ error: z.object({ code: z.string().optional(), message: z.string() }) });

/** Deletes a customer at Stripe, unless it is gone. */
export type DeleteCustomer = (customer: string) => Promise<void>;

/**
 * Opens the deletion of customers at Stripe, which also cancels their subscriptions. This one request does not need the 250 KB of
 * Stripe's client.
 *
 * The returned function throws BusyError if Stripe is unreachable or too busy.
 */
export const openCustomerDeletion = (secretKey: string, address = stripeAddress): DeleteCustomer => {
  const { protocol, host, port } = address;
  return async (customer) => {
    const send = () =>
      fetch(`${protocol}://${host}:${port}/v1/customers/${encodeURIComponent(customer)}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${secretKey}` },
        signal: AbortSignal.timeout(stripeTimeoutMs),
      });
    const response = await send()
      .catch(send)
      .catch((cause: unknown) => {
        throw new BusyError('Stripe is unavailable', { cause });
      });
    if (response.ok) return;
    if (response.status === 429 || response.status >= 500)
      throw new BusyError(`Stripe is unavailable: it responded ${response.status}`);
    const { error } = refusal.parse(await response.json());
    if (error.code !== 'resource_missing') throw new Error(`Stripe refused the deletion: ${error.message}`);
  };
};

/** Deletes the customers that an account has or had at Stripe. Can be repeated. Returns how many there were. */
export const deleteCustomers = async (
  accountId: string,
  deleteCustomer: DeleteCustomer,
  store: Pick<BillingStore, 'customersOf' | 'forgetCustomer'>,
): Promise<number> => {
  const customers = await store.customersOf(accountId);
  for (const customer of customers) {
    await deleteCustomer(customer);
    await store.forgetCustomer(customer);
  }
  return customers.length;
};
