import { isRecord } from '../../lib/is-record.ts';
/** An error of the service or of the connection, with a message for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status, 0 if there was no response. */
  readonly status: number;
  /** The API's error code, if the response has one. */
  readonly code: string | undefined;
  /** When to retry. Undefined if waiting does not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    details: {
      status: number;
      code?: string | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

const textIn = (body: unknown, member: string): string | undefined => {
  const value = isRecord(body) ? body[member] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const seconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`);

/** Returns whether a 429 is a rate limit. The other kind is a limit of the plan. */
const isRateLimit = (body: unknown): boolean => isRecord(body) && body.statusCode === 429;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string): string => (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`);

/** Creates the error for a response. `body` is its JSON, undefined if it has none. */
export const errorOf = (status: number, headers: Headers, body: unknown): ApiError => {
  const header = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(header) ? header : undefined;
  if (status === 429 && isRateLimit(body)) {
    const wait = retryAfterSeconds ?? 60;
    return new ApiError(`Too many requests. Try again in ${seconds(wait)}. Nothing was lost.`, {
      status,
      code: 'rate_limited',
      retryAfterSeconds: wait,
    });
  }
  // For a limit of the plan, the message is in `error`.
  if (status === 429)
    return new ApiError(textIn(body, 'error') ?? 'You have reached a limit of your plan.', {
      status,
      code: 'usage_limit',
    });
  const code = textIn(body, 'error');
  const message = textIn(body, 'message');
  const requestId = headers.get('x-request-id');
  if (status >= 500) {
    const quote = requestId === null ? '' : ` If you contact support, quote request ${requestId}.`;
    return new ApiError(`DocForge has a temporary problem. Try again in a moment.${quote}`, {
      status,
      code,
      retryAfterSeconds,
    });
  }
  return new ApiError(
    message === undefined ? `The service responded with status ${status}.` : sentence(message),
    {
      status,
      code,
    },
  );
};

/** Creates the error for a request without a response. */
export const unreachable = (cause: unknown): ApiError =>
  new ApiError('DocForge cannot be reached. Check your connection and try again.', { status: 0, cause });

/** Returns the message to show for a thrown value. */
export const errorMessageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'This page failed unexpectedly. Reload it and try again.';
