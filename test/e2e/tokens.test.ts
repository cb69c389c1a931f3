import { expect, inject, test } from 'vitest';
import { revokeKey } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { newApiKey, newToken } from '../../lib/ids.ts';
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
    'www-authenticate': 'Bearer',
    'x-ratelimit-remaining': '59',
  });
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
