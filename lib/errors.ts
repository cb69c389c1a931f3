import { type ErrorCode, errorCodes } from './api/error-codes.ts';

/**
 * A refusal that may be shown to the client as it is.
 *
 * `code` is the wire's `error` and decides the HTTP status; `message` names what failed and what to do. `headers` go out
 * with the answer, `fields` are further members of the body. Anything else that is thrown is answered with an opaque 500.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      headers?: Readonly<Record<string, string>>;
      fields?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.headers = extra.headers ?? {};
    this.fields = extra.fields ?? {};
  }
}

/** Which limit of the plan was reached, for clients that accept problem documents. */
export type UsageLimitCode =
  | 'monthly_limit_reached'
  | 'active_jobs_limit_reached'
  | 'engine_time_limit_reached'
  | 'waiting_calls_limit_reached';

/**
 * A plan's limit was reached: 429 with exactly the one-field body `{error: message}`. A problem document (RFC 9457) also
 * carries `code`.
 */
export class UsageLimitError extends Error {
  readonly code: UsageLimitCode;
  readonly retryAfterSeconds: number;

  constructor(code: UsageLimitCode, message: string, retryAfterSeconds: number) {
    super(message);
    this.name = 'UsageLimitError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * A request rate was exceeded: 429 with exactly the body `{statusCode, error, message}`. A problem document (RFC 9457)
 * also carries `code`.
 */
export class RateLimitError extends Error {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Rate limit exceeded, retry in ${retryAfterSeconds} seconds`);
    this.name = 'RateLimitError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The database is busier than it takes: answered with 503 and a pause, and worth another try. */
export class BusyError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BusyError';
  }
}

/**
 * Every way a job can fail, with what follows from it.
 *
 * `retryable`: the service may do better next time. `ours`: the fault is the service's, so the operation is refunded. A document
 * that runs into its deadline is not: that would be free computing.
 */
export const jobErrors = {
  encrypted_document: { retryable: false, ours: false },
  corrupt_document: { retryable: false, ours: false },
  empty_document: { retryable: false, ours: false },
  unsupported_content: { retryable: false, ours: false },
  too_complex: { retryable: false, ours: false },
  conversion_timeout: { retryable: true, ours: false },
  out_of_memory: { retryable: false, ours: false },
  source_unreachable: { retryable: false, ours: false },
  internal_error: { retryable: true, ours: true },
} as const satisfies Record<string, { retryable: boolean; ours: boolean }>;

/** A job's `error.code`. */
export type JobErrorCode = keyof typeof jobErrors;

/**
 * A document that could not be turned into what was asked for.
 *
 * `message` is for the client: it names what is wrong with the document and what to do. What an engine said stands in
 * `cause` and reaches the log only.
 */
export class ConversionError extends Error {
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ConversionError';
    this.code = code;
  }
}
