import type Stripe from 'stripe';
import { secretHash } from '../ids.ts';
import type { BillingStore } from './billing-store.ts';
import { ask, isLostCustomer } from './stripe.ts';

/** Whose billing it is. */
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
      // Two calls at once, or one whose answer was lost before it was stored, make one customer.
      { idempotencyKey: `customer-${secretHash([accountId, email, replaces].join(' '))}` },
    ),
  );
  return store.setCustomer(accountId, id, replaces);
};

/**
 * Does something with the account's customer at Stripe, which is created when it is first needed, and again where Stripe
 * does not know it any more.
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
