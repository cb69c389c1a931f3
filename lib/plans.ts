/** What an account may use; written onto the account item, so that a change of plan is one write. */
export type PlanLimits = {
  /** Accepted calls of upload, convert and extract in a calendar month (UTC). */
  readonly maxOperations: number;
  /** Jobs that may be queued or processing at once. */
  readonly maxActiveJobs: number;
  /** API keys that are not revoked. */
  readonly maxKeys: number;
};

/** The plans and their limits (interface.md, "Plan"). Prices are US dollars a month. */
export const plans = {
  free: { price: 0, maxOperations: 50, maxActiveJobs: 3, maxKeys: 2 },
  starter: { price: 29, maxOperations: 5_000, maxActiveJobs: 20, maxKeys: 10 },
  pro: { price: 79, maxOperations: 25_000, maxActiveJobs: 50, maxKeys: 25 },
} as const satisfies Record<string, PlanLimits & { price: number }>;

/** The name of a plan. */
export type PlanName = keyof typeof plans;

/** Whether a text names a plan. */
export const isPlanName = (name: string): name is PlanName => Object.hasOwn(plans, name);
