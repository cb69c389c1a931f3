import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateWindows } from '../../../lib/aws/rate-windows.ts';
import { keys } from '../../../lib/aws/table.ts';
import { newToken, secretHash } from '../../../lib/ids.ts';
import type { RateWindows } from '../../../lib/limits/rate-windows.ts';
import { limitsOf } from '../../../lib/plans.ts';
import { itLong, runsOf } from '../../support/long-run.ts';
import { readItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);

let database: TestTable;
let windows: RateWindows;
let tenant: TestTenant;

beforeAll(async () => {
  database = await startTestTable();
  windows = rateWindows(database.table);
});

afterAll(() => database.close());

beforeEach(async () => {
  tenant = await createTenant(database.table, 'pro', start);
});

const newTokenHash = async (): Promise<string> => secretHash(await tenant.newToken());

let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `address-${addresses}`;
};

describe('a token', () => {
  it('is authenticated and counted', async () => {
    const { accountId, keyId, apiKey } = tenant;

    const counted = await windows.countToken(await newTokenHash(), start);

    expect(counted).toEqual({
      caller: { accountId, keyId, keyLastFour: apiKey.slice(-4), limits: limitsOf('pro') },
      window: { policy: 'default', limit: 60, remaining: 59, endsAt: start + 60_000, exceeded: false },
    });
  });

  it('that does not exist is unknown, and nothing is written', async () => {
    const hash = secretHash(newToken());

    expect(await windows.countToken(hash, start)).toBeUndefined();
    expect(await readItem(database.table, keys.token(hash))).toBeUndefined();
  });

  it('expires to the millisecond', async () => {
    const hash = await newTokenHash();

    const last = await windows.countToken(hash, start + 3_599_999);
    const after = await windows.countToken(hash, start + 3_600_000);

    expect([last?.window.remaining, after]).toEqual([59, undefined]);
  });

  it('is not extended by the windows it opens', async () => {
    const hash = await newTokenHash();
    const before = await readItem(database.table, keys.token(hash));

    await windows.countToken(hash, start + 3_000_000);

    const after = await readItem(database.table, keys.token(hash));
    expect([after?.ttl, after?.expires_at]).toEqual([before?.ttl, before?.expires_at]);
  });

  it(`passes exactly 60 of ${runsOf(70, 100)} simultaneous calls`, async () => {
    const count = runsOf(70, 100);
    const hash = await newTokenHash();

    const counted = await Promise.all(Array.from({ length: count }, () => windows.countToken(hash, start)));

    const passed = counted.filter((each) => each?.window.exceeded === false);
    expect(passed).toHaveLength(60);
    expect(new Set(passed.map((each) => each?.window.remaining)).size).toBe(60);
    expect(counted.filter((each) => each?.window.remaining === 0 && each.window.exceeded)).toHaveLength(
      count - 60,
    );
  });

  itLong('passes exactly 60 of 100 simultaneous calls that open a new window', async () => {
    const hash = await newTokenHash();
    await Promise.all(Array.from({ length: 60 }, () => windows.countToken(hash, start)));
    const now = start + 60_000;

    const counted = await Promise.all(Array.from({ length: 100 }, () => windows.countToken(hash, now)));

    expect(counted.filter((each) => each?.window.exceeded === false)).toHaveLength(60);
    expect(new Set(counted.map((each) => each?.window.endsAt))).toEqual(new Set([now + 60_000]));
  });
});

describe('an address', () => {
  it('is counted separately for each limit', async () => {
    const address = newAddress();

    const calls = [
      await windows.countAddress(address, 'authorize', start),
      await windows.countAddress(address, 'default', start),
      await windows.countAddress(address, 'authorize', start + 1),
    ];

    expect(calls).toEqual([
      { policy: 'authorize', limit: 10, remaining: 9, endsAt: start + 60_000, exceeded: false },
      { policy: 'default', limit: 60, remaining: 59, endsAt: start + 60_000, exceeded: false },
      { policy: 'authorize', limit: 10, remaining: 8, endsAt: start + 60_000, exceeded: false },
    ]);
  });

  it(`passes exactly 10 of its first ${runsOf(15, 30)} simultaneous calls`, async () => {
    const address = newAddress();

    const counted = await Promise.all(
      Array.from({ length: runsOf(15, 30) }, () => windows.countAddress(address, 'authorize', start)),
    );

    expect(counted.filter(({ exceeded }) => !exceeded)).toHaveLength(10);
  });

  it('expires some time after its window', async () => {
    const address = newAddress();

    await windows.countAddress(address, 'default', start);

    expect(await readItem(database.table, keys.address('default', address))).toMatchObject({
      ttl: start / 1000 + 120,
    });
  });
});

describe('any order of calls', () => {
  // Long pauses end windows, short ones fill them: ten calls in a window, as authorize has.
  const pauses = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 30_000, max: 90_000 }) },
    ),
    { minLength: 1, maxLength: 40 },
  );

  it('is counted in windows of 60 seconds, each opened by its first call, ten calls in each', async () => {
    await fc.assert(
      fc.asyncProperty(pauses, async (waits) => {
        const address = newAddress();
        let now = start;
        let model = { ends: 0, used: 0 };
        for (const wait of waits) {
          now += wait;
          if (model.ends <= now) model = { ends: now + 60_000, used: 0 };
          const exceeded = model.used === 10;
          if (!exceeded) model.used += 1;

          const window = await windows.countAddress(address, 'authorize', now);

          expect(window).toEqual({
            policy: 'authorize',
            limit: 10,
            remaining: 10 - model.used,
            endsAt: model.ends,
            exceeded,
          });
        }
      }),
      { numRuns: runsOf(10, 30) },
    );
  });
});
