/** What an account may use. */
export type PlanLimits = {
  /** Accepted calls of upload, convert and extract in a calendar month (UTC). */
  readonly maxOperations: number;
  /** Jobs that may be queued or processing at once. */
  readonly maxActiveJobs: number;
  /** API keys that are not revoked. */
  readonly maxKeys: number;
  /** Calls of all tokens together in 60 seconds. */
  readonly maxCallsPerMinute: number;
  /** Calls that may wait for a job at once (`?wait=`, `Prefer: wait`). */
  readonly maxWaits: number;
  /** Minutes that workers may spend on the account's jobs in an hour (UTC). */
  readonly maxEngineMinutes: number;
  /** Size of one result in bytes. */
  readonly maxResultBytes: number;
  /** Operations refunded in a month: 5 % of the month's, 5 at least. */
  readonly maxRefunds: number;
};

const megabyte = 1_048_576;
const gigabyte = 1024 * megabyte;

/** The plans and their limits. Prices are US dollars a month. The first three limits: interface.md, "Plan". */
export const plans = {
  free: {
    price: 0,
    maxOperations: 50,
    maxActiveJobs: 3,
    maxKeys: 2,
    maxCallsPerMinute: 600,
    maxWaits: 5,
    maxEngineMinutes: 10,
    maxResultBytes: 250 * megabyte,
    maxRefunds: 5,
  },
  starter: {
    price: 29,
    maxOperations: 5_000,
    maxActiveJobs: 20,
    maxKeys: 10,
    maxCallsPerMinute: 3_000,
    maxWaits: 20,
    maxEngineMinutes: 100,
    maxResultBytes: gigabyte,
    maxRefunds: 250,
  },
  pro: {
    price: 79,
    maxOperations: 25_000,
    maxActiveJobs: 50,
    maxKeys: 25,
    maxCallsPerMinute: 6_000,
    maxWaits: 50,
    maxEngineMinutes: 300,
    maxResultBytes: 2 * gigabyte,
    maxRefunds: 1_250,
  },
} as const satisfies Record<string, PlanLimits & { price: number }>;

/** The name of a plan. */
export type PlanName = keyof typeof plans;

/** The limits of a plan. */
export const limitsOf = (plan: PlanName): PlanLimits => {
  const { price: _, ...limits } = plans[plan];
  return limits;
};

/** Whether a text names a plan. */
export const isPlanName = (name: string): name is PlanName => Object.hasOwn(plans, name);
