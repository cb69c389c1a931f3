import { expect, inject, test } from 'vitest';
import { revokeKey } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { newApiKey, newToken, secretHash } from '../../lib/ids.ts';
import { changeItem } from '../support/table.ts';
import { createClient } from './support/client.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');

const invalid = 'Invalid or expired bearer token. Get a new one with POST /authorize.';

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
  {
    title: 'another scheme',
    headers: { authorization: 'Basic eDp5' },
    message:
      'The Authorization header has the scheme "Basic". Send "Authorization: Bearer <access_token>" with a token from POST /authorize.',
  },
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

test('refuses a token after an hour', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const key = keys.token(secretHash(token));

  await changeItem(tenant.table, key, { expires_at: Date.now() + 30_000 });
  const before = await tenant.call({ path: '/usage', token });
  await changeItem(tenant.table, key, { expires_at: Date.now() });
  const after = await tenant.call({ path: '/usage', token });

  expect([before.status, after.status]).toEqual([200, 401]);
});

test("counts a token's calls over all endpoints and refuses the 61st in a minute", async () => {
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

test('opens a new window when the old one has ended', async () => {
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

test('ends the tokens of a revoked key immediately, and no others', async () => {
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
