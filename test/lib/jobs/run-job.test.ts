import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { jobStore, readJob } from '../../../lib/aws/job-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { ConversionError, type JobErrorCode, jobErrors } from '../../../lib/errors.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { type JobStore, type RunOutcome, runJob, type Work } from '../../../lib/jobs/run-job.ts';
import { fakeWork, jobItem, storeFile, submitJob, type TestClock } from '../../support/jobs.ts';
import { changeItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

let database: TestTable;
let store: JobStore;
let tenant: TestTenant;
let clock: TestClock;
let faults: unknown[];

beforeAll(async () => {
  database = await startTestTable();
  store = jobStore(database.table);
});

afterAll(() => database.close());

beforeEach(async () => {
  tenant = await createTenant(database.table, 'pro', start);
  clock = { now: start };
  faults = [];
});

const submit = (values: Partial<Job> = {}): Promise<Job> =>
  submitJob(database.table, tenant, clock.now, values);

const run = (job: Job, work: Partial<Work> = {}): Promise<RunOutcome> =>
  runJob(job, store, fakeWork(clock, work), (fault) => faults.push(fault));

const read = (job: Job): Promise<Job | undefined> => readJob(database.table, job.accountId, job.jobId);

const usage = async () => {
  const { operations, activeJobs } = await tenant.account();
  return { operations, activeJobs };
};

describe('a job that is converted', () => {
  it('completes with its result and report, and without its options', async () => {
    const job = await submit();
    const stored: unknown[] = [];
    clock.now += 1500;

    const outcome = await run(job, {
      storeResult: async (key, bytes, about) => void stored.push([key, Buffer.from(bytes).toString(), about]),
    });

    const objectKey = `accounts/${job.accountId}/results/${job.jobId}/1`;
    const metadata = { mimeType: 'application/pdf', sha256: sha256Of('%PDF') };
    expect(outcome).toBe('ended');
    expect(await read(job)).toEqual({
      ...job,
      status: 'complete',
      options: {},
      sourceUrl: undefined,
      startedAt: start + 1500,
      claimedAt: start + 1500,
      completedAt: start + 1500,
      expiresAt: start + 1500 + 7_200_000,
      attempts: 1,
      output: { objectKey, filename: 'a.pdf', sizeBytes: 4, ...metadata },
      report: {
        engine: 'fake',
        version: '1',
        input: { size_bytes: 10, sha256: sha256Of('Some text.') },
        output: { size_bytes: 4, sha256: metadata.sha256 },
        timings_ms: { queued: 1500, download: 0, engine: 0, store: 0 },
      },
    });
    expect(stored).toEqual([[objectKey, '%PDF', metadata]]);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
    expect(faults).toEqual([]);
  });

  it('is scheduled only for the deletion of its result', async () => {
    const job = await submit();

    await run(job);

    const item = await jobItem(database.table, job);
    expect([item?.due, item?.due_at]).toEqual(['RESULT', start + 7_200_000]);
    expect(item).not.toHaveProperty('lease_owner');
    expect(item).not.toHaveProperty('lease_until');
    expect(item).not.toHaveProperty('job_options');
  });

  it('has the format of its file if the request left it out', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    const job = await submit({ fileId, sourceUrl: undefined, from: undefined });
    const seen: unknown[] = [];

    await run(job, {
      fetchSource: async (claimed, [file]) => {
        seen.push(claimed.from, file?.fileId);
        return { bytes: Buffer.from('x'), further: [], filename: '', from: 'text' };
      },
    });

    expect(seen).toEqual(['text', fileId]);
    expect(await read(job)).toMatchObject({ from: 'text', output: { filename: 'result.pdf' } });
  });
});

describe('a message', () => {
  it('is not ours if no job has its id', async () => {
    expect(
      await runJob({ accountId: 'acct_x', jobId: 'job_x' }, store, fakeWork(clock), () => undefined),
    ).toBe('not_ours');
  });

  it('is not ours if the job has ended, even repeatedly', async () => {
    const job = await submit();
    await run(job);
    const ended = await read(job);

    const outcomes = await Promise.all([run(job), run(job), run(job)]);

    expect(outcomes).toEqual(['not_ours', 'not_ours', 'not_ours']);
    expect(await read(job)).toEqual(ended);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('that five workers receive at once is processed by one', async () => {
    const job = await submit();
    let converted = 0;
    const work = {
      convert: async () => {
        converted += 1;
        return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
      },
    };

    const outcomes = await Promise.all(Array.from({ length: 5 }, () => run(job, work)));

    expect(outcomes.toSorted()).toEqual(['ended', 'not_ours', 'not_ours', 'not_ours', 'not_ours']);
    expect(converted).toBe(1);
    expect(await read(job)).toMatchObject({ status: 'complete', attempts: 1 });
  });
});

describe('a lease', () => {
  const claim = (job: Job, owner: string) =>
    store.claim(job, { owner, now: clock.now, leaseUntil: clock.now + 30_000, from: undefined });

  it('is valid to its last millisecond and no longer', async () => {
    const job = await submit();
    await claim(job, 'one');

    clock.now = start + 29_999;
    const early = await claim(job, 'two');
    clock.now = start + 30_000;
    const late = await claim(job, 'two');

    expect([early, late?.attempts, late?.startedAt]).toEqual([undefined, 2, start]);
  });

  it('that was lost stops the engine, and its worker writes nothing', async () => {
    const job = await submit();
    const taken = { attempts: 2, lease_owner: 'another', lease_until: start + 99_000 };
    let reason: unknown;

    const outcome = await run(job, {
      leaseSeconds: 0.04,
      convert: async (_task, { signal, progress }) => {
        await changeItem(database.table, keys.job(job.accountId, job.jobId), taken);
        progress({ done: 1, total: 2, unit: 'pages' });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = signal.reason;
        throw signal.reason;
      },
    });

    expect(outcome).toBe('not_ours');
    expect(reason).toEqual(new Error('The lease was lost'));
    expect(faults).toEqual([]);
    expect(await jobItem(database.table, job)).toMatchObject({ job_status: 'processing', ...taken });
    expect(await read(job)).toMatchObject({ progress: undefined });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 1 });
  });

  it('that was lost stops the download', async () => {
    const job = await submit();
    let reason: unknown;

    const outcome = await run(job, {
      leaseSeconds: 0.04,
      fetchSource: async (_job, _files, signal) => {
        await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now);
        clock.now += 40;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = signal.reason;
        throw signal.reason;
      },
    });

    expect([outcome, reason]).toEqual(['not_ours', new Error('The lease was lost')]);
    expect(await read(job)).toMatchObject({ status: 'cancelled' });
  });

  it('that was released is not extended by a renewal in flight', async () => {
    const job = await submit();
    const lease = { accountId: job.accountId, jobId: job.jobId, attempt: 1, owner: 'one' };
    await claim(job, 'one');
    await store.release(lease, clock.now);

    const renewed = await store.renew(lease, clock.now + 30_000, undefined);

    expect(renewed).toBe(false);
    expect(await jobItem(database.table, job)).toMatchObject({ lease_until: start, due_at: start });
    expect(await claim(job, 'two')).toMatchObject({ attempts: 2 });
  });

  it('that was lost unnoticed does not let its worker end the job', async () => {
    const job = await submit();
    const keysStored: string[] = [];

    const outcome = await run(job, {
      convert: async () => {
        clock.now += 30_000;
        await claim(job, 'another');
        return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
      },
      storeResult: async (key) => void keysStored.push(key),
    });

    expect(outcome).toBe('not_ours');
    expect(keysStored).toEqual([`accounts/${job.accountId}/results/${job.jobId}/1`]);
    expect(await read(job)).toMatchObject({ status: 'processing', attempts: 2, output: undefined });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 1 });
  });

  it('that was lost does not let its worker renew, release or end the job', async () => {
    const job = await submit();
    await claim(job, 'one');
    clock.now += 30_000;
    await claim(job, 'two');
    const before = await jobItem(database.table, job);
    const lease = { accountId: job.accountId, jobId: job.jobId, attempt: 1, owner: 'one' };
    const about = { lease, report: {}, now: clock.now };

    const renewed = await store.renew(lease, clock.now + 99_000, { done: 1, total: null, unit: 'pages' });
    await store.release(lease, clock.now);
    const ended = await store.end(
      job,
      { status: 'failed', error: { code: 'corrupt_document', message: '' } },
      about,
    );

    expect([renewed, ended]).toEqual([false, false]);
    expect(await jobItem(database.table, job)).toEqual(before);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 1 });
  });

  it('of the same worker in an earlier attempt is not valid', async () => {
    const job = await submit();
    await claim(job, 'one');
    clock.now += 30_000;
    await claim(job, 'one');

    const lease = { accountId: job.accountId, jobId: job.jobId, attempt: 1, owner: 'one' };

    expect(await store.renew(lease, clock.now + 30_000, undefined)).toBe(false);
  });

  it('is renewed with its progress while the engine runs', async () => {
    const job = await submit();
    let other: unknown;

    const outcome = await run(job, {
      leaseSeconds: 0.04,
      convert: async (_task, { progress }) => {
        clock.now += 20;
        progress({ done: 3, total: 10, unit: 'pages' });
        await expect
          .poll(async () => (await read(job))?.progress, { interval: 5, timeout: 20_000 })
          .toBeDefined();
        clock.now += 30;
        other = await claim(job, 'another');
        return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
      },
    });

    expect([outcome, other]).toEqual(['ended', undefined]);
    expect(await read(job)).toMatchObject({
      status: 'complete',
      attempts: 1,
      progress: { done: 3, total: 10, unit: 'pages' },
    });
  });

  it('is renewed even if the engine reports no progress', async () => {
    const job = await submit();
    const leaseUntil = async () => (await read(job))?.leaseUntil;

    const outcome = await run(job, {
      leaseSeconds: 0.04,
      convert: async () => {
        clock.now += 20;
        await expect.poll(leaseUntil, { interval: 5, timeout: 20_000 }).toBe(start + 20 + 40);
        return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
      },
    });

    expect(outcome).toBe('ended');
    expect(await read(job)).toMatchObject({ status: 'complete', attempts: 1, progress: undefined });
  });
});

describe('a transient fault of the service', () => {
  it('releases the job twice, then fails it and refunds the operation', async () => {
    const job = await submit();
    const work = { convert: () => Promise.reject(new Error('The disk is full')) };

    const outcomes = [await run(job, work), await run(job, work)];
    const between = [await usage(), await jobItem(database.table, job)];
    outcomes.push(await run(job, work), await run(job, work));

    expect(outcomes).toEqual(['released', 'released', 'ended', 'not_ours']);
    expect(between).toMatchObject([
      { operations: 1, activeJobs: 1 },
      { job_status: 'processing', attempts: 2, lease_until: start, due: 'JOB', due_at: start },
    ]);
    expect(await read(job)).toMatchObject({
      status: 'failed',
      attempts: 3,
      error: {
        code: 'internal_error',
        message: 'The service could not finish this job. Submit it again.',
      },
      output: undefined,
    });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
    expect(faults).toEqual([1, 2, 3].map(() => new Error('The disk is full')));
  });

  it('lets the next attempt succeed', async () => {
    const job = await submit();
    await run(job, { storeResult: () => Promise.reject(new Error('The storage is away')) });

    const outcome = await run(job);

    expect(outcome).toBe('ended');
    expect(await read(job)).toMatchObject({
      status: 'complete',
      attempts: 2,
      output: { objectKey: `accounts/${job.accountId}/results/${job.jobId}/2` },
    });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });
});

describe('a document that cannot be converted', () => {
  const codes = Object.entries(jobErrors) as [JobErrorCode, { ours: boolean }][];

  it.each(codes)('fails its job with %s in the first attempt', async (code, { ours }) => {
    const job = await submit();
    const error = new ConversionError(code, `It is ${code}`, { cause: new Error('what the engine said') });

    const outcome = await run(job, { convert: () => Promise.reject(error) });

    expect(outcome).toBe('ended');
    expect(await read(job)).toEqual({
      ...job,
      status: 'failed',
      options: {},
      sourceUrl: undefined,
      startedAt: start,
      claimedAt: start,
      completedAt: start,
      attempts: 1,
      report: {
        input: { size_bytes: 10, sha256: sha256Of('Some text.') },
        output: null,
        timings_ms: { queued: 0, download: 0, engine: 0, store: 0 },
      },
      error: { code, message: `It is ${code}` },
    });
    expect(await usage()).toEqual({ operations: ours ? 0 : 1, activeJobs: 0 });
    expect(await jobItem(database.table, job)).not.toHaveProperty('due');
    expect(faults).toEqual([error]);
  });

  it('is not refunded if the month that was charged has ended', async () => {
    const job = await submit();
    await tenant.change({ month: '2026-12', operations: 7 });

    const outcome = await run(job, {
      convert: () => Promise.reject(new ConversionError('internal_error', 'It broke')),
    });

    expect(outcome).toBe('ended');
    expect(await read(job)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    expect(await usage()).toEqual({ operations: 7, activeJobs: 0 });
  });

  it('never reduces the operations below zero', async () => {
    const job = await submit();
    await tenant.change({ operations: 0 });

    await run(job, { convert: () => Promise.reject(new ConversionError('internal_error', '')) });

    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });
});
