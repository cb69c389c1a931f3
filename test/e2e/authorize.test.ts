import { expect, inject, test } from 'vitest';
import { revokeKey } from '../../lib/accounts/manage-accounts.ts';
import { maxBodyBytes } from '../../lib/api/limits.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { newApiKey, newToken, secretHash } from '../../lib/ids.ts';
import { changeItem } from '../support/table.ts';
import { createClient } from './support/client.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('trades an API key for a token of an hour', async () => {
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

test('takes the client credentials form of a stock OAuth client', async () => {
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
  { title: 'no body', request: {}, status: 400, error: 'invalid_request', says: 'body is missing' },
  {
    title: 'an empty JSON body',
    request: { headers: { 'content-type': 'application/json' } },
    status: 400,
    error: 'invalid_request',
    says: 'empty',
  },
  {
    title: 'broken JSON',
    request: { headers: { 'content-type': 'application/json' }, body: '{"api_key":' },
    status: 400,
    error: 'invalid_request',
    says: 'not valid JSON',
  },
  { title: 'a JSON array', request: { json: [] }, status: 400, error: 'invalid_request', says: 'object' },
  {
    title: 'no api_key',
    request: { json: {} },
    status: 400,
    error: 'invalid_request',
    says: 'api_key is required',
  },
  {
    title: 'an api_key that is a number',
    request: { json: { api_key: 1 } },
    status: 400,
    error: 'invalid_request',
    says: 'api_key',
  },
  {
    title: 'an unknown field',
    request: { json: { api_key: 'x', apikey: 'y' } },
    status: 400,
    error: 'invalid_request',
    says: '"apikey"',
  },
  {
    title: 'a body that is text',
    request: { headers: { 'content-type': 'text/plain' }, body: 'x' },
    status: 415,
    error: 'unsupported_media_type',
    says: 'application/json',
  },
  {
    title: 'a body without a type',
    request: { body: 'x' },
    status: 415,
    error: 'unsupported_media_type',
    says: 'application/json',
  },
  {
    title: 'another OAuth grant',
    request: { headers: form, body: 'grant_type=password&client_secret=x' },
    status: 400,
    error: 'unsupported_grant_type',
    says: 'client_credentials',
  },
  {
    title: 'a key of another form',
    request: { json: { api_key: 'nonsense' } },
    status: 401,
    error: 'invalid_api_key',
    says: 'not recognized',
  },
  {
    title: 'a key with a wrong checksum',
    request: { json: { api_key: `df_live_${'0'.repeat(32)}` } },
    status: 401,
    error: 'invalid_api_key',
    says: 'not recognized',
  },
  {
    title: 'a key that nobody has',
    request: { json: { api_key: newApiKey() } },
    status: 401,
    error: 'invalid_api_key',
    says: 'not recognized',
  },
];

test.each(refusals)('refuses $title', async ({ request, status, error, says }) => {
  const answer = await createClient(stack.baseUrl)({ method: 'POST', path: '/authorize', ...request });

  expect(answer.status).toBe(status);
  expect(answer.json).toEqual({ error, message: expect.stringContaining(says) });
  expect(answer.headers['x-ratelimit-remaining']).toBe('9');
});

test.each([
  { bytes: maxBodyBytes - 1, status: 401, error: 'invalid_api_key' },
  { bytes: maxBodyBytes, status: 401, error: 'invalid_api_key' },
  { bytes: maxBodyBytes + 1, status: 413, error: 'request_too_large' },
])('answers $error to a body of $bytes bytes', async ({ bytes, status, error }) => {
  const apiKey = 'x'.repeat(bytes - JSON.stringify({ api_key: '' }).length);

  const answer = await createClient(stack.baseUrl)({ path: '/authorize', json: { api_key: apiKey } });

  expect([answer.status, answer.json.error]).toEqual([status, error]);
});

test('answers the eleventh call of an address with exactly the rate limit body', async () => {
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

const invalid = 'Invalid or expired bearer token';
const badTokens = [
  {
    title: 'no token',
    headers: {},
    message:
      'The request has no bearer token. Send "Authorization: Bearer <access_token>" with a token from POST /authorize.',
  },
  {
    title: 'an API key in place of a token',
    headers: { authorization: `Bearer ${newApiKey()}` },
    message:
      'The bearer token is an API key. Exchange the key for a token with POST /authorize and send that token.',
  },
  { title: 'another scheme', headers: { authorization: 'Basic eDp5' }, message: invalid },
  { title: 'a malformed token', headers: { authorization: 'Bearer nonsense' }, message: invalid },
  { title: 'an unknown token', headers: { authorization: `Bearer ${newToken()}` }, message: invalid },
];

test.each(badTokens)('refuses $title and counts it against the address', async ({ headers, message }) => {
  const answer = await createClient(stack.baseUrl)({ path: '/usage', headers });

  expect(answer.status).toBe(401);
  expect(answer.json).toEqual({ error: 'unauthorized', message });
  expect(answer.headers).toMatchObject({
    'x-amzn-remapped-www-authenticate': 'Bearer',
    'x-ratelimit-remaining': '59',
  });
});

test('refuses a token at the end of its hour', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const key = keys.token(secretHash(token));

  await changeItem(tenant.table, key, { expires_at: Date.now() + 30_000 });
  const before = await tenant.call({ path: '/usage', token });
  await changeItem(tenant.table, key, { expires_at: Date.now() });
  const after = await tenant.call({ path: '/usage', token });

  expect([before.status, after.status]).toEqual([200, 401]);
});

test('counts a token over all endpoints, and refuses its 61st call in a minute', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const paths = ['/usage', '/formats', '/job/none', '/openapi.json'];

  const answers = await Promise.all(
    Array.from({ length: 61 }, (_, index) => tenant.call({ path: paths[index % paths.length] ?? '', token })),
  );

  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  const limited = answers.find(({ status }) => status === 429);
  expect(limited?.json.message).toBe(
    `Rate limit exceeded, retry in ${limited?.headers['retry-after']} seconds`,
  );
});

test('opens a new window when the old one is over', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  await tenant.call({ path: '/usage', token });
  await changeItem(tenant.table, keys.token(secretHash(token)), {
    window_count: 60,
    window_ends: Date.now(),
  });

  const answer = await tenant.call({ path: '/usage', token });

  expect(answer.status).toBe(200);
  expect(answer.headers['x-ratelimit-remaining']).toBe('59');
});

test('stops the tokens of a revoked key at once, and of no other key', async () => {
  const tenant = await createTenant(stack);
  const other = await createTenant(stack);
  const tokens = [await tenant.authorize(), await tenant.authorize()];
  const otherToken = await other.authorize();

  await revokeKey(tenant, accountStore(tenant.table), Date.now());

  const answers = await Promise.all(tokens.map((token) => tenant.call({ path: '/usage', token })));
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect((await other.call({ path: '/usage', token: otherToken })).status).toBe(200);
  expect((await tenant.call({ path: '/authorize', json: { api_key: tenant.apiKey } })).json.error).toBe(
    'invalid_api_key',
  );
});

test('answers an error as a problem document where the client accepts one', async () => {
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
])('answers the unknown endpoint %s with %j in the form of every error', async (path, headers) => {
  const answer = await createClient(stack.baseUrl)({ path, headers });

  expect(answer.status).toBe(404);
  expect(answer.json).toEqual({ error: 'not_found', message: expect.stringContaining('/openapi.json') });
  expect(answer.headers['x-request-id']).toEqual(expect.any(String));
});

test('answers a known path with another method with 405 and the methods that it allows', async () => {
  const headers = { authorization: 'Bearer some-token' };

  const answer = await createClient(stack.baseUrl)({ method: 'PUT', path: '/convert', headers });

  expect(answer.status).toBe(405);
  expect(answer.json).toEqual({
    error: 'method_not_allowed',
    message: 'PUT is not allowed on /convert. Use POST.',
  });
  expect(answer.headers).toMatchObject({ allow: 'POST, OPTIONS', 'x-request-id': expect.any(String) });
});

test('answers HEAD as GET without the body, and OPTIONS with the methods', async () => {
  const [get, head, options] = await Promise.all(
    ['GET', 'HEAD', 'OPTIONS'].map((method) => fetch(`${stack.baseUrl}/health`, { method })),
  );

  expect([get?.status, head?.status, options?.status]).toEqual([200, 200, 204]);
  expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'));
  expect(await head?.text()).toBe('');
  expect(options?.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
