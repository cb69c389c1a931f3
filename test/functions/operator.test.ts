import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUserService, type TestUser, type UserService } from '../support/user-service.ts';

let users: UserService;
let operator: TestUser;
let customer: TestUser;

beforeAll(async () => {
  users = await startUserService();
  process.env.OPERATORS = 'Root@example.test support-team';
  operator = await users.newUser({ email: 'root@example.test', email_verified: true });
  customer = await users.newUser({ email_verified: true });
  for (const user of [operator, customer]) await user.call('open-session', { method: 'POST' });
});
afterAll(() => users.close());

const run = async (who: TestUser, command: string, options = {}, more: object = {}) => {
  const json = { command, options, ...more };
  return who.call('run-operator-command', { method: 'POST', json });
};

describe('the operators', () => {
  it.each([
    ['a verified address of the list', { email: 'ROOT@example.test', email_verified: true }, 200],
    ['an address that is not verified', { email: 'root@example.test', email_verified: undefined }, 404],
    ['a group of Cognito', { 'cognito:groups': ['other', 'support-team'] }, 200],
    ['a group of another provider', { groups: ['support-team'] }, 200],
    ['another group', { groups: ['support', 'team'] }, 404],
    ['a group that is an address of the list', { groups: ['root@example.test'] }, 404],
    [
      'an address that is a group of the list',
      { email: 'support-team@example.test', email_verified: true },
      404,
    ],
    ['a claim that is no list', { groups: 'support-team' }, 404],
    ['any other user', { email_verified: true }, 404],
  ])('are those with %s', async (_, claims, status) => {
    // Claims that a token adds to those of the signed-in operator's account.
    const user = await users.newUser({ sub: operator.subject, ...claims });

    expect((await run(user, 'help')).status).toBe(status);
  });

  it('are nobody without the setting', async () => {
    process.env.OPERATORS = '';
    expect((await run(operator, 'help')).status).toBe(404);
    process.env.OPERATORS = 'Root@example.test support-team';
  });

  it('are told by their session, and nobody else is', async () => {
    const session = async (user: TestUser) => (await user.call('open-session', { method: 'POST' })).json;

    expect((await session(operator)).is_operator).toBe(true);
    expect(await session(customer)).not.toHaveProperty('is_operator');
  });
});

it('refuses all others as a path that does not exist, whatever they send, and a request without a token', async () => {
  for (const command of ['help', 'list-accounts', 'delete-account', 'nonsense'])
    expect((await run(customer, command, { account: operator.email })).json.error).toBe('not_found');
  const json = { command: 'help' };
  expect((await users.call('run-operator-command', { method: 'POST', json })).json.error).toBe(
    'invalid_identity',
  );
});

it('refuses an operator who has signed out', async () => {
  const leaving = await users.newUser({ groups: ['support-team'], iat: Math.floor(Date.now() / 1000) - 60 });
  await leaving.call('open-session', { method: 'POST' });
  expect((await run(leaving, 'help')).status).toBe(200);

  await leaving.call('close-session', { method: 'DELETE' });

  expect((await run(leaving, 'help')).json.error).toBe('invalid_identity');
});

it('runs commands, previews changes, logs the operator and says what is wrong', async () => {
  const account = customer.email;

  const { commands } = (await run(operator, 'help')).json.result;
  const names = commands.map(({ name }: { name: string }) => name);
  expect(names).toContain('delete-account');
  expect(names).not.toContain('create-key');
  const preview = await run(operator, 'set-plan', { account, plan: 'pro' }, { dry_run: true });
  expect(preview.json.result).toEqual({ dry_run: true, would_set: { plan: 'pro', before: 'free' } });
  expect((await run(operator, 'show-usage', { account })).json.result.plan).toBe('free');
  expect((await run(operator, 'set-plan', { account, plan: 'pro' })).json.result.plan).toBe('pro');
  const { actions } = (await run(operator, 'list-actions')).json.result;
  expect(actions[0]).toMatchObject({ command: 'set-plan', who: expect.stringMatching(/^operator acct_/) });

  const refused = async (...call: Parameters<typeof run>) => {
    const { status, json } = await run(...call);
    return [status, json.error, json.message];
  };
  expect(await refused(operator, 'create-key', { account, name: 'a' })).toEqual([
    400,
    'invalid_request',
    'command: there is no command "create-key". Send help for a list.',
  ]);
  expect(await refused(operator, 'show-usage', { account: 'acct_x' })).toEqual([
    400,
    'invalid_request',
    'No account acct_x',
  ]);
  expect(await refused(operator, 'show-usage', { account }, { dry_run: true })).toEqual([
    400,
    'invalid_request',
    'show-usage changes nothing, so it has no dry run.',
  ]);
  expect((await run(operator, 'show-usage', { account: 1 })).status).toBe(400);
});
