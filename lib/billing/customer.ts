import type Stripe from 'stripe';
import { secretHash } from '../ids.ts';
import type { BillingStore } from './billing-store.ts';
import { ask, isLostCustomer } from './stripe.ts';

/** The account to bill. */
export type BilledAccount = { readonly accountId: string; readonly email: string };

const createCustomer = async (
  { accountId, email }: BilledAccount,
  stripe: Stripe,
  store: BillingStore,
  replaces: string | undefined,
): Promise<string> => {
  const { id } = await ask(
    stripe.customers.create(
      { email, metadata: { account_id: accountId } },
      // Simultaneous calls, and the retry of a call whose response was lost, create one customer.
      { idempotencyKey: `customer-${secretHash([accountId, email, replaces].join(' '))}` },
    ),
  );
  return store.setCustomer(accountId, id, replaces);
};

/**
 * Calls `work` with the account's customer at Stripe. Creates the customer when it is first needed, and again if it no
 * longer exists at Stripe.
 */
export const withCustomer = async <Result>(
  account: BilledAccount,
  stripe: Stripe,
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
