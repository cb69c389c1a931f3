import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import { AccountError } from '../accounts/manage-accounts.ts';
import { titleOfCode } from '../api/error-codes.ts';
import type { Route } from '../api/route.ts';
import { ApiError, RateLimitError, UsageLimitError } from '../api-errors.ts';
import { recordFault } from '../conversions/base/fault-record.ts';
import { type ApiEvent, header } from './api-event.ts';
import { logKeys } from './log-keys.ts';
import { type Reply, toResult } from './reply.ts';

/** The names of errors for an AWS service that is overloaded or does not respond. */
const busyNames = new Set([
  'BusyError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'ThrottlingException',
  'TimeoutError',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  if (error instanceof AccountError && error.code !== undefined) {
    return new ApiError(error.code, error.message, { cause: error });
  }
  if (error instanceof Error && busyNames.has(error.name)) {
    return new ApiError(
      'temporarily_unavailable',
      'The service is busy. Retry after the number of seconds in Retry-After.',
      {
        headers: { 'Retry-After': '1' },
        cause: error,
      },
    );
  }
  return new ApiError('internal_error', 'Internal error. Contact support with this X-Request-Id.', {
    cause: error,
  });
};

const wantsProblem = (event: ApiEvent): boolean =>
  (header(event, 'accept') ?? '').toLowerCase().includes('application/problem+json');

/** An error response in the contract's JSON form, and its code in a problem document. */
type Refusal = Required<Omit<Reply, 'text' | 'bytes'>> & { readonly code: string; readonly detail: string };

const limitRefusal = (
  { code, message, retryAfterSeconds }: RateLimitError | UsageLimitError,
  body: Readonly<Record<string, unknown>>,
): Refusal => ({
  code,
  detail: message,
  status: 429,
  headers: { 'Retry-After': String(retryAfterSeconds) },
  body,
});

const toRefusal = (error: unknown): Refusal => {
  if (error instanceof RateLimitError) {
    return limitRefusal(error, { statusCode: 429, error: 'Too Many Requests', message: error.message });
  }
  if (error instanceof UsageLimitError) return limitRefusal(error, { error: error.message });
  const { code, status, headers, message, fields } = toApiError(error);
  return { code, detail: message, status, headers, body: { error: code, message, ...fields } };
};

/** RFC 9457, with the members of the JSON form as extensions. */
const toProblem = ({ code, detail, status, headers, body }: Refusal): Reply => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/problem+json' },
  body: {
    type: 'about:blank',
    title: titleOfCode(code),
    status,
    detail,
    code,
    ...(typeof body === 'object' ? body : {}),
  },
});

const toReply = (error: unknown, event: ApiEvent): Reply => {
  const refusal = toRefusal(error);
  event.errorCode = refusal.code;
  return wantsProblem(event) ? toProblem(refusal) : refusal;
};

/**
 * Converts an error to the response of the contract: JSON, or a problem document (RFC 9457) for a client that accepts
 * one. An unexpected error is returned as an opaque 500 and logged without its message, which could quote a document.
 */
export const mapErrors = (log: Logger, route?: Route): MiddlewareObj<ApiEvent> => ({
  onError: (request) => {
    const reply = toReply(request.error, request.event);
    if (reply.status >= 500) {
      log.error('The request failed', {
        fault: recordFault(request.error),
        ...logKeys(request.event, route),
      });
    }
    request.response = toResult(reply);
  },
});
