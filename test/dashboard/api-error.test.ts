import { describe, expect, it } from 'vitest';
import { ApiError, errorOf, unreachable, wordsOf } from '../../dashboard/api/api-error.ts';

const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const { message, code, retryAfterSeconds } = errorOf(status, new Headers(headers), body);
  return { message, code, retryAfterSeconds };
};

describe('a refusal in words', () => {
  it('says when to go on after too many requests', () => {
    const body = { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded' };

    expect(refusal(429, body, { 'retry-after': '1' })).toEqual({
      message: 'Too many requests in a short time. You can go on in 1 second; nothing was lost.',
      code: 'rate_limited',
      retryAfterSeconds: 1,
    });
  });

  it('says which limit of the plan is reached, and does not ask to try again', () => {
    const error = 'Too many active jobs (3/3). Wait for current jobs to finish.';

    expect(refusal(429, { error }, { 'retry-after': '5' })).toEqual({
      message: error,
      code: 'usage_limit',
      retryAfterSeconds: undefined,
    });
  });

  it('is the message of the service as a sentence', () => {
    expect(refusal(409, { error: 'key_limit_reached', message: 'no key left' })).toEqual({
      message: 'No key left.',
      code: 'key_limit_reached',
      retryAfterSeconds: undefined,
    });
  });

  it('quotes the request where the fault is ours', () => {
    expect(refusal(500, { error: 'internal_error', message: 'x' }, { 'x-request-id': 'r-1' }).message).toBe(
      'DocForge could not do this now. Try again in a moment. Quote r-1 if you ask about it.',
    );
  });

  it('is there where the answer is no JSON, or none came', () => {
    expect(refusal(404, undefined).message).toBe('The service answered 404.');
    expect(wordsOf(unreachable(new TypeError('Failed to fetch')))).toContain('cannot be reached');
    expect(wordsOf(new TypeError('x is not a function'))).not.toContain('function');
    expect(unreachable(undefined)).toBeInstanceOf(ApiError);
  });
});
