import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import { AccountError } from '../accounts/manage-accounts.ts';
import { ApiError, RateLimitError, UsageLimitError } from '../errors.ts';
import { type ApiEvent, header } from './api-event.ts';
import { type Reply, toResult } from './reply.ts';

/** What the SDK calls it when a service of AWS is busier than it takes. */
const busyNames = new Set([
  'BusyError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'ThrottlingException',
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
      'The service is busy; send the request again after Retry-After seconds',
      {
        headers: { 'Retry-After': '1' },
        cause: error,
      },
    );
  }
  return new ApiError(
    'internal_error',
    'Something went wrong on our side; quote the X-Request-Id when you ask about it',
    {
      cause: error,
    },
  );
};

const wantsProblem = (event: ApiEvent): boolean =>
  (header(event, 'accept') ?? '').toLowerCase().includes('application/problem+json');

const titleOf = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

/** A refusal in the contract's own form, and the code that names it in a problem document. */
type Refusal = Required<Reply> & { readonly code: string; readonly detail: string };

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

/** RFC 9457, with the members of the contract's own form as extensions. */
const toProblem = ({ code, detail, status, headers, body }: Refusal): Reply => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/problem+json' },
  body: {
    type: 'about:blank',
    title: titleOf(code),
    status,
    detail,
    code,
    ...(typeof body === 'object' ? body : {}),
  },
});

const toReply = (error: unknown, event: ApiEvent): Reply => {
  const refusal = toRefusal(error);
  return wantsProblem(event) ? toProblem(refusal) : refusal;
};

/**
 * Turns whatever a handler throws into the answer of the contract, in JSON, or as a problem document (RFC 9457) for a
 * client that accepts one. What was not foreseen is logged whole and answered with an opaque 500.
 */
export const mapErrors = (log: Logger): MiddlewareObj<ApiEvent> => ({
  onError: (request) => {
    const reply = toReply(request.error, request.event);
    if (reply.status >= 500) {
      log.error('The request failed', {
        error: request.error,
        requestId: request.event.requestContext?.requestId,
      });
    }
    request.response = toResult(reply);
  },
});
