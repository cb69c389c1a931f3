import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageLimitError } from '../../../lib/api-errors.ts';
import { chargedTransaction } from '../../../lib/aws/charged-transaction.ts';
import { withVersion } from '../../../lib/aws/item-version.ts';
import { fromJob } from '../../../lib/aws/job-item.ts';
import { keys } from '../../../lib/aws/table.ts';
import { type NamedWrite, putNew } from '../../../lib/aws/transaction.ts';
import { newId } from '../../../lib/ids.ts';
import { newJob } from '../../support/jobs.ts';
import { runsOf } from '../../support/long-run.ts';
import { readItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const endOfNovember = Date.UTC(2026, 11, 1);

let database: TestTable;

beforeAll(async () => {
  database = await startTestTable();
});

afterAll(() => database.close());

let items = 0;

/** Charges an account and writes an item, or the job that takes a slot; returns whether both were written, or the limit that was reached. */
const charge = async (tenant: TestTenant, now: number, takesJobSlot = false): Promise<string> => {
  items += 1;
  const job = takesJobSlot ? newJob(tenant, now) : undefined;
  const put =
    job === undefined
      ? { pk: 'ITEM', sk: String(items) }
      : { ...keys.job(job.accountId, job.jobId), ...fromJob(job) };
  const key = { pk: put.pk, sk: put.sk };
  const outcome = await chargedTransaction(
    database.table,
    { accountId: tenant.accountId, now, jobId: job?.jobId },
    [['item', { put }]],
  ).then(
    () => 'charged',
    (error: unknown) => {
      if (error instanceof UsageLimitError) return error.message.split(' (')[0] ?? '';
      throw error;
    },
  );
  const stored = await readItem(database.table, key);
  expect(stored?.sk).toBe(outcome === 'charged' ? key.sk : undefined);
  return outcome;
};

const countOf = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([name, all]) => [name, all.length]));

describe('the monthly limit', () => {
  it('is exact under simultaneous charges', async () => {
    const tenant = await createTenant(database.table, 'free', endOfNovember);
    const [used, refused] = [runsOf(40, 0), runsOf(14, 30)];
    await charge(tenant, endOfNovember);
    await tenant.change({ operations: used });

    const outcomes = await Promise.all(
      Array.from({ length: 50 - used + refused }, () => charge(tenant, endOfNovember)),
    );

    expect(countOf(outcomes)).toEqual({ charged: 50 - used, 'Monthly usage limit reached': refused });
    expect(await tenant.account()).toMatchObject({ month: '2026-12', operations: 50, activeJobs: 0 });
  });

  it('starts over at the first instant of a month', async () => {
    const tenant = await createTenant(database.table, 'free', endOfNovember - 1);
    await tenant.change({ operations: 50 });

    const outcomes = [await charge(tenant, endOfNovember - 1), await charge(tenant, endOfNovember)];

    expect(outcomes).toEqual(['Monthly usage limit reached', 'charged']);
    expect(await tenant.account()).toMatchObject({ month: '2026-12', operations: 1 });
  });

  it('is opened once under simultaneous charges', async () => {
    const count = runsOf(8, 25);
    const tenant = await createTenant(database.table, 'pro', endOfNovember - 1);
    await tenant.change({ operations: 20_000 });

    const outcomes = await Promise.all(Array.from({ length: count }, () => charge(tenant, endOfNovember)));

    expect(countOf(outcomes)).toEqual({ charged: count });
    expect(await tenant.account()).toMatchObject({ month: '2026-12', operations: count });
  });

  it('takes effect immediately when the plan changes', async () => {
    const tenant = await createTenant(database.table, 'free', endOfNovember);
    await tenant.change({ operations: 50 });

    const before = await charge(tenant, endOfNovember);
    await tenant.change({ max_operations: 51 });
    const after = [await charge(tenant, endOfNovember), await charge(tenant, endOfNovember)];

    expect([before, ...after]).toEqual([
      'Monthly usage limit reached',
      'charged',
      'Monthly usage limit reached',
    ]);
  });
});

describe('the job slots', () => {
  it('are exact under simultaneous charges, and a refusal charges no operation', async () => {
    const count = runsOf(10, 20);
    const tenant = await createTenant(database.table, 'free', endOfNovember);

    const outcomes = await Promise.all(
      Array.from({ length: count }, () => charge(tenant, endOfNovember, true)),
    );

    expect(countOf(outcomes)).toEqual({ charged: 3, 'Too many active jobs': count - 3 });
    expect(await tenant.account()).toMatchObject({ operations: 3, activeJobs: 3 });
  });
});

it('charges nothing if a write of the transaction is refused', async () => {
  const tenant = await createTenant(database.table, 'free', endOfNovember);
  const item = { pk: 'TAKEN', sk: 'x', owner: 'other' };
  const put: NamedWrite = ['item', putNew(item)];
  const about = () => ({
    accountId: tenant.accountId,
    now: endOfNovember,
    jobId: newId('job', endOfNovember),
  });

  const first = await chargedTransaction(database.table, about(), [put]);
  const second = await chargedTransaction(database.table, about(), [put]);

  expect([first, second]).toEqual([undefined, new Map([['item', { item: withVersion(item) }]])]);
  expect(await tenant.account()).toMatchObject({ operations: 1, activeJobs: 1 });
});

it('matches a model for any order of charges and clocks', async () => {
  const month = (index: number): number => Date.UTC(2026, 9 + index, 1);
  const charges = fc.array(fc.record({ month: fc.integer({ min: 0, max: 3 }), slot: fc.boolean() }), {
    minLength: 1,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(charges, async (all) => {
      const tenant = await createTenant(database.table, 'free', month(0));
      await tenant.change({ max_operations: 5 });
      const model = { month: 0, operations: 0, activeJobs: 0 };
      for (const each of all) {
        const opened = Math.max(model.month, each.month);
        const used = opened > model.month ? 0 : model.operations;
        const allowed = used < 5 && !(each.slot && model.activeJobs === 3);
        if (allowed) {
          model.month = opened;
          model.operations = used + 1;
          model.activeJobs += each.slot ? 1 : 0;
        }

        const outcome = await charge(tenant, month(each.month) + 1, each.slot);

        expect(outcome === 'charged').toBe(allowed);
        const { operations, activeJobs } = await tenant.account();
        expect({ operations, activeJobs }).toEqual({
          operations: model.operations,
          activeJobs: model.activeJobs,
        });
      }
    }),
    { numRuns: runsOf(8, 25) },
  );
});
