import type * as z from 'zod';
import { type ErrorCode, errorCodes, type UsageLimitCode } from './api/error-codes.ts';
import { checkValue } from './describe-issue.ts';
import { type Fault, listFaults, pathOf } from './faults.ts';

/** What an error adds to its response, and its cause, which is only logged. */
type ErrorExtra = {
  /** The field of the request that is at fault, as a dotted path. The message starts with it. */
  readonly field?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
};

/**
 * An error whose code and message are sent to the client.
 *
 * `code` is the `error` of the body and determines the HTTP status. `message` states what is wrong and what to do, after the
 * `field` at fault if there is one; `reason` is the message without it. `headers` are added to the response, and `fields` to
 * its body. Any other error becomes an opaque 500.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, reason: string, extra: ErrorExtra = {}) {
    const { field } = extra;
    super(field === undefined ? reason : `${field}: ${reason}`, { cause: extra.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.field = field;
    this.reason = reason;
    this.headers = extra.headers ?? {};
    this.fields = { ...(field === undefined ? {} : { field }), ...extra.fields };
  }
}

/** The refusal of a request with invalid fields. `place` is the field that contains them; `field` is the first of them. */
export const invalidFields = (
  faults: readonly [Fault, ...Fault[]],
  { place = '', cause }: { readonly place?: string; readonly cause?: unknown } = {},
): ApiError => {
  const [{ field, message }, ...others] = faults;
  const path = pathOf(place, field);
  if (path === '') return new ApiError('invalid_request', listFaults(faults), { cause });
  const reason = others.length === 0 ? message : `${message} ${listFaults(others, place)}`;
  return new ApiError('invalid_request', reason, { field: path, cause });
};

/** The name of a schema's key in messages. */
type Member = 'field' | 'query parameter';

/** Parses a value with a schema. Throws `invalid_request`, which names each invalid field. */
export const parseWith = <Output>(schema: z.ZodType<Output>, value: unknown, member: Member): Output => {
  const checked = checkValue(schema, value, member);
  if (checked.ok) return checked.value;
  const { faults, cause } = checked;
  throw invalidFields(faults, { cause });
};

/** Throws an ApiError with one of some codes. A function that accepts one is called only where all its codes are declared. */
export type Refuse<Code extends ErrorCode> = (code: Code, message: string, extra?: ErrorExtra) => never;

/** Throws an ApiError with any code. */
export const refuse: Refuse<ErrorCode> = (code, message, extra) => {
  throw new ApiError(code, message, extra);
};

/**
 * A limit of the plan was reached: 429 with exactly the body `{error: message}`. A problem document (RFC 9457) also
 * contains `code`.
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
 * also contains `code`.
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

/** A dependency is too busy: 503 with `Retry-After`. */
export class BusyError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BusyError';
  }
}
