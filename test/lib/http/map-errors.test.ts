import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { ApiError, RateLimitError, UsageLimitError } from '../../../lib/api-errors.ts';
import type { ApiEvent } from '../../../lib/http/api-event.ts';
import { mapErrors } from '../../../lib/http/map-errors.ts';

const answerTo = async (error: Error, accept: string) => {
  const handler = middy<ApiEvent, APIGatewayProxyResult>()
    .use(mapErrors(new Logger({ logLevel: 'SILENT' })))
    .handler(() => {
      throw error;
    });
  const { statusCode, headers, body } = await handler(
    { headers: { accept } } as unknown as ApiEvent,
    {} as Context,
  );
  return {
    status: statusCode,
    type: headers?.['Content-Type'],
    retryAfter: headers?.['Retry-After'],
    body: JSON.parse(body),
  };
};

const refusals = [
  {
    error: new RateLimitError(42),
    retryAfter: '42',
    body: {
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Rate limit exceeded, retry in 42 seconds',
    },
    code: 'rate_limited',
    title: 'Rate limited',
  },
  {
    error: new UsageLimitError('monthly_limit_reached', 'Monthly usage limit reached (50).', 9),
    retryAfter: '9',
    body: { error: 'Monthly usage limit reached (50).' },
    code: 'monthly_limit_reached',
    title: 'Monthly limit reached',
  },
  {
    error: new UsageLimitError('active_jobs_limit_reached', 'Too many active jobs (3/3).', 2),
    retryAfter: '2',
    body: { error: 'Too many active jobs (3/3).' },
    code: 'active_jobs_limit_reached',
    title: 'Active jobs limit reached',
  },
];

test.each(refusals)('returns a 429 with exactly the body of the contract: $code', async (refusal) => {
  expect(await answerTo(refusal.error, '*/*')).toEqual({
    status: 429,
    type: 'application/json',
    retryAfter: refusal.retryAfter,
    body: refusal.body,
  });
});

test.each(refusals)(
  'adds the code to a 429 for a client that accepts problem documents: $code',
  async (refusal) => {
    expect(await answerTo(refusal.error, 'application/problem+json')).toEqual({
      status: 429,
      type: 'application/problem+json',
      retryAfter: refusal.retryAfter,
      body: {
        type: 'about:blank',
        title: refusal.title,
        status: 429,
        detail: refusal.error.message,
        code: refusal.code,
        ...refusal.body,
      },
    });
  },
);

test('keeps the additional fields of an error in a problem document', async () => {
  const error = new ApiError('format_mismatch', 'Not a PDF.', { fields: { detected: 'docx' } });

  expect((await answerTo(error, 'application/problem+json')).body).toEqual({
    type: 'about:blank',
    title: 'Format mismatch',
    status: 422,
    detail: 'Not a PDF.',
    code: 'format_mismatch',
    error: 'format_mismatch',
    message: 'Not a PDF.',
    detected: 'docx',
  });
});

test('logs what an unexpected error is and where it was thrown, but not its message', async () => {
  const log = new Logger();
  const logged = vi.spyOn(log, 'error').mockReturnValue();
  const cause = Object.assign(new Error('orchard'), { name: 'AccessDenied', $metadata: {} });
  const handler = middy<ApiEvent, APIGatewayProxyResult>()
    .use(mapErrors(log))
    .handler(() => {
      throw new TypeError('The text "orchard" is no format.', { cause });
    });

  await handler({ headers: {} } as unknown as ApiEvent, {} as Context);

  const [message, entry] = logged.mock.calls[0] ?? [];
  expect(message).toBe('The request failed');
  expect(entry).toMatchObject({ fault: { name: 'TypeError', cause: { name: 'AccessDenied' } } });
  expect(JSON.stringify(entry)).toContain('map-errors.test.ts:');
  expect(JSON.stringify(entry)).not.toContain('orchard');
});
