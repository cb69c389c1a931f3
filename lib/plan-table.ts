/** The largest file of any plan, in bytes: 25 MB. */
export const largestFileBytes = 26_214_400;

/** What an account may use. */
export type PlanLimits = {
  /** Accepted calls of upload, convert and extract per calendar month (UTC). */
  readonly maxOperations: number;
  /** Jobs that may be queued or processing at once. */
  readonly maxActiveJobs: number;
  /** API keys that are not revoked. */
  readonly maxKeys: number;
  /** Calls of all tokens together in 60 seconds. */
  readonly maxCallsPerMinute: number;
  /** Calls that may wait for a job at once (`?wait=`, `Prefer: wait`). */
  readonly maxWaits: number;
  /** Minutes per hour (UTC) that workers may spend on the account's jobs. */
  readonly maxEngineMinutes: number;
  /** Size of one source file in bytes. */
  readonly maxFileBytes: number;
  /** Size of one result in bytes. */
  readonly maxResultBytes: number;
  /** Operations refunded per month: 5 % of the month's, at least 5. */
  readonly maxRefunds: number;
};

/** The highest values of a plan's limits, and of those that an operator sets for one account. */
export const highestLimits: PlanLimits = {
  // More than any plan needs, and short enough for counters and responses.
  maxOperations: 1_000_000_000,
  // Each active job has a slot in the account's item.
  maxActiveJobs: 900,
  maxKeys: 1000,
  maxCallsPerMinute: 600_000,
  maxWaits: 900,
  maxEngineMinutes: 1_000_000_000,
  maxFileBytes: largestFileBytes,
  maxResultBytes: 2_147_483_648,
  maxRefunds: 1_000_000_000,
};

/** A plan. */
export type PlanRow = PlanLimits & {
  /** The name shown to users. */
  readonly label: string;
  /** US dollars per month. Plans that cost more than 0 are sold through Stripe. */
  readonly price: number;
};

const megabyte = 1_048_576;
const gigabyte = 1024 * megabyte;

/**
 * The plans of a deployment whose settings have none, from the smallest to the largest. Limits, API schemas, environment variables,
 * billing and the dashboard follow from the table.
 */
export const planTable = {
  free: {
    label: 'Free',
    price: 0,
    maxOperations: 50,
    maxActiveJobs: 3,
    maxKeys: 2,
    maxCallsPerMinute: 600,
    maxWaits: 5,
    maxEngineMinutes: 10,
    maxFileBytes: largestFileBytes,
    maxResultBytes: 250 * megabyte,
    maxRefunds: 5,
  },
  starter: {
    label: 'Starter',
    price: 29,
    maxOperations: 5_000,
    maxActiveJobs: 20,
    maxKeys: 10,
    maxCallsPerMinute: 3_000,
    maxWaits: 20,
    maxEngineMinutes: 100,
    maxFileBytes: largestFileBytes,
    maxResultBytes: gigabyte,
    maxRefunds: 250,
  },
  pro: {
    label: 'Pro',
    price: 79,
    maxOperations: 25_000,
    maxActiveJobs: 50,
    maxKeys: 25,
    maxCallsPerMinute: 6_000,
    maxWaits: 50,
    maxEngineMinutes: 300,
    maxFileBytes: largestFileBytes,
    maxResultBytes: 2 * gigabyte,
    maxRefunds: 1_250,
  },
} as const satisfies Record<string, PlanRow>;
