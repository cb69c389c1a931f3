/** Files that one conversion can combine into one result. */
export const maxFilesOfJob = 20;

/** Steps of one job. */
export const maxStepsOfJob = 10;

/** Webhook endpoints of an account. */
export const maxWebhooks = 10;

/** Deliveries of an endpoint that a list contains, the newest. */
export const listedDeliveries = 50;

/** Items of a page of a list, unless the request asks for another number. */
export const defaultPageItems = 20;

/** Total size of the files of a conversion, in bytes: a worker keeps them in memory next to its engine. */
export const maxBytesOfJob = 104_857_600;

/**
 * Request rates: at most `requests` calls in a fixed window of `windowSeconds`, which the first counted call opens.
 */
export const rateLimits = {
  default: { requests: 60, windowSeconds: 60 },
  authorize: { requests: 10, windowSeconds: 60 },
  /** Sample files that a visitor tries. */
  try: { requests: 30, windowSeconds: 60 },
  /** Requests of a signed-in user's dashboard. */
  dashboard: { requests: 120, windowSeconds: 60 },
  /** API keys that a user creates. Records of revoked keys are kept for 30 days, so this limits their number. */
  keys: { requests: 30, windowSeconds: 3600 },
} as const;

/** The largest JSON or form body of a request, in bytes: far more than any valid request needs. */
export const maxBodyBytes = 65_536;

/** The name of a rate limit; also the name of the policy in the `RateLimit` headers. */
export type RateLimitName = keyof typeof rateLimits;

/** Seconds a bearer token is valid. */
export const tokenSeconds = 3600;

/** Live tokens of one API key, and of the sessions of one account: another one revokes the oldest. */
export const maxLiveTokens = 20;

/**
 * Seconds between two reads of an active job, sent as `Retry-After`. A client that follows it uses 30 of the 60 calls a
 * minute that its token has.
 */
export const pollSeconds = 2;

/** The longest `wait` of `GET /job/{id}`, in seconds; API Gateway ends a request after 29. */
export const maxWaitSeconds = 25;

/** In place of an account's id: counts the waiting calls of all accounts. */
export const waitsOfAll = 'all';

/** The longest life of a signed URL, in seconds. */
export const signedUrlSeconds = 3600;

/** Seconds after which the form of a presigned upload expires. */
export const uploadSeconds = 900;

/**
 * The largest file, in bytes, that `POST /upload` of a Lambda function accepts: the event is limited to 6 MB and contains the
 * body as base64 (AWS Lambda quotas).
 */
export const functionUploadBytes = 4_500_000;

/**
 * The largest file, in bytes, that a worker receives with the invocation in place of reading it from storage: as base64 and with its
 * job, it is below the same 6 MB.
 */
export const expressBytes = 4_194_304;

/** The largest result, in bytes, that a response contains: with the escapes of JSON in both functions' answers, it is below 6 MB too. */
export const returnedBytes = 1_048_576;

/** Seconds that the body of an upload may take, and that it may stall, at the upload service. */
export const uploadTimes = { totalSeconds: 600, stallSeconds: 30 } as const;
