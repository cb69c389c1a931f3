import { DocForgeError, type ErrorCode } from './errors.ts';

/** The codes of status 429, by how the message begins, for a proxy that removes the problem document. */
const limits: readonly (readonly [string, ErrorCode])[] = [
  ['Monthly usage limit', 'monthly_limit_reached'],
  ['Too many active jobs', 'active_jobs_limit_reached'],
];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const fieldsOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
};

const codeOf = (status: number, { code, error, message }: Readonly<Record<string, unknown>>): string => {
  if (isText(code)) return code;
  if (status === 429)
    return limits.find(([start]) => isText(error) && error.startsWith(start))?.[1] ?? 'rate_limited';
  // A gateway in front of the service responds without the fields of the contract.
  if (isText(error) && isText(message)) return error;
  return status >= 500 ? 'temporarily_unavailable' : 'invalid_response';
};

const messageOf = (status: number, { detail, message, error }: Readonly<Record<string, unknown>>): string =>
  [detail, message, error].find(isText) ??
  `The service responded with status ${status} and no description. Check the base URL, or try again later.`;

const secondsOf = (retryAfter: string | null, now: number): number | undefined => {
  if (retryAfter === null || retryAfter === '') return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(seconds, 0);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max((date - now) / 1000, 0);
};

/** Whether the same request may succeed later: limits except that of the month, faults, and a first call under way. */
const isRetryable = (status: number, code: string): boolean =>
  status === 429 ? code !== 'monthly_limit_reached' : status >= 500 || code === 'idempotency_in_flight';

/** Reads the error of a response whose status is not a success. `now` is in milliseconds since the epoch. */
export const responseError = async (response: Response, now: number): Promise<DocForgeError> => {
  const { status, headers } = response;
  const fields = fieldsOf(await response.text());
  const code = codeOf(status, fields);
  // A newer service may send a code that the type does not list.
  return new DocForgeError(code as ErrorCode, messageOf(status, fields), {
    status,
    field: isText(fields.field) ? fields.field : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryable: isRetryable(status, code),
    retryAfterSeconds: secondsOf(headers.get('retry-after'), now),
  });
};
