import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import type { JobErrorCode } from '../../../lib/conversions/errors.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { newStep, storeFile, submitJob } from '../../support/jobs.ts';
import { beforeWrite, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const nine = Date.UTC(2026, 10, 20, 9);
const minute = 60_000;
const hour = 60 * minute;

let database: TestTable;
let tenant: TestTenant;

beforeAll(async () => {
  database = await startTestTable();
});

afterAll(() => database.close());

beforeEach(async () => {
  tenant = await createTenant(database.table, 'free', nine);
});

const submit = (now: number) => submitJob(database.table, tenant, now);

const claim = async (job: Job, now: number): Promise<Job> => {
  const claimed = await jobStore(database.table).claim(job, {
    owner: 'worker',
    now,
    leaseUntil: now + 30_000,
  });
  if (claimed === undefined) throw new Error('The job was not claimed');
  return claimed;
};

const leaseOf = ({ accountId, jobId, attempts }: Job) => ({
  accountId,
  jobId,
  attempt: attempts,
  owner: 'worker',
});

const fail = (job: Job, code: JobErrorCode, now: number, lease = leaseOf(job)): Promise<boolean> =>
  jobStore(database.table).end(
    job,
    { status: 'failed', error: { code, message: '' } },
    { lease, report: {}, now },
  );

/** Runs a job from one time to another, to the deadline of its document. */
const run = async (from: number, until: number): Promise<boolean> =>
  fail(await claim(await submit(from), from), 'conversion_timeout', until);

describe('refunds', () => {
  const failOurs = async (now: number): Promise<boolean> =>
    fail(await claim(await submit(now), now), 'internal_error', now);

  it('are five a month on the Free plan, and the next failure stays charged', async () => {
    for (let index = 0; index < 7; index += 1) expect(await failOurs(nine)).toBe(true);

    expect(await tenant.account()).toMatchObject({ operations: 2, refunds: 5, activeJobs: 0 });
  });

  it('start over with the month', async () => {
    await tenant.change({ refunds: 5, operations: 9 });
    const december = Date.UTC(2026, 11, 1);

    await failOurs(december);

    expect(await tenant.account()).toMatchObject({ month: '2026-12', operations: 0, refunds: 1 });
  });

  it('of several operations stop at the limit, even if the count was read before another refund', async () => {
    const steps = { list: [newStep(), newStep(), newStep()], done: [] };
    for (let index = 0; index < 2; index += 1) {
      const job = await submitJob(database.table, tenant, nine, { steps });
      await fail(await claim(job, nine), 'internal_error', nine);
    }

    expect(await tenant.account()).toMatchObject({ operations: 1, refunds: 5, activeJobs: 0 });
  });

  it('do not make the count of a month negative', async () => {
    const job = await claim(await submit(nine), nine);
    await tenant.change({ operations: 0 });

    await fail(job, 'internal_error', nine);

    expect(await tenant.account()).toMatchObject({ operations: 0, refunds: 0, activeJobs: 0 });
  });

  it('of a month that ends in the meantime are not counted in the next one', async () => {
    const job = await claim(await submit(nine), nine);
    const lastDay = Date.UTC(2026, 10, 30);
    await submit(lastDay);
    // The first ends the job, and the second reads that the day of the charge is over.
    beforeWrite(database.table, 3, () =>
      tenant.change({ month: '2026-12', day: '2026-12-01', operations: 7 }),
    );

    const ended = await fail(job, 'internal_error', lastDay);

    expect(ended).toBe(true);
    expect(await tenant.account()).toMatchObject({
      month: '2026-12',
      operations: 7,
      refunds: 0,
      activeJobs: 1,
    });
  });

  it('follow a change of plan immediately', async () => {
    await tenant.change({ refunds: 5, max_refunds: 6 });

    await failOurs(nine);
    await failOurs(nine);

    expect(await tenant.account()).toMatchObject({ operations: 1, refunds: 6 });
  });
});

describe('engine time', () => {
  it('counts from the claim to the end, and refuses jobs from ten minutes of an hour on', async () => {
    for (let index = 0; index < 4; index += 1) await run(nine, nine + 2 * minute);
    await run(nine, nine + 2 * minute - 1);
    const below = await tenant.account();
    await run(nine + 2 * minute, nine + 2 * minute + 1);

    const refused = submit(nine + 4 * minute);

    expect(below).toMatchObject({ engineHour: '2026-11-20T09', engineMs: 10 * minute - 1 });
    await expect(refused).rejects.toMatchObject({
      code: 'engine_time_limit_reached',
      message: 'Hourly engine time reached (10 minutes). Wait for the next hour or upgrade your plan.',
      retryAfterSeconds: 56 * 60,
    });
    expect(await tenant.account()).toMatchObject({ operations: 6, activeJobs: 0 });
  });

  it('refuses no upload', async () => {
    await tenant.change({ engine_ms: 10 * minute });

    await storeFile(database.table, tenant, nine);

    expect(await tenant.account()).toMatchObject({ operations: 1 });
  });

  it('starts over with the hour, to the millisecond', async () => {
    await tenant.change({ engine_ms: 10 * minute });
    await expect(submit(nine + hour - 1)).rejects.toMatchObject({ retryAfterSeconds: 1 });

    await run(nine + hour, nine + hour + 7);

    expect(await tenant.account()).toMatchObject({ engineHour: '2026-11-20T10', engineMs: 7 });
  });

  it('counts in the hour in which a job ends, or, on a slow clock, in the hour that others have opened', async () => {
    await tenant.change({ max_active_jobs: 3 });
    const jobs = [await submit(nine), await submit(nine)];
    const [one, two] = [await claim(jobs[0] as Job, nine), await claim(jobs[1] as Job, nine)];

    await fail(one, 'conversion_timeout', nine + hour + 5);
    await fail(two, 'conversion_timeout', nine + hour - 5);

    expect(await tenant.account()).toMatchObject({
      engineHour: '2026-11-20T10',
      engineMs: 2 * hour,
      activeJobs: 0,
    });
  });

  it('counts all of twelve jobs that end simultaneously in a new hour', async () => {
    await tenant.change({ max_active_jobs: 12, engine_hour: '2026-11-20T08' });
    const jobs = await Promise.all(Array.from({ length: 12 }, async () => claim(await submit(nine), nine)));

    const ended = await Promise.all(jobs.map((job) => fail(job, 'conversion_timeout', nine + 1000)));

    expect(ended).toEqual(Array(12).fill(true));
    expect(await tenant.account()).toMatchObject({ engineMs: 12_000, operations: 12, activeJobs: 0 });
  });

  it('counts attempts whose worker was lost, up to the end of their lease', async () => {
    const first = await claim(await submit(nine), nine);
    const second = await claim(first, nine + 5 * minute);

    await fail(second, 'conversion_timeout', nine + 5 * minute + 1000);

    expect(await tenant.account()).toMatchObject({ engineMs: 31_000 });
  });

  it('counts the lease of an abandoned job', async () => {
    const job = await claim(await submit(nine), nine);
    const abandoned = { status: 'failed', error: { code: 'internal_error', message: '' } } as const;

    await jobStore(database.table).end(job, abandoned, {
      lease: undefined,
      report: {},
      now: nine + 10 * minute,
    });

    expect(await tenant.account()).toMatchObject({ engineMs: 30_000, operations: 0, activeJobs: 0 });
  });

  it('counts a cancelled job', async () => {
    const job = await claim(await submit(nine), nine);
    const queued = await submit(nine);
    const { cancel } = cancelStore(database.table);

    const cancelled = await cancel(job.accountId, job.jobId, nine + 20_000);
    await cancel(queued.accountId, queued.jobId, nine + 20_000);
    await cancel(job.accountId, job.jobId, nine + 25_000);

    expect(cancelled).toMatchObject({ status: 'cancelled', completedAt: nine + 20_000 });
    expect(cancelled?.steps.list).toMatchObject([{ options: {} }]);
    expect(await jobStore(database.table).get(job.accountId, job.jobId)).toEqual(cancelled);
    expect(await tenant.account()).toMatchObject({ engineMs: 20_000, activeJobs: 0 });
  });
});

describe('an account that was written before these limits', () => {
  const added = ['refunds', 'max_refunds', 'engine_hour', 'engine_ms', 'max_engine_ms'];

  beforeEach(async () => {
    await database.table.client.send(
      new UpdateCommand({
        TableName: database.table.name,
        Key: keys.account(tenant.accountId),
        UpdateExpression: `REMOVE ${added.join(', ')}`,
      }),
    );
  });

  it('reads with the limits of its plan', async () => {
    expect(await tenant.account()).toMatchObject({
      refunds: 0,
      maxRefunds: 5,
      engineMs: 0,
      maxEngineMinutes: 10,
    });
  });

  it('is subject to them', async () => {
    await run(nine, nine + 10 * minute);

    await expect(submit(nine + 11 * minute)).rejects.toMatchObject({ code: 'engine_time_limit_reached' });
  });

  it('ends and cancels the jobs that it had', async () => {
    const [failed, cancelled] = [await claim(await submit(nine), nine), await submit(nine)];
    await database.table.client.send(
      new UpdateCommand({
        TableName: database.table.name,
        Key: keys.account(tenant.accountId),
        UpdateExpression: `REMOVE ${added.join(', ')}`,
      }),
    );

    await fail(failed, 'internal_error', nine + 1000);
    await cancelStore(database.table).cancel(cancelled.accountId, cancelled.jobId, nine + 1000);

    expect(await tenant.account()).toMatchObject({
      operations: 1,
      refunds: 1,
      engineMs: 1000,
      activeJobs: 0,
    });
  });
});
