/** Files that one conversion makes one result of. */
export const maxFilesOfJob = 20;

/** All files of a conversion together, in bytes: what a worker holds in memory beside its engine. */
export const maxBytesOfJob = 104_857_600;

/**
 * Request rates: at most `requests` calls in a fixed window of `windowSeconds`, which opens with the first call counted.
 *
 * Source: interface.md, "Request rate".
 */
export const rateLimits = {
  default: { requests: 60, windowSeconds: 60 },
  authorize: { requests: 10, windowSeconds: 60 },
  /** Calls of a signed-in user's dashboard. */
  dashboard: { requests: 120, windowSeconds: 60 },
  /** API keys that a user makes. The records of revoked keys stay for 30 days, so this bounds their number. */
  keys: { requests: 30, windowSeconds: 3600 },
} as const;

/** The largest JSON or form body an endpoint takes, in bytes; far above any request that means something. */
export const maxBodyBytes = 65_536;

/** The name of a rate limit; also the name of the policy in the `RateLimit` headers. */
export type RateLimitName = keyof typeof rateLimits;

/** Seconds a bearer token is valid (interface.md, "Bearer token"). */
export const tokenSeconds = 3600;

/** Live tokens of one API key, and of the sessions of one account: one more ends the oldest. */
export const maxLiveTokens = 20;

/**
 * Seconds between two reads of an active job, sent as `Retry-After`. A client that follows it uses 30 of the 60 calls a
 * minute that its token has.
 */
export const pollSeconds = 2;

/** The longest `wait` of `GET /job/{id}`, in seconds; API Gateway ends a request after 29. */
export const maxWaitSeconds = 25;

/** The longest life of a signed URL, in seconds. */
export const signedUrlSeconds = 3600;

/** Seconds a presigned upload may take to arrive. */
export const uploadSeconds = 900;
