import type { ErrorCode as ResponseErrorCode, UsageLimitCode } from '../lib/api/error-codes.ts';
import type { Job, JobErrorCode } from './types.ts';

/** The codes of errors that the client finds itself. */
type ClientErrorCode =
  | 'invalid_response'
  | 'invalid_webhook'
  | 'job_cancelled'
  | 'network_error'
  | 'unreadable_input'
  | 'upload_rejected';

/** The code of an error: of a refused request, of a failed job, or of the client. */
export type ErrorCode = ResponseErrorCode | UsageLimitCode | JobErrorCode | ClientErrorCode | 'rate_limited';

/** The properties of an error besides its code and message. */
type ErrorDetails = {
  readonly status?: number | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
};

/**
 * A call that did not succeed. `message` states what is wrong and what to do.
 *
 * A client that talks to a newer service can receive codes that its types do not list.
 */
export class DocForgeError extends Error {
  readonly code: ErrorCode;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** The field of the request that is at fault, such as `options.pages`. */
  readonly field: string | undefined;
  /** The `X-Request-Id` of the response. Quote it when you contact support. */
  readonly requestId: string | undefined;
  /** Whether the same call may succeed later. The client has already retried it where that can help. */
  readonly retryable: boolean;
  /** The seconds that the service asked the client to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'DocForgeError';
    this.code = code;
    this.status = details.status;
    this.field = details.field;
    this.requestId = details.requestId;
    this.retryable = details.retryable ?? false;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A job that failed or was cancelled. `code` is the code of the job's error, or `job_cancelled`. */
export class JobFailedError extends DocForgeError {
  readonly job: Job;

  constructor(job: Job) {
    const { code, message, retryable } = job.error ?? {
      code: 'job_cancelled' as const,
      message: `The job ${job.job_id} was cancelled.`,
      retryable: false,
    };
    super(code, message, { retryable });
    this.name = 'JobFailedError';
    this.job = job;
  }
}

/** Returns the error of a path that cannot be read or written. */
export const unreadable = (message: string, cause?: unknown): DocForgeError =>
  new DocForgeError('unreadable_input', message, { cause });
