import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { chargedTransaction } from '../../../lib/aws/charged-transaction.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import type { JobErrorCode } from '../../../lib/conversions/errors.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { submitJob } from '../../support/jobs.ts';
import { putItem, readItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const december = Date.UTC(2026, 11, 1);

let database: TestTable;
let tenant: TestTenant;

beforeAll(async () => {
  database = await startTestTable();
});

beforeEach(async () => {
  tenant = await createTenant(database.table, 'pro', december - 1);
});

afterAll(() => database.close());

const charge = (now: number) => chargedTransaction(database.table, { accountId: tenant.accountId, now }, []);

const days: TestTenant['days'] = (...range) => tenant.days(...range);

const record = (day: string) => readItem(database.table, keys.usageDay(tenant.accountId, day));

const end = (job: Job, code: JobErrorCode, now: number) =>
  jobStore(database.table).end(
    job,
    { status: 'failed', error: { code, message: '' } },
    { lease: undefined, report: undefined, now },
  );

describe('an operation', () => {
  it('is counted on its day, which begins at 00:00 UTC', async () => {
    await charge(december - 1);
    await charge(december);
    await charge(december + 86_399_999);
    await charge(december + 86_400_000);

    expect(await days()).toEqual({ '2026-11-30': 1, '2026-12-01': 2, '2026-12-02': 1 });
  });

  it('that is refused is not counted', async () => {
    await tenant.change({ max_operations: 1 });
    await charge(december - 1);

    await expect(charge(december - 1)).rejects.toThrow('Monthly usage limit reached');

    expect(await days()).toEqual({ '2026-11-30': 1 });
  });

  it('is recorded when its day is over, for 400 days', async () => {
    await charge(december - 1);
    const before = await record('2026-11-30');

    await charge(december);

    expect([before, await record('2026-12-01')]).toEqual([undefined, undefined]);
    expect(await record('2026-11-30')).toEqual({
      pk: `ACCOUNT#${tenant.accountId}#USAGE`,
      sk: 'DAY#2026-11-30',
      operations: 1,
      ttl: Date.UTC(2026, 10, 30) / 1000 + 400 * 86_400,
    });
  });
});

describe('a day', () => {
  it('is opened once under 25 simultaneous operations', async () => {
    await Promise.all(Array.from({ length: 5 }, () => charge(december - 1)));

    await Promise.all(Array.from({ length: 25 }, () => charge(december)));

    expect(await days()).toEqual({ '2026-11-30': 5, '2026-12-01': 25 });
    expect(await record('2026-11-30')).toMatchObject({ operations: 5 });
  });

  it('that a fast clock has opened also counts the operations of slow clocks', async () => {
    await charge(december);
    await charge(december - 1);

    expect(await days()).toEqual({ '2026-12-01': 2 });
  });

  it('that earlier versions counted in its record is continued', async () => {
    await putItem(database.table, { ...keys.usageDay(tenant.accountId, '2026-11-30'), operations: 3 });
    await charge(december - 1);
    const before = await days();

    await charge(december);

    expect([before, await days()]).toEqual([{ '2026-11-30': 4 }, { '2026-11-30': 4, '2026-12-01': 1 }]);
  });

  it('without operations is not recorded', async () => {
    await charge(december + 86_400_000);

    expect(await record('2026-11-30')).toBeUndefined();
  });
});

describe('a refunded operation', () => {
  it('is subtracted from the day of its job', async () => {
    await tenant.change({ day: '2026-11-29' });
    const job = await submitJob(database.table, tenant, december - 86_400_001);
    await charge(december - 1);

    const ended = await end(job, 'internal_error', december - 1);

    expect([ended, await days()]).toEqual([true, { '2026-11-29': 0, '2026-11-30': 1 }]);
    expect(await record('2026-11-29')).toMatchObject({ operations: 0 });
  });

  it('is subtracted once', async () => {
    const job = await submitJob(database.table, tenant, december - 10);

    const ended = await Promise.all(
      Array.from({ length: 5 }, () => end(job, 'internal_error', december - 5)),
    );

    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await days()).toEqual({ '2026-11-30': 0 });
  });

  it('is not refunded if its month has ended, as on the account', async () => {
    const job = await submitJob(database.table, tenant, december - 1);
    await charge(december);

    const ended = await end(job, 'internal_error', december + 1);

    expect([ended, await days()]).toEqual([true, { '2026-11-30': 1, '2026-12-01': 1 }]);
    expect(await tenant.account()).toMatchObject({ operations: 1, activeJobs: 0 });
  });

  it('is never shown below zero on a day without a counter', async () => {
    await putItem(database.table, {
      ...keys.usageDay(tenant.accountId, '2026-11-30'),
      operations: -2,
    });
    await tenant.change({ day: '2026-12-01' });

    expect(await days('2026-11-01', '2026-11-30')).toEqual({ '2026-11-30': 0 });
  });
});

it.each([
  ['fails through the document', (job: Job) => end(job, 'corrupt_document', december - 1)],
  ['runs into its deadline', (job: Job) => end(job, 'conversion_timeout', december - 1)],
  ['runs out of memory', (job: Job) => end(job, 'out_of_memory', december - 1)],
  ['is cancelled', (job: Job) => cancelStore(database.table).cancel(job.accountId, job.jobId, december - 1)],
])('keeps the operation of a job that %s', async (_title, finish) => {
  await finish(await submitJob(database.table, tenant, december - 10));

  expect(await days()).toEqual({ '2026-11-30': 1 });
});

it('reads the requested days of one account, both ends included', async () => {
  const other = await createTenant(database.table, 'pro', december);
  await chargedTransaction(database.table, { accountId: other.accountId, now: december }, []);
  for (const day of [0, 1, 2, 3]) await charge(december + day * 86_400_000);

  expect(await days('2026-12-02', '2026-12-03')).toEqual({ '2026-12-02': 1, '2026-12-03': 1 });
});
