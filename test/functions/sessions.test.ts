import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { createKey, getAccount } from '../../lib/accounts/manage-accounts.ts';
import { openSession } from '../../lib/accounts/session.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { secretHash } from '../../lib/ids.ts';
import { clientId } from '../support/issuer.ts';
import { itLong } from '../support/long-run.ts';
import { readItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { accountIdOf, accountsOf, open, user, users, useUsers } from './signed-in-users.ts';

/** The sort keys of the items in the KEYS partition of an account. */
const keysOf = async (accountId: string): Promise<string[]> => {
  const { Items = [] } = await users.service.table.client.send(
    new QueryCommand({
      TableName: users.service.table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.apiKey(accountId, '').pk },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ sk }) => String(sk));
};

useUsers();

describe('a session', () => {
  test('uses no API key of the plan and is not listed', async () => {
    await open(user);

    const listed = await user.call('list-keys');

    expect(listed.json).toEqual({ data: [], max: 2 });
    const account = await getAccount(await accountIdOf(user.email), accountStore(users.service.table));
    expect(account.keys).toBe(0);
  });

  test('is closed together with all other sessions of its user, and nothing else', async () => {
    const [one, two] = [await open(user), await open(user)];
    const accountId = await accountIdOf(user.email);
    const { key } = await createKey(
      { accountId, name: 'other' },
      accountStore(users.service.table),
      Date.now(),
    );
    const traded = await users.call('authorize', { method: 'POST', json: { api_key: key } });
    const stranger = await users.newUser();
    const strange = await open(stranger);

    const closed = await user.call('close-session', { method: 'DELETE' });

    expect([closed.status, closed.text]).toEqual([204, '']);
    const statuses = await Promise.all(
      [one, two, traded, strange].map(
        async ({ json }) => (await users.call('get-usage', { token: json.access_token })).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 200, 200]);
    expect(await keysOf(accountId)).not.toContain('SESSIONS');
  });

  itLong('is limited to twenty; forty simultaneous requests leave twenty, closed in one write', async () => {
    await open(user);
    const answers = await Promise.all(Array.from({ length: 40 }, () => open(user)));
    const liveTokens = async (): Promise<number> => {
      const items = await Promise.all(
        answers.map(({ json }) => readItem(users.service.table, keys.token(secretHash(json.access_token)))),
      );
      return items.filter((item) => item !== undefined).length;
    };
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(await liveTokens()).toBe(20);
    users.service.takeCalls();

    const closed = await user.call('close-session', { method: 'DELETE' });

    expect(closed.status).toBe(204);
    const calls = users.service.takeCalls().map(({ operation }) => operation);
    // Counted, its identity, its tokens, and one write: a function that dies has signed out whole or not at all.
    expect(calls).toEqual(['UpdateItem', 'GetItem', 'GetItem', 'TransactWriteItems']);
    expect(await liveTokens()).toBe(0);
    expect(await keysOf(await accountIdOf(user.email))).toEqual([]);
  });

  test('is not opened by a request that was in flight when its user signed out', async () => {
    await open(user);
    const accountId = await accountIdOf(user.email);
    const store = sessionStore(users.service.table);
    const now = Date.now();
    const { provider } = users;
    const person = {
      issuer: provider.issuer,
      subject: user.subject,
      email: user.email,
      emailVerified: true,
      issuedAt: Math.floor(now / 1000) * 1000 - 1000,
    };
    const token = { accountId, now, expiresAt: now + 3_600_000 };

    await store.signOut(accountId, person, now);
    const stored = [
      await store.putToken({ ...token, tokenHash: 'before' }, person),
      await store.putToken({ ...token, tokenHash: 'after' }, { ...person, issuedAt: person.issuedAt + 1000 }),
    ];

    expect(stored).toEqual([false, true]);
    expect(await readItem(users.service.table, keys.token('before'))).toBeUndefined();
    await expect(openSession(accountId, person, store, now)).rejects.toMatchObject({
      code: 'invalid_identity',
    });
  });

  test('rejects older ID tokens after a sign-out without open sessions', async () => {
    await open(user);
    const accountId = await accountIdOf(user.email);
    const store = sessionStore(users.service.table);
    await user.call('close-session', { method: 'DELETE' });
    const person = {
      issuer: users.provider.issuer,
      subject: user.subject,
      email: user.email,
      emailVerified: true,
    };
    const later = Date.now() + 10_000;

    await store.signOut(accountId, { ...person, issuedAt: later }, later);

    const token = { accountId, now: later, expiresAt: later + 3_600_000, tokenHash: 'late' };
    expect(await store.putToken(token, { ...person, issuedAt: later - 5000 })).toBe(false);
  });

  test('rejects its ID token after a sign-out, and a later one opens another session', async () => {
    const sub = crypto.randomUUID();
    const email = `${sub}@example.test`;
    const seconds = Math.floor(Date.now() / 1000);
    const earlier = await users.newUser({ sub, email, iat: seconds - 60 });
    const later = await users.newUser({ sub, email, iat: seconds + 2 });
    await open(earlier);

    const closed = await earlier.call('close-session', { method: 'DELETE' });
    const refused = [
      await earlier.call('open-session', { method: 'POST' }),
      await earlier.call('create-key', { method: 'POST', json: { name: 'kept' } }),
      await earlier.call('close-session', { method: 'DELETE' }),
    ];

    expect(closed.status).toBe(204);
    expect(refused.map(({ status, json }) => [status, json.error])).toEqual(
      refused.map(() => [401, 'invalid_identity']),
    );
    expect((await later.call('open-session', { method: 'POST' })).status).toBe(200);
  });

  test("has the lifetime of a key's token", async () => {
    const before = Date.now();
    const { json } = await open(user);

    const item = await readItem(users.service.table, keys.token(secretHash(json.access_token)));

    expect(item).toMatchObject({ key_id: 'session' });
    expect(Number(item?.expires_at)).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(Number(item?.expires_at)).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(item?.ttl).toBe(Math.ceil(Number(item?.expires_at) / 1000));
  });
});

test.each(['close-session', 'list-keys', 'get-usage-history'])(
  '%s returns 404 to a user without an account',
  async (name) => {
    const { status, json } = await user.call(name);

    expect([status, json]).toEqual([
      404,
      {
        error: 'account_not_found',
        message: 'This user has no account yet. Create one with POST /account/session.',
      },
    ]);
    expect(await accountsOf(user.email)).toEqual([]);
  },
);

test.each([
  'open-session',
  'close-session',
  'list-keys',
  'create-key',
  'revoke-key',
  'get-usage-history',
  'open-checkout',
  'open-billing-portal',
])('%s accepts no bearer token of the API', async (name) => {
  const tenant = await createTenant(users.service.table);

  const { status, json } = await users.call(name, {
    method: 'POST',
    token: await tenant.newToken(),
    json: { name: 'a', plan: 'pro' },
  });

  expect([status, json.error]).toEqual([401, 'invalid_identity']);
});

test.each(['get-usage', 'get-formats', 'list-jobs', 'cancel-job', 'get-job'])(
  '%s accepts no ID token',
  async (name) => {
    await open(user);

    const { status, json } = await user.call(name, { id: 'job_x' });

    expect([status, json.error]).toEqual([401, 'unauthorized']);
  },
);

test('the configuration of the dashboard is not rate-limited', async () => {
  const tenant = await createTenant(users.service.table);
  const token = await tenant.newToken();

  const { status, json, headers } = await users.call('get-dashboard-config', {
    token,
    address: '192.0.2.77',
  });

  expect([status, json]).toMatchObject([200, { issuer: users.provider.issuer, client_id: clientId }]);
  expect(headers).not.toHaveProperty('x-ratelimit-limit');
  expect(await readItem(users.service.table, keys.address('dashboard', '192.0.2.77'))).toBeUndefined();
  expect(await readItem(users.service.table, keys.token(secretHash(token)))).toMatchObject({
    window_count: 0,
  });
});

test('each endpoint makes only the AWS calls it needs', async () => {
  const callsOf = async (name: string, request = {}): Promise<string> => {
    users.service.takeCalls();
    await user.call(name, request);
    return users.service
      .takeCalls()
      .map(({ operation }) => operation)
      .join(' ');
  };
  const create = { method: 'POST', json: { name: 'one' } };

  const first = await callsOf('open-session');
  const calls = {
    again: await callsOf('open-session'),
    list: await callsOf('list-keys'),
    create: await callsOf('create-key', create),
    usage: await callsOf('get-usage-history'),
  };

  // The first call also opens the window of its user.
  expect(first).toBe('UpdateItem UpdateItem GetItem TransactWriteItems GetItem TransactWriteItems');
  expect(calls).toEqual({
    again: 'UpdateItem GetItem GetItem TransactWriteItems',
    list: 'UpdateItem GetItem GetItem Query',
    // Creating keys has its own rate window, which this call opens.
    create: 'UpdateItem UpdateItem GetItem TransactWriteItems',
    usage: 'UpdateItem GetItem GetItem Query',
  });
});
