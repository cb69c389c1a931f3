import { setTimeout as delay } from 'node:timers/promises';
import type Stripe from 'stripe';
import { ApiError, BusyError } from '../api-errors.ts';
import type { PlanName } from '../plans.ts';
import type { BillingRecord, BillingStore } from './billing-store.ts';
import { planOfSubscriptions } from './plan-of-subscriptions.ts';
import type { BillingSettings } from './settings.ts';
import { isLostCustomer, subscriptionsOf } from './stripe.ts';

/** The dependencies of receiving an event. */
type EventDependencies = {
  readonly stripe: Stripe;
  readonly store: BillingStore;
  readonly settings: Pick<BillingSettings, 'prices' | 'webhookSecret'>;
  /** Logs a warning for the operator. */
  readonly warn: (message: string, fields: Readonly<Record<string, string | readonly string[]>>) => void;
};

/** The outcome of an event; `plan` is the plan that the account's subscriptions grant. */
export type EventOutcome =
  | { readonly outcome: 'ignored' | 'unknown_customer' | 'unknown_price' | 'counted' | 'no_account' }
  | { readonly outcome: 'applied'; readonly accountId: string; readonly plan: PlanName };

/** Seconds for which a signature is valid (Stripe's default). */
const toleranceSeconds = 300;

const attempts = 12;
const longestPauseMs = 1000;

const verified = (
  body: Uint8Array,
  signature: string | undefined,
  { stripe, settings }: EventDependencies,
  now: number,
): Stripe.Event => {
  try {
    return stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature ?? '',
      settings.webhookSecret,
      toleranceSeconds,
      undefined,
      now,
    );
  } catch (cause) {
    // Stripe's library throws errors of other kinds for some headers, such as `t=1,v1=`.
    throw new ApiError(
      'invalid_signature',
      `The Stripe-Signature does not match the body or is older than ${toleranceSeconds} seconds. Check the signing secret of the endpoint.`,
      { cause },
    );
  }
};

const idOf = (customer: string | { readonly id: string } | null): string | undefined =>
  typeof customer === 'string' ? customer : customer?.id;

/** The customer whose subscriptions may have changed; undefined for other events. */
const customerOf = (event: Stripe.Event): string | undefined => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return idOf(event.data.object.customer);
    default:
      return undefined;
  }
};

/** Reads the subscriptions. A deleted customer has none; any other unknown customer means that the keys are wrong. */
const currentSubscriptions = async (
  event: Stripe.Event,
  customer: string,
  stripe: Stripe,
): Promise<readonly Stripe.Subscription[]> => {
  try {
    return await subscriptionsOf(stripe, customer);
  } catch (error) {
    if (event.type === 'customer.subscription.deleted' && isLostCustomer(error)) return [];
    throw error;
  }
};

const applyEvent = async (
  event: Stripe.Event,
  accountId: string,
  customer: string,
  seen: BillingRecord,
  { stripe, store, settings, warn }: EventDependencies,
  now: number,
): Promise<EventOutcome | undefined> => {
  const subscriptions = await currentSubscriptions(event, seen.customerId ?? customer, stripe);
  const { plan, unknownPrices } = planOfSubscriptions(subscriptions, settings.prices, seen.plan);
  if (unknownPrices.length > 0) {
    warn('A subscription has an unknown price', { accountId, eventId: event.id, prices: unknownPrices });
    // Not recorded, so that the event can be sent again once the prices are correct.
    if (plan === seen.plan) return { outcome: 'unknown_price' };
  }
  const outcome = await store.apply({ accountId, eventId: event.id, seen, plan, now });
  if (outcome === 'outdated') return undefined;
  return outcome === 'applied' ? { outcome, accountId, plan } : { outcome };
};

/**
 * Receives an event from Stripe and moves the account to the plan that its subscriptions grant.
 *
 * The event only identifies the customer. The state of the subscriptions is read from Stripe, so the order of events does
 * not matter. The decision is written only if the billing record has not changed since it was read, else it is repeated, so
 * the last of several simultaneous events has seen the newest state. The plan is written only if it differs from the one
 * granted last, so a plan set by the operator remains until a subscription changes.
 *
 * `now` is in ms since the epoch.
 *
 * @throws ApiError `invalid_signature`; BusyError
 */
export const receiveEvent = async (
  { body, signature }: { body: Uint8Array; signature: string | undefined },
  dependencies: EventDependencies,
  now: number,
): Promise<EventOutcome> => {
  const event = verified(body, signature, dependencies, now);
  const customer = customerOf(event);
  if (customer === undefined) return { outcome: 'ignored' };
  const { store, warn } = dependencies;
  const accountId = await store.findAccount(customer);
  if (accountId === undefined) {
    warn('An event has an unknown customer', { customer, eventId: event.id, type: event.type });
    return { outcome: 'unknown_customer' };
  }
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const seen = await store.get(accountId);
    const outcome = await applyEvent(event, accountId, customer, seen, dependencies, now);
    if (outcome !== undefined) return outcome;
    await delay(Math.random() * Math.min(longestPauseMs, 25 * 2 ** attempt));
  }
  throw new BusyError('The billing of an account is contended');
};
