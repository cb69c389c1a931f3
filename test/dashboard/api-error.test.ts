import { describe, expect, it } from 'vitest';
import { ApiError, errorMessageOf, errorOf, unreachable } from '../../dashboard/api/api-error.ts';

const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const { message, code, retryAfterSeconds } = errorOf(status, new Headers(headers), body);
  return { message, code, retryAfterSeconds };
};

describe('an error message', () => {
  it('contains the delay after too many requests', () => {
    const body = { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded' };

    expect(refusal(429, body, { 'retry-after': '1' })).toEqual({
      message: 'Too many requests. Try again in 1 second. Nothing was lost.',
      code: 'rate_limited',
      retryAfterSeconds: 1,
    });
  });

  it('contains the reached limit of the plan, without asking to retry', () => {
    const error = 'Too many active jobs (3/3). Wait for current jobs to finish.';

    expect(refusal(429, { error }, { 'retry-after': '5' })).toEqual({
      message: error,
      code: 'usage_limit',
      retryAfterSeconds: undefined,
    });
  });

  it("is the service's message as a sentence", () => {
    expect(refusal(409, { error: 'key_limit_reached', message: 'no key left' })).toEqual({
      message: 'No key left.',
      code: 'key_limit_reached',
      retryAfterSeconds: undefined,
    });
  });

  it('contains the request id of an internal error', () => {
    expect(refusal(500, { error: 'internal_error', message: 'x' }, { 'x-request-id': 'r-1' }).message).toBe(
      'DocForge has a temporary problem. Try again in a moment. If you contact support, quote request r-1.',
    );
  });

  it('has a default if the response is not JSON, or there is none', () => {
    expect(refusal(404, undefined).message).toBe('The service responded with status 404.');
    expect(errorMessageOf(unreachable(new TypeError('Failed to fetch')))).toContain('cannot be reached');
    expect(errorMessageOf(new TypeError('x is not a function'))).not.toContain('function');
    expect(unreachable(undefined)).toBeInstanceOf(ApiError);
  });
});
