import { expect, inject, test } from 'vitest';
import { createClient } from './support/client.ts';

const stack = inject('stack');

test('returns a problem document if the client accepts one', async () => {
  const answer = await createClient(stack.baseUrl)({
    path: '/usage',
    headers: { accept: 'application/problem+json' },
  });

  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json).toEqual({
    type: 'about:blank',
    title: 'Unauthorized',
    status: 401,
    detail:
      'The request has no bearer token. Send "Authorization: Bearer <access_token>" with a token from POST /authorize.',
    code: 'unauthorized',
    error: 'unauthorized',
    message:
      'The request has no bearer token. Send "Authorization: Bearer <access_token>" with a token from POST /authorize.',
  });
});

test.each([
  ['/nowhere', {}],
  ['/nowhere', { authorization: 'Bearer some-token' }],
  ['/job/1/nowhere', { authorization: 'Bearer some-token' }],
])('returns the common error body for the unknown endpoint %s: %j', async (path, headers) => {
  const answer = await createClient(stack.baseUrl)({ path, headers });

  expect(answer.status).toBe(404);
  expect(answer.json).toEqual({ error: 'not_found', message: expect.stringContaining('/openapi.json') });
  expect(answer.headers['x-request-id']).toEqual(expect.any(String));
});

test('returns 405 with the allowed methods for a known path with another method', async () => {
  const headers = { authorization: 'Bearer some-token' };

  const answer = await createClient(stack.baseUrl)({ method: 'PUT', path: '/convert', headers });

  expect(answer.status).toBe(405);
  expect(answer.json).toEqual({
    error: 'method_not_allowed',
    message: 'PUT is not allowed on /convert. Use POST.',
  });
  expect(answer.headers).toMatchObject({ allow: 'POST, OPTIONS', 'x-request-id': expect.any(String) });
});

test('responds to HEAD like GET without the body, and to OPTIONS with the methods', async () => {
  const [get, head, options] = await Promise.all(
    ['GET', 'HEAD', 'OPTIONS'].map((method) => fetch(`${stack.baseUrl}/health`, { method })),
  );

  expect([get?.status, head?.status, options?.status]).toEqual([200, 200, 204]);
  expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'));
  expect(await head?.text()).toBe('');
  expect(options?.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
