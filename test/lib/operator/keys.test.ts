import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plans } from '../../../lib/plans.ts';
import { operatorOf } from '../../support/operator.ts';
import { startTestTable, type TestTable } from '../../support/table.ts';

const now = Date.UTC(2026, 10, 20);

let database: TestTable;
let run: ReturnType<typeof operatorOf>;

beforeAll(async () => {
  database = await startTestTable();
  run = operatorOf(database.table, { now });
});

afterAll(() => database.close());

let accounts = 0;
const newEmail = (): string => {
  accounts += 1;
  return `user-${accounts}@example.test`;
};
const newAccount = async (plan: string): Promise<string> =>
  (await run('create-account', { email: newEmail(), plan })).account_id;

const fulfilled = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

describe('the limit on keys', () => {
  it.each(Object.entries(plans))('of the %s plan is enforced', async (plan, { maxKeys }) => {
    const account = await newAccount(plan);
    for (let index = 0; index < maxKeys; index += 1) await run('create-key', { account, name: 'key' });

    const oneMore = run('create-key', { account, name: 'one more' });

    await expect(oneMore).rejects.toThrow(
      `The ${plan} plan allows ${maxKeys} API keys and all are in use. Revoke one or change the plan.`,
    );
  });

  it('is enforced exactly under 50 concurrent calls', async () => {
    const account = await newAccount('free');

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => run('create-key', { account, name: 'key' })),
    );

    expect(fulfilled(outcomes)).toBe(2);
    expect((await run('list-keys', { account })).keys).toHaveLength(2);
    expect((await run('show-usage', { account })).keys).toEqual({ used: 2, max: 2 });
  });

  it('allows one new key for a revoked one, even if it is revoked several times', async () => {
    const account = await newAccount('free');
    const { key_id: key } = await run('create-key', { account, name: 'first' });
    await run('create-key', { account, name: 'second' });

    await Promise.all(Array.from({ length: 5 }, () => run('revoke-key', { account, key })));

    await run('create-key', { account, name: 'third' });
    await expect(run('create-key', { account, name: 'fourth' })).rejects.toThrow('2 API keys');
  });

  it('changes immediately with the plan, and revokes no key', async () => {
    const account = await newAccount('starter');
    for (let index = 0; index < 4; index += 1) await run('create-key', { account, name: 'key' });

    await run('set-plan', { account, plan: 'free' });

    expect((await run('show-usage', { account })).keys).toEqual({ used: 4, max: 2 });
    await expect(run('create-key', { account, name: 'fifth' })).rejects.toThrow('The free plan allows 2');
  });
});

describe('an e-mail address', () => {
  it('has one account after 20 concurrent creations in upper and lower case', async () => {
    const email = newEmail();

    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        run('create-account', { email: index % 2 === 0 ? email : email.toUpperCase(), plan: 'free' }),
      ),
    );

    expect(fulfilled(outcomes)).toBe(1);
    await expect(run('create-account', { email, plan: 'pro' })).rejects.toThrow(
      `${email} already has an account.`,
    );
  });

  it.each(['nobody', '@example.test', 'a@', 'a b@example.test', 'a@b@c', `${'a'.repeat(250)}@b.cd`])(
    'is not %j',
    async (email) => {
      await expect(run('create-account', { email, plan: 'free' })).rejects.toThrow(
        `${JSON.stringify(email)} is not an e-mail address.`,
      );
    },
  );
});

it.each([
  ['create-account', { email: 'x@y.test', plan: 'gold' }, 'Unknown plan "gold". Plans: free, starter, pro.'],
  ['create-account', { email: 'x@y.test', plan: 'toString' }, 'Unknown plan "toString"'],
  ['create-account', { email: 'a\u0000@example.test', plan: 'free' }, 'is not an e-mail address'],
  ['create-account', { email: 'a@example.test' }, 'create-account needs --plan.'],
  ['create-key', { account: 'acct_x', name: 'a' }, 'No account acct_x'],
  ['list-keys', { account: 'acct_x' }, 'No account acct_x'],
  ['set-plan', { account: 'acct_x', plan: 'pro' }, 'No account acct_x'],
  ['revoke-key', { account: 'acct_x', key: 'key_x' }, 'No account acct_x'],
])('%s refuses %j', async (name, values: Readonly<Record<string, string>>, message) => {
  await expect(run(name, values)).rejects.toThrow(message);
});

it.each([
  ['a\u001bb', 'The name of a key must not contain control characters.'],
  [' ', 'The name of a key must be 1 to 100 characters long.'],
  ['a'.repeat(101), 'The name of a key must be 1 to 100 characters long.'],
])('a key is not named %j', async (name, message) => {
  const account = await newAccount('free');
  await expect(run('create-key', { account, name })).rejects.toThrow(message);
});

it('does not revoke a key of another account', async () => {
  const [one, other] = [await newAccount('free'), await newAccount('free')];
  const { key_id: key } = await run('create-key', { account: one, name: 'key' });

  await expect(run('revoke-key', { account: other, key })).rejects.toThrow(`has no key ${key}`);

  expect((await run('list-keys', { account: one })).keys[0]).toMatchObject({ revoked_at: null });
});
