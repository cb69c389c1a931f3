import type { PlanName } from '../plans.ts';

/** What is known of an account's billing. */
export type BillingRecord = {
  /** The account's customer at the payment provider; undefined where it has none yet. */
  readonly customerId: string | undefined;
  /** The plan that its subscriptions gave when they were last looked at; `free` before. */
  readonly plan: PlanName;
  /** Grows with each change, so that what was decided on an older record is not written. */
  readonly version: number;
};

/** A plan that the state of an account's subscriptions gives, and what it was decided on. */
export type BillingDecision = {
  readonly accountId: string;
  readonly eventId: string;
  /** The record that was read before the subscriptions were. */
  readonly seen: BillingRecord;
  readonly plan: PlanName;
  /** Ms since the epoch. */
  readonly now: number;
};

/** What billing needs of the database. */
export type BillingStore = {
  get(accountId: string): Promise<BillingRecord>;
  /** The account of a customer; undefined where no account has or had it. */
  findAccount(customerId: string): Promise<string | undefined>;
  /**
   * Gives the account a customer where it has none, or has the one that this replaces; answers the customer that the
   * account has then.
   */
  setCustomer(accountId: string, customerId: string, replaces?: string): Promise<string>;
  /**
   * Counts an event and, where the plan differs from that of the record, moves the account to it: one write.
   *
   * `counted`: the event has been counted before. `outdated`: the record has changed since it was seen.
   */
  apply(decision: BillingDecision): Promise<'applied' | 'counted' | 'outdated' | 'no_account'>;
};
