import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { environmentNames } from '../../lib/env.ts';
import { secretHash } from '../../lib/ids.ts';
import { readItem } from '../support/table.ts';
import { accountIdOf, accountsOf, open, user, users, useUsers } from './signed-in-users.ts';

const operatorAccount = (email: string) =>
  createAccount({ email, plan: 'pro' }, accountStore(users.service.table), Date.now());

useUsers();

describe('the first sign-in', () => {
  test('creates an account on the Free plan with no usage and returns a token for it', async () => {
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

  test('creates one account under twenty simultaneous requests', async () => {
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

  test('gives an address to one of two users who claim it simultaneously', async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const [one, two] = await Promise.all([users.newUser({ email }), users.newUser({ email })]);

    const answers = await Promise.all([open(one), open(two)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await accountsOf(email)).toHaveLength(1);
  });
});

describe('a later sign-in', () => {
  const newEmail = () => `${crypto.randomUUID()}@example.test`;

  test('moves the account to an address that the user has changed, and frees the old one', async () => {
    const first = await open(user);
    const accountId = await accountIdOf(user.email);
    const renamed = await users.newUser({ sub: user.subject, email: newEmail() });

    const answers = [await open(renamed), await open(renamed)];
    const successor = await users.newUser({ email: user.email });

    expect([first, ...answers].map(({ json }) => json.email)).toEqual([
      user.email,
      renamed.email,
      renamed.email,
    ]);
    expect(await accountsOf(renamed.email)).toMatchObject([{ account_id: accountId }]);
    expect(await accountsOf(user.email)).toEqual([]);
    expect((await open(successor)).status).toBe(200);
    expect(await accountIdOf(user.email)).not.toBe(accountId);
  });

  test.each([
    ['is not verified', async (email: string) => ({ email, email_verified: undefined })],
    [
      'is that of another account',
      async (email: string) => {
        await open(await users.newUser({ email }));
        return { email };
      },
    ],
  ])('keeps the address of the account if the new one %s', async (_, claimsOf) => {
    await open(user);
    const accountId = await accountIdOf(user.email);
    const email = newEmail();
    const renamed = await users.newUser({ sub: user.subject, ...(await claimsOf(email)) });
    const before = await accountsOf(email);

    const { status, json } = await open(renamed);

    expect([status, json.email]).toEqual([200, user.email]);
    expect(await accountsOf(user.email)).toMatchObject([{ account_id: accountId }]);
    expect(await accountsOf(email)).toEqual(before);
  });

  test('of two at once changes the address once', async () => {
    await open(user);
    const accountId = await accountIdOf(user.email);
    const renamed = await Promise.all(
      [newEmail(), newEmail()].map((email) => users.newUser({ sub: user.subject, email })),
    );

    const answers = await Promise.all(renamed.map(open));

    const owned = (await Promise.all(renamed.map(({ email }) => accountsOf(email)))).flat();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(owned.length).toBeGreaterThan(0);
    for (const { account_id } of owned) expect(account_id).toBe(accountId);
  });

  test('does not change the account', async () => {
    await open(user);
    const before = await accountsOf(user.email);

    await open(user);

    expect(await accountsOf(user.email)).toEqual(before);
  });
});

describe('an account that the operator created', () => {
  test('is assigned to the user with its address', async () => {
    const { accountId } = await operatorAccount(user.email);

    const { status, json } = await open(user);

    expect([status, json.plan]).toEqual([200, 'pro']);
    expect(await accountsOf(user.email)).toMatchObject([{ account_id: accountId }]);
    expect((await user.call('list-keys')).status).toBe(200);
  });

  test('is assigned to one user under twenty simultaneous sign-ins', async () => {
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
    ['the provider omits email_verified', undefined],
    ['the provider sends email_verified as a string', 'true'],
  ])('is not assigned if %s', async (_title, verified) => {
    const { accountId } = await operatorAccount(user.email);
    const stranger = await users.newUser({ email: user.email, email_verified: verified });

    const { status, json } = await open(stranger);

    expect([status, json]).toEqual([
      409,
      {
        error: 'email_in_use',
        message: `Another account uses the e-mail address ${user.email}. Sign in with the method you used before, or contact the operator.`,
      },
    ]);
    expect(await readItem(users.service.table, keys.account(accountId))).not.toHaveProperty('identity_hash');
  });

  test('is not assigned to a second user', async () => {
    await operatorAccount(user.email);
    await open(user);
    const next = await users.newUser({ email: user.email });

    const { status, json } = await open(next);

    expect([status, json.error]).toEqual([409, 'email_in_use']);
    expect((await open(user)).status).toBe(200);
  });
});

test('an account that a user created is not assigned to another user with its address', async () => {
  await open(user);
  const next = await users.newUser({ email: user.email.toUpperCase() });

  const { status, json } = await open(next);

  expect([status, json.error]).toEqual([409, 'email_in_use']);
});

describe.each(['invite', 'closed'])('with the sign-up %s', (mode) => {
  const setMode = (value: string) => vi.stubEnv(environmentNames.signUp, value);
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['verified', true],
    ['not verified', undefined],
  ])('a user without an account is refused, whose address is %s', async (_title, verified) => {
    const stranger = await users.newUser({ email_verified: verified });
    setMode(mode);

    const { status, json } = await open(stranger);

    expect([status, json]).toEqual([
      403,
      {
        error: 'sign_up_closed',
        message:
          mode === 'invite'
            ? `New users need an invitation. Ask the operator to create an account for ${stranger.email}, verify the address, and sign in again.`
            : 'This service does not accept new users. Contact the operator.',
      },
    ]);
    expect(await accountsOf(stranger.email)).toEqual([]);
    const { status: listed, json: refused } = await stranger.call('list-keys');
    expect([listed, refused.error]).toEqual([404, 'account_not_found']);
  });

  test('a user who has signed in before is not affected', async () => {
    const first = await open(user);
    setMode(mode);

    const again = await open(user);

    expect([first.status, again.status]).toEqual([200, 200]);
  });

  test('the address of another user reveals nothing to one whose address is not verified', async () => {
    await open(user);
    const stranger = await users.newUser({ email: user.email, email_verified: undefined });
    setMode(mode);

    const { status, json } = await open(stranger);

    expect([status, json.error]).toEqual([403, 'sign_up_closed']);
  });

  test('the owner of an invited address is admitted by an invitation only', async () => {
    const { accountId } = await operatorAccount(user.email);
    setMode(mode);

    const answers = await Promise.all(Array.from({ length: 5 }, () => open(user)));

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(mode === 'invite' ? 200 : 403));
    expect(await accountsOf(user.email)).toMatchObject([{ account_id: accountId }]);
  });

  test('GET /account/config says so', async () => {
    setMode(mode);

    expect((await users.call('get-dashboard-config')).json).toMatchObject({ sign_up: mode });
  });
});

test('an invited address admits one user', async () => {
  await operatorAccount(user.email);
  await open(user);
  const next = await users.newUser({ email: user.email });
  vi.stubEnv(environmentNames.signUp, 'invite');

  const { status, json } = await open(next);

  vi.unstubAllEnvs();
  expect([status, json.error]).toEqual([409, 'email_in_use']);
});

test.each(['', 'Open', 'everyone'])('admits nobody if the setting is %j', async (mode) => {
  vi.stubEnv(environmentNames.signUp, mode);

  const { status } = await open(user);

  vi.unstubAllEnvs();
  expect(status).toBe(500);
  expect(await accountsOf(user.email)).toEqual([]);
});
