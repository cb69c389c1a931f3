import type { PlanName } from '../plans.ts';

/** The billing record of an account. */
export type BillingRecord = {
  /** The account's customer at the payment provider; undefined until it is created. */
  readonly customerId: string | undefined;
  /** The plan that the subscriptions granted when they were last read; `free` before. */
  readonly plan: PlanName;
  /** Increases with each change, so that a decision based on an older record is not written. */
  readonly version: number;
};

/** The plan that an account's subscriptions grant, and the record on which the decision is based. */
type BillingDecision = {
  readonly accountId: string;
  readonly eventId: string;
  /** The record as it was read before the subscriptions. */
  readonly seen: BillingRecord;
  readonly plan: PlanName;
  /** Ms since the epoch. */
  readonly now: number;
};

/** The database operations of billing. */
export type BillingStore = {
  get(accountId: string): Promise<BillingRecord>;
  /** Returns the customers that an account has or had. */
  customersOf(accountId: string): Promise<readonly string[]>;
  /** Forgets which account a customer has or had. */
  forgetCustomer(customerId: string): Promise<void>;
  /** Returns the account of a customer; undefined if no account has or had it. */
  findAccount(customerId: string): Promise<string | undefined>;
  /**
   * Sets the account's customer if it has none, or if it has the one to replace. Returns the account's customer afterwards.
   */
  setCustomer(accountId: string, customerId: string, replaces?: string): Promise<string>;
  /**
   * Records an event and, if the plan differs from that of the record, moves the account to it, in one write.
   *
   * `counted`: the event was recorded before. `outdated`: the record has changed since it was read.
   */
  apply(decision: BillingDecision): Promise<'applied' | 'counted' | 'outdated' | 'no_account'>;
};
