import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize } from '../../../lib/accounts/authorize.ts';
import { setPlan } from '../../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { grantCalls } from '../../../lib/aws/account-window.ts';
import { openTable } from '../../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../../lib/aws/rate-windows.ts';
import { keys, type Table } from '../../../lib/aws/table.ts';
import { tokenStore } from '../../../lib/aws/token-store.ts';
import { secretHash } from '../../../lib/ids.ts';
import { limitsOf } from '../../../lib/plans.ts';
import { type AwsCall, type AwsProxy, startAwsProxy } from '../../support/aws-proxy.ts';
import { itLong, runsOf } from '../../support/long-run.ts';
import {
  changeItem,
  credentials,
  readItem,
  region,
  startTestTable,
  type TestTable,
} from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);

let database: TestTable;
let proxy: AwsProxy;
let counted: Table;
let tenant: TestTenant;
const calls: AwsCall[] = [];

beforeAll(async () => {
  database = await startTestTable();
  proxy = await startAwsProxy(database.endpoint, calls);
  counted = openTable(database.table.name, {
    endpoint: proxy.endpoint,
    region,
    credentials: { ...credentials },
  });
});

afterAll(async () => {
  counted.client.destroy();
  await proxy.close();
  await database.close();
});

beforeEach(async () => {
  tenant = await createTenant(database.table, 'free', start);
});

const newToken = async (): Promise<string> =>
  secretHash(await authorize(tenant.apiKey, tokenStore(database.table), start));
const call = (tokenHash: string, now = start, table = database.table) =>
  rateWindows(table).countToken(tokenHash, now);
const accountCalls = () => readItem(database.table, keys.calls(tenant.accountId));
const leave = (callsLeft: number) =>
  changeItem(database.table, keys.calls(tenant.accountId), { calls_left: callsLeft });

describe('the calls of all tokens of an account', () => {
  it('are 600 a minute on the Free plan, and a refusal names the window of the account', async () => {
    const [one, two] = [await newToken(), await newToken()];
    await call(one);
    expect(await accountCalls()).toMatchObject({ max_calls: 600, calls_left: 590, plan: 'free' });
    await leave(0);

    const refused = await call(two, start + 1);
    const granted = await call(one, start + 2);

    expect(refused).toEqual({
      caller: {
        accountId: tenant.accountId,
        keyId: tenant.keyId,
        keyLastFour: tenant.apiKey.slice(-4),
        limits: limitsOf('free'),
      },
      window: { policy: 'account', limit: 600, remaining: 0, endsAt: start + 60_000, exceeded: true },
    });
    expect(granted?.window).toMatchObject({ policy: 'default', remaining: 58, exceeded: false });
  });

  it('are exactly as many as the window has left for simultaneous tokens', async () => {
    const tokens = [await newToken(), await newToken(), await newToken()];
    await grantCalls(database.table, {
      accountId: tenant.accountId,
      tokenHash: 'another-token',
      granted: 0,
      wanted: 10,
      now: start,
    });
    await leave(15);

    const outcomes = await Promise.all(
      tokens.flatMap((token) => Array.from({ length: 12 }, () => call(token))),
    );

    expect(outcomes.filter((each) => each?.window.exceeded === false)).toHaveLength(15);
    expect(outcomes.filter((each) => each?.window.policy === 'account')).toHaveLength(21);
    expect(await accountCalls()).toMatchObject({ calls_left: 0 });
  });

  it('start over when the window ends, whatever it has granted', async () => {
    const token = await newToken();
    await call(token);
    await leave(0);
    const next = start + 60_000;

    const outcomes = [await call(token, next - 1), await call(token, next), await call(token, next + 1)];

    expect(outcomes.map((each) => each?.window.exceeded)).toEqual([false, false, false]);
    expect(await accountCalls()).toMatchObject({ window_ends: next + 60_000, calls_left: 590 });
  });

  it("do not end a token's own window, which still takes 60", async () => {
    const token = await newToken();

    const outcomes = [];
    for (let index = 0; index < 61; index += 1) outcomes.push(await call(token, start + index));

    expect(outcomes.map((each) => each?.window.remaining)).toEqual([
      ...Array.from({ length: 60 }, (_, index) => 59 - index),
      0,
    ]);
    expect(outcomes.filter((each) => each?.window.exceeded)).toHaveLength(1);
    expect(await accountCalls()).toMatchObject({ calls_left: 540 });
  });

  it('follow a change of plan with the next window', async () => {
    const token = await newToken();
    await call(token);
    await setPlan({ accountId: tenant.accountId, plan: 'pro' }, accountStore(database.table));

    const next = await call(token, start + 60_000);

    expect(next?.caller.limits).toEqual(limitsOf('pro'));
    expect(await accountCalls()).toMatchObject({ max_calls: 6000, calls_left: 5990 });
  });

  it('need one write for most calls: 68 for sixty', async () => {
    const [opens, token] = [await newToken(), await newToken()];
    await call(opens);
    calls.length = 0;

    for (let index = 0; index < 60; index += 1) await call(token, start + index, counted);

    expect(calls.map(({ operation }) => operation)).toEqual(Array(68).fill('UpdateItem'));
  });

  it(`are granted once to ${runsOf(12, 20)} simultaneous calls of a token`, async () => {
    const count = runsOf(12, 20);
    const token = await newToken();

    const outcomes = await Promise.all(Array.from({ length: count }, () => call(token)));

    expect(new Set(outcomes.map((each) => each?.window.remaining)).size).toBe(count);
    expect(await accountCalls()).toMatchObject({ calls_left: 580 });
  });

  itLong('are granted to 50 simultaneous calls of a token with at most 8 writes for each', async () => {
    const token = await newToken();
    await call(await newToken());
    calls.length = 0;

    const outcomes = await Promise.all(Array.from({ length: 50 }, () => call(token, start, counted)));

    expect(new Set(outcomes.map((each) => each?.window.remaining)).size).toBe(50);
    expect(calls.length).toBeLessThanOrEqual(50 * 8);
    expect(await readItem(database.table, keys.token(token))).toMatchObject({ granted: 60, grant_used: 50 });
  });

  it('are not lost if a function dies between the grant and the token', async () => {
    const tokenHash = await newToken();
    const { accountId } = tenant;
    await grantCalls(database.table, { accountId, tokenHash, granted: 0, wanted: 60, now: start });

    for (let index = 0; index < 10; index += 1) await call(tokenHash);

    expect(await accountCalls()).toMatchObject({ calls_left: 590 });
  });

  it('are counted for a token created before grants existed', async () => {
    const token = await newToken();
    await database.table.client.send(
      new UpdateCommand({
        TableName: database.table.name,
        Key: keys.token(token),
        UpdateExpression: 'SET window_ends = :ends',
        ExpressionAttributeValues: { ':ends': start + 30_000 },
      }),
    );

    const outcome = await call(token);

    expect(outcome?.window).toMatchObject({ remaining: 59, endsAt: start + 30_000, exceeded: false });
  });
});
