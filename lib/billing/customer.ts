import type Stripe from 'stripe';
import * as z from 'zod';
import { secretHash } from '../ids.ts';
import type { BillingStore } from './billing-store.ts';
import { isLostCustomer, type StripeClient } from './stripe.ts';

/** The account to bill. */
export type BilledAccount = { readonly accountId: string; readonly email: string };

const newCustomer = z.object({ id: z.string() });

const createCustomer = async (
  { accountId, email }: BilledAccount,
  stripe: StripeClient,
  store: BillingStore,
  replaces: string | undefined,
): Promise<string> => {
  // Simultaneous calls, and the retry of a call whose response was lost, create one customer.
  const idempotencyKey = `customer-${secretHash([accountId, email, replaces].join(' '))}`;
  const parameters = { email, metadata: { account_id: accountId } } satisfies Stripe.CustomerCreateParams;
  const { id } = await stripe.post('/v1/customers', parameters, newCustomer, idempotencyKey);
  return store.setCustomer(accountId, id, replaces);
};

/**
 * Calls `work` with the account's customer at Stripe. Creates the customer when it is first needed, and again if it no
 * longer exists at Stripe.
 */
export const withCustomer = async <Result>(
  account: BilledAccount,
  stripe: StripeClient,
  store: BillingStore,
  work: (customerId: string) => Promise<Result>,
): Promise<Result> => {
  const { customerId } = await store.get(account.accountId);
  if (customerId === undefined) return work(await createCustomer(account, stripe, store, undefined));
  try {
    return await work(customerId);
  } catch (error) {
    if (!isLostCustomer(error)) throw error;
    return work(await createCustomer(account, stripe, store, customerId));
  }
};
