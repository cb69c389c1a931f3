import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, createKey, getAccount } from '../../lib/accounts/manage-accounts.ts';
import { openSession } from '../../lib/accounts/session.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { secretHash } from '../../lib/ids.ts';
import { clientId } from '../support/issuer.ts';
import { readItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { startUserService, type TestUser, type UserService } from '../support/user-service.ts';

let users: UserService;
let user: TestUser;

beforeAll(async () => {
  users = await startUserService();
});

beforeEach(async () => {
  user = await users.newUser();
});

afterAll(() => users.close());

const open = (who: TestUser) => who.call('open-session', { method: 'POST' });

/** The accounts of an e-mail address. */
const accountsOf = async (email: string): Promise<Record<string, unknown>[]> => {
  const { Items = [] } = await users.service.table.client.send(
    new ScanCommand({
      TableName: users.service.table.name,
      FilterExpression: 'email = :email AND sk = :account',
      ExpressionAttributeValues: { ':email': email, ':account': 'ACCOUNT' },
      ConsistentRead: true,
    }),
  );
  return Items;
};

const accountIdOf = async (email: string): Promise<string> =>
  String((await accountsOf(email))[0]?.account_id);

/** The sort keys of what stands in the KEYS partition of an account. */
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

const operatorAccount = (email: string) =>
  createAccount({ email, plan: 'pro' }, accountStore(users.service.table), Date.now());

describe('the first sign-in', () => {
  test('creates an account on the Free plan with nothing used, and gives a token for it', async () => {
    const { status, json, headers } = await open(user);

    expect(status).toBe(200);
    expect(json).toEqual({
      email: user.email,
      plan: 'free',
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
    });
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store' });
    const usage = await users.call('get-usage', { token: json.access_token });
    expect([usage.status, usage.json]).toMatchObject([
      200,
      { plan: 'free', operations: { used: 0, limit: 50 }, keys: { used: 0, max: 2 } },
    ]);
  });

  test('creates one account where twenty come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(user)));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await accountsOf(user.email)).toHaveLength(1);
    const accountId = await accountIdOf(user.email);
    const used = await Promise.all(
      answers.map(async ({ json }) => {
        const item = await readItem(users.service.table, keys.token(secretHash(json.access_token)));
        return item?.account_id;
      }),
    );
    expect(new Set(used)).toEqual(new Set([accountId]));
  });

  test('gives an address to one of two people who claim it at once', async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const [one, two] = await Promise.all([users.newUser({ email }), users.newUser({ email })]);

    const answers = await Promise.all([open(one), open(two)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await accountsOf(email)).toHaveLength(1);
  });
});

describe('a later sign-in', () => {
  test('finds the account again, also where the address has changed since', async () => {
    const first = await open(user);
    const renamed = await users.newUser({ sub: user.subject, email: 'new@example.test' });

    const again = await open(renamed);

    expect([first.json.email, again.json.email]).toEqual([user.email, user.email]);
    expect(await accountsOf('new@example.test')).toEqual([]);
  });

  test('leaves the account alone', async () => {
    await open(user);
    const before = await accountsOf(user.email);

    await open(user);

    expect(await accountsOf(user.email)).toEqual(before);
  });
});

describe('an account that the operator made', () => {
  test('becomes that of the user whose address it is', async () => {
    const { accountId } = await operatorAccount(user.email);

    const { status, json } = await open(user);

    expect([status, json.plan]).toEqual([200, 'pro']);
    expect(await accountsOf(user.email)).toMatchObject([{ account_id: accountId }]);
    expect((await user.call('list-keys')).status).toBe(200);
  });

  test('becomes that of one user where twenty sign-ins come at once', async () => {
    await operatorAccount(user.email);
    const other = await users.newUser({ email: user.email });

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => open(index % 2 ? user : other)),
    );

    const won = new Set(answers.flatMap(({ status }, index) => (status === 200 ? [index % 2] : [])));
    expect(won.size).toBe(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
  });

  test.each([
    ['the provider says nothing of the address', undefined],
    ['the provider says so in words', 'true'],
  ])('is not given away where %s', async (_title, verified) => {
    const { accountId } = await operatorAccount(user.email);
    const stranger = await users.newUser({ email: user.email, email_verified: verified });

    const { status, json } = await open(stranger);

    expect([status, json]).toEqual([
      409,
      {
        error: 'email_in_use',
        message: `Another account has the e-mail address ${user.email}. Sign in the way you did before, or contact the operator.`,
      },
    ]);
    expect(await readItem(users.service.table, keys.account(accountId))).not.toHaveProperty('identity_hash');
  });

  test('is given to nobody else once somebody has signed in to it', async () => {
    await operatorAccount(user.email);
    await open(user);
    const next = await users.newUser({ email: user.email });

    const { status, json } = await open(next);

    expect([status, json.error]).toEqual([409, 'email_in_use']);
    expect((await open(user)).status).toBe(200);
  });
});

test('an account that a user made is not given to the next who has its address', async () => {
  await open(user);
  const next = await users.newUser({ email: user.email.toUpperCase() });

  const { status, json } = await open(next);

  expect([status, json.error]).toEqual([409, 'email_in_use']);
});

describe('a session', () => {
  test('takes no API key of the plan and stands in no list', async () => {
    await open(user);

    const listed = await user.call('list-keys');

    expect(listed.json).toEqual({ data: [], max: 2 });
    const account = await getAccount(await accountIdOf(user.email), accountStore(users.service.table));
    expect(account.keys).toBe(0);
  });

  test('is closed with every other of its user, and nothing else is', async () => {
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

  test('is one of twenty, of forty that are opened at once, and all are closed in one write', async () => {
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

  test('is not opened by a call that was under way when its user signed out', async () => {
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

  test('that is closed where none is open refuses the older ID tokens all the same', async () => {
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

  test('that is closed is over for its ID token too, and a later one opens another', async () => {
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

  test('lasts as long as a token of a key', async () => {
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
  '%s answers 404 to a user who has not signed in yet',
  async (name) => {
    const { status, json } = await user.call(name);

    expect([status, json]).toEqual([
      404,
      {
        error: 'account_not_found',
        message: 'This user has no account yet. POST /account/session creates it.',
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
])('%s takes no bearer token of the API', async (name) => {
  const tenant = await createTenant(users.service.table);

  const { status, json } = await users.call(name, {
    method: 'POST',
    token: await tenant.newToken(),
    json: { name: 'a', plan: 'pro' },
  });

  expect([status, json.error]).toEqual([401, 'invalid_identity']);
});

test.each(['get-usage', 'get-formats', 'list-jobs', 'cancel-job', 'get-job'])(
  '%s takes no ID token',
  async (name) => {
    await open(user);

    const { status, json } = await user.call(name, { id: 'job_x' });

    expect([status, json.error]).toEqual([401, 'unauthorized']);
  },
);

test('what the dashboard asks before anybody has signed in is counted nowhere', async () => {
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

test('each endpoint takes the AWS calls that it must and no more', async () => {
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
    // Making keys has a window of its own, which this opens.
    create: 'UpdateItem UpdateItem GetItem TransactWriteItems',
    usage: 'UpdateItem GetItem GetItem Query',
  });
});
