import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize } from '../../../lib/accounts/authorize.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { tokenStore } from '../../../lib/aws/token-store.ts';
import { secretHash } from '../../../lib/ids.ts';
import { itLong } from '../../support/long-run.ts';
import { readItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);
const hour = 3_600_000;

let database: TestTable;
let tenant: TestTenant;

beforeAll(async () => {
  database = await startTestTable();
});

afterAll(() => database.close());

beforeEach(async () => {
  tenant = await createTenant(database.table, 'pro', start);
});

const newToken = (now = start): Promise<string> => authorize(tenant.apiKey, tokenStore(database.table), now);
const isStored = async (token: string): Promise<boolean> =>
  (await readItem(database.table, keys.token(secretHash(token)))) !== undefined;
const areStored = (tokens: readonly string[]): Promise<boolean[]> => Promise.all(tokens.map(isStored));
const keyItem = () => readItem(database.table, keys.apiKey(tenant.accountId, tenant.keyId));
const revoke = (now = start): Promise<boolean> =>
  accountStore(database.table).revokeKey(tenant.accountId, tenant.keyId, now);

const newTokens = async (count: number, now = start): Promise<string[]> => {
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) tokens.push(await newToken(now));
  return tokens;
};

describe('the tokens of a key', () => {
  it('are at most twenty: a 21st ends the oldest', async () => {
    const tokens = await newTokens(20);
    const before = await areStored(tokens);

    const oneMore = await newToken();

    expect(before).toEqual(Array(20).fill(true));
    expect(await areStored([...tokens, oneMore])).toEqual([false, ...Array(20).fill(true)]);
  });

  itLong('are twenty after thirty simultaneous requests', async () => {
    const tokens = await Promise.all(Array.from({ length: 30 }, () => newToken()));

    expect((await areStored(tokens)).filter(Boolean)).toHaveLength(20);
  });

  it('do not count once they have expired', async () => {
    const old = await newTokens(15);
    const live = await newTokens(5, start + 1);

    const later = await newTokens(15, start + hour);

    expect(await areStored([...live, ...later])).toEqual(Array(20).fill(true));
    expect(await areStored(old)).toEqual(Array(15).fill(false));
    expect((await keyItem())?.tokens).toHaveLength(20);
  });

  it('are counted for each key', async () => {
    const other = await createTenant(database.table, 'pro', start);
    const tokens = await newTokens(20);

    await authorize(other.apiKey, tokenStore(database.table), start);

    expect(await areStored(tokens)).toEqual(Array(20).fill(true));
  });

  it('end with the key in one transaction, its hash too, and its record expires', async () => {
    const tokens = await newTokens(20);

    expect([await revoke(), await revoke(start + 5)]).toEqual([true, true]);

    expect(await areStored(tokens)).toEqual(Array(20).fill(false));
    expect(await readItem(database.table, keys.apiKeyHash(secretHash(tenant.apiKey)))).toBeUndefined();
    expect(await keyItem()).toMatchObject({ revoked_at: start, ttl: start / 1000 + 30 * 86_400 });
    expect(await keyItem()).not.toHaveProperty('tokens');
    expect(await tenant.account()).toMatchObject({ keys: 0 });
  });

  it('all end with a revocation, including one created at the same time', async () => {
    const traded = Array.from({ length: 20 }, () => newToken().catch(() => undefined));

    await revoke();

    const tokens = (await Promise.all(traded)).filter((token) => token !== undefined);
    expect(await areStored(tokens)).toEqual(tokens.map(() => false));
  });
});
