import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { startUserService, type TestUser, type UserService } from '../support/user-service.ts';

let users: UserService;
let user: TestUser;
let accessToken: string;

beforeAll(async () => {
  users = await startUserService();
});

beforeEach(async () => {
  user = await users.newUser();
  accessToken = (await user.call('open-session', { method: 'POST' })).json.access_token;
});

afterAll(() => users.close());

const create = (name: unknown, who = user) => who.call('create-key', { method: 'POST', json: { name } });
const revoke = (id: string, who = user) => who.call('revoke-key', { method: 'DELETE', id });
const list = async (who = user) => (await who.call('list-keys')).json;
const authorize = (key: string) =>
  users.call('authorize', { method: 'POST', json: { api_key: key }, address: crypto.randomUUID() });
const keysUsed = async (): Promise<number> =>
  (await users.call('get-usage', { token: accessToken })).json.keys.used;

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('a new key', () => {
  test('is shown once, in full, and can be exchanged for a token', async () => {
    const { status, json } = await create('  production ');

    expect(status).toBe(201);
    expect(json).toEqual({
      key_id: expect.stringMatching(/^key_/),
      name: 'production',
      prefix: 'df_live_',
      last_four: json.key.slice(-4),
      created_at: timestamp,
      last_used_at: null,
      key: expect.stringMatching(/^df_live_[0-9A-Za-z]{32}$/),
    });
    const { key, ...shown } = json;
    expect(await list()).toEqual({ data: [shown], max: 2 });
    expect((await authorize(key)).status).toBe(200);
    expect((await list()).data[0].last_used_at).toEqual(timestamp);
  });

  test('is refused if the plan allows no more', async () => {
    await create('one');
    await create('two');

    const { status, json } = await create('three');

    expect([status, json]).toEqual([
      409,
      {
        error: 'key_limit_reached',
        message: 'The free plan allows 2 API keys and all are in use. Revoke one or change the plan.',
      },
    ]);
    expect((await list()).data.map(({ name }: { name: string }) => name)).toEqual(['two', 'one']);
  });

  test('never exceeds the limit of the plan under simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => create(`key ${index}`)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ json }) => json.error === 'key_limit_reached')).toHaveLength(10);
    expect((await list()).data).toHaveLength(2);
    expect(await keysUsed()).toBe(2);
  });

  test.each([
    ['without a name', {}, 'name: is required.'],
    ['with an empty name', { name: '   ' }, 'name: '],
    ['with a name that is too long', { name: 'x'.repeat(101) }, 'name: '],
    [
      'with a control character in its name',
      { name: 'a\u001b[31mb' },
      'name: must not contain control characters',
    ],
    ['with a name that is not a string', { name: 7 }, 'name: '],
    ['with an unknown field', { name: 'a', scope: 'all' }, 'scope: unknown field'],
  ])('is refused %s', async (_title, json, message) => {
    const answer = await user.call('create-key', { method: 'POST', json });

    expect([answer.status, answer.json]).toEqual([
      400,
      {
        error: 'invalid_request',
        field: message.slice(0, message.indexOf(':')),
        message: expect.stringContaining(message),
      },
    ]);
  });
});

describe('a revoked key', () => {
  test('stops working immediately, with its tokens, and frees its place', async () => {
    const { json } = await create('one');
    const traded = await authorize(json.key);

    const revoked = await revoke(json.key_id);

    expect([revoked.status, revoked.text]).toEqual([204, '']);
    expect((await users.call('get-usage', { token: traded.json.access_token })).status).toBe(401);
    expect((await authorize(json.key)).json.error).toBe('invalid_api_key');
    expect(await list()).toEqual({ data: [], max: 2 });
    expect(await keysUsed()).toBe(0);
  });

  test('can be revoked again, which frees nothing more', async () => {
    const [one] = [await create('one'), await create('two')];

    const again = [await revoke(one.json.key_id), await revoke(one.json.key_id)];

    expect(again.map(({ status }) => status)).toEqual([204, 204]);
    expect(await keysUsed()).toBe(1);
  });

  test('frees one place if it is revoked ten times simultaneously', async () => {
    const [one] = [await create('one'), await create('two')];

    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(one.json.key_id)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204));
    expect(await keysUsed()).toBe(1);
  });
});

test('leaves only items that expire, even for keys created and revoked thirty times an hour', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 45; index += 1) {
    const { status, json } = await create(`key ${index}`);
    statuses.push(status);
    if (status === 201) await revoke(json.key_id);
  }

  const refused = await create('one more');

  expect(statuses).toEqual([...Array(30).fill(201), ...Array(15).fill(429)]);
  expect(refused.json).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: `Rate limit exceeded, retry in ${refused.headers['Retry-After']} seconds`,
  });
  expect(refused.headers).toMatchObject({ 'RateLimit-Policy': '"keys";q=30;w=3600' });
  const { Items = [] } = await users.service.table.client.send(
    new ScanCommand({ TableName: users.service.table.name, ConsistentRead: true }),
  );
  const revoked = Items.filter(({ revoked_at: revokedAt }) => revokedAt !== undefined);
  expect(revoked.filter(({ ttl }) => typeof ttl !== 'number')).toEqual([]);
  const live = new Set(Items.filter((item) => item.key_hash !== undefined).map((item) => item.key_id));
  expect(Items.filter(({ sk, key_id: id }) => sk === 'KEYHASH' && !live.has(id))).toEqual([]);
});

describe('the key of another account', () => {
  const notFound = [404, 'key_not_found'];

  test('is reported as unknown and not revoked', async () => {
    const other = await users.newUser();
    await other.call('open-session', { method: 'POST' });
    const { json } = await create('theirs', other);

    const answers = [await revoke(json.key_id), await revoke(newId('apiKey', Date.now()))];

    expect(answers.map(({ status, json: body }) => [status, body.error])).toEqual([notFound, notFound]);
    expect((await authorize(json.key)).status).toBe(200);
    expect((await list(other)).data).toHaveLength(1);
  });

  test.each(['session', 'key_x', '', '../KEY', newId('job', 0)])(
    'is not found for a malformed id: %j',
    async (id) => {
      const { status, json } = await revoke(id);

      expect([status, json]).toEqual([
        404,
        { error: 'key_not_found', message: `No API key ${JSON.stringify(id)} in this account.` },
      ]);
    },
  );
});
