import { expect, inject, test } from 'vitest';
import { maxBodyBytes } from '../../lib/api/limits.ts';
import { newApiKey } from '../../lib/ids.ts';
import { createClient } from './support/client.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');

const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('exchanges an API key for a token that is valid for an hour', async () => {
  const tenant = await createTenant(stack);

  const answer = await tenant.call({ path: '/authorize', json: { api_key: tenant.apiKey } });

  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    token_type: 'bearer',
    expires_in: 3600,
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ratelimit: '"authorize";r=9;t=60',
    'ratelimit-policy': '"authorize";q=10;w=60',
    'x-ratelimit-limit': '10',
    'x-ratelimit-remaining': '9',
    'x-ratelimit-reset': '60',
    'x-request-id': expect.any(String),
  });
});

test('accepts the client credentials form of a standard OAuth client', async () => {
  const tenant = await createTenant(stack);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_secret: tenant.apiKey,
    scope: 'any',
  });

  const answer = await tenant.call({ path: '/authorize', headers: form, body: body.toString() });

  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
});

const refusals = [
  {
    title: 'an unknown field',
    request: { json: { api_key: 'x', apikey: 'y' } },
    status: 400,
    error: 'invalid_request',
    says: 'apikey: unknown field. Did you mean "api_key"?',
  },
  {
    title: 'another OAuth grant',
    request: { headers: form, body: 'grant_type=password&client_secret=x' },
    status: 400,
    error: 'unsupported_grant_type',
    says: 'client_credentials',
  },
  {
    title: 'a key with a wrong checksum',
    request: { json: { api_key: `df_live_${'0'.repeat(32)}` } },
    status: 401,
    error: 'invalid_api_key',
    says: 'not recognized',
  },
  {
    title: 'an unknown key',
    request: { json: { api_key: newApiKey() } },
    status: 401,
    error: 'invalid_api_key',
    says: 'not recognized',
  },
];

test.each(refusals)('refuses $title', async ({ request, status, error, says }) => {
  const answer = await createClient(stack.baseUrl)({ method: 'POST', path: '/authorize', ...request });

  expect(answer.status).toBe(status);
  const { field, ...body } = answer.json;
  expect(body).toEqual({ error, message: expect.stringContaining(says) });
  if (field !== undefined) expect(body.message).toMatch(new RegExp(`^${field}: `));
  expect(answer.headers['x-ratelimit-remaining']).toBe('9');
});

test.each([
  { bytes: maxBodyBytes - 1, status: 401, error: 'invalid_api_key' },
  { bytes: maxBodyBytes, status: 401, error: 'invalid_api_key' },
  { bytes: maxBodyBytes + 1, status: 413, error: 'request_too_large' },
])('returns $error for a body of $bytes bytes', async ({ bytes, status, error }) => {
  const apiKey = 'x'.repeat(bytes - JSON.stringify({ api_key: '' }).length);

  const answer = await createClient(stack.baseUrl)({ path: '/authorize', json: { api_key: apiKey } });

  expect([answer.status, answer.json.error]).toEqual([status, error]);
});

test('returns exactly the rate limit body for the eleventh call of an address', async () => {
  const call = createClient(stack.baseUrl);
  const attempt = () =>
    call({
      path: '/authorize',
      json: { api_key: 'x' },
      headers: { 'x-forwarded-for': `10.0.0.${Math.random()}` },
    });

  const answers = await Promise.all(Array.from({ length: 11 }, attempt));

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  const limited = answers.find(({ status }) => status === 429);
  const seconds = limited?.headers['retry-after'];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(limited?.json).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: `Rate limit exceeded, retry in ${seconds} seconds`,
  });
  expect(limited?.headers['x-ratelimit-remaining']).toBe('0');
});
