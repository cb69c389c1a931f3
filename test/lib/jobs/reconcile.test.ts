import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJob } from '../../../lib/aws/create-job.ts';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { readFile } from '../../../lib/aws/file-store.ts';
import { jobStore, readJob } from '../../../lib/aws/job-store.ts';
import type { Job, JobMessage } from '../../../lib/jobs/job.ts';
import { giveUp, type ReconcileDependencies, reconcile } from '../../../lib/jobs/reconcile.ts';
import { type JobStore, runJob } from '../../../lib/jobs/run-job.ts';
import { fakeWork, jobItem, newJob, storeFile, submitJob, type TestClock } from '../../support/jobs.ts';
import { startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);
const nothing = { sent: 0, failed: 0, deleted: 0, postponed: 0, faults: 0 };

let database: TestTable;
let store: JobStore;
let tenant: TestTenant;
let clock: TestClock;
let sent: JobMessage[];
let removed: string[];
let faults: string[];
let dependencies: ReconcileDependencies;

beforeEach(async () => {
  // Of its own for each test: what is due is due for the whole table.
  database = await startTestTable();
  store = jobStore(database.table);
  tenant = await createTenant(database.table, 'pro', start);
  clock = { now: start };
  sent = [];
  removed = [];
  faults = [];
  dependencies = {
    due: dueStore(database.table),
    jobs: store,
    objects: { remove: async (key) => void removed.push(key) },
    send: async (message) => void sent.push(message),
    onFault: (_fault, { id }) => faults.push(id),
  };
});

afterEach(() => database.close());

const submit = (values: Partial<Job> = {}): Promise<Job> =>
  submitJob(database.table, tenant, clock.now, values);
const read = (job: Job): Promise<Job | undefined> => readJob(database.table, job.accountId, job.jobId);
const look = (changed: Partial<ReconcileDependencies> = {}) =>
  reconcile({ ...dependencies, ...changed }, () => clock.now);
const claim = (job: Job, leaseMs = 30_000) =>
  store.claim(job, {
    owner: crypto.randomUUID(),
    now: clock.now,
    leaseUntil: clock.now + leaseMs,
    from: undefined,
  });
const usage = async () => {
  const { operations, activeJobs } = await tenant.account();
  return { operations, activeJobs };
};
const messageOf = ({ accountId, jobId }: Job): JobMessage => ({ accountId, jobId });

describe('a queued job whose message is gone', () => {
  it('is reconciled when its two hours are over, whatever the pause would be', async () => {
    const job = await submit();
    clock.now = start + 7_100_000;
    await look();

    clock.now = start + 7_200_000;

    expect(await look()).toEqual({ ...nothing, failed: 1 });
    expect(await read(job)).toMatchObject({ status: 'failed', completedAt: clock.now });
  });

  it('is left alone for its first 30 seconds', async () => {
    await submit();
    clock.now = start + 29_999;

    expect(await look()).toEqual(nothing);
    expect(sent).toEqual([]);
  });

  it('is sent again after 30 seconds, once', async () => {
    const job = await submit();
    clock.now = start + 30_000;

    const counts = [await look(), await look()];

    expect(counts).toEqual([{ ...nothing, sent: 1 }, nothing]);
    expect(sent).toEqual([messageOf(job)]);
    expect(await read(job)).toEqual(job);
  });

  it('is sent again after growing pauses', async () => {
    const job = await submit();
    const sentAt: number[] = [];

    const dueAt = async () => Number((await jobItem(database.table, job))?.due_at);
    for (let due = await dueAt(); due < start + 7_200_000; due = await dueAt()) {
      clock.now = due - 1;
      expect(await look()).toEqual(nothing);
      clock.now = due;
      if ((await look()).sent > 0) sentAt.push((due - start) / 1000);
    }

    expect(sentAt).toEqual([30, 60, 120, 240, 480, 960, 1920, 3180, 4440, 5700, 6960]);
  });

  it('fails after two hours, and its operation is refunded', async () => {
    const job = await submit();
    clock.now = start + 7_200_000;

    const counts = await look();

    expect(counts).toEqual({ ...nothing, failed: 1 });
    expect(await read(job)).toEqual({
      ...job,
      status: 'failed',
      options: {},
      sourceUrl: undefined,
      completedAt: clock.now,
      report: {},
      error: {
        code: 'internal_error',
        message: 'The service could not finish this job. Submit it again.',
      },
    });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
    expect(await jobItem(database.table, job)).not.toHaveProperty('due');
  });

  it('stays due where it could not be sent', async () => {
    const job = await submit();
    clock.now = start + 30_000;

    const counts = await look({ send: () => Promise.reject(new Error('The queue is away')) });

    expect(counts).toEqual({ ...nothing, faults: 1 });
    expect(faults).toEqual([job.jobId]);
    clock.now += 30_000;
    expect(await look()).toEqual({ ...nothing, sent: 1 });
  });

  it('is sent by one of two reconcilers that run at once', async () => {
    await submit();
    clock.now = start + 30_000;

    const counts = await Promise.all([look(), look()]);

    expect(counts.map((each) => each.sent).toSorted()).toEqual([0, 1]);
    expect(sent).toHaveLength(1);
  });
});

describe('a job that a worker holds', () => {
  it('is not due while its lease lasts', async () => {
    const job = await submit();
    await claim(job, 60_000);
    clock.now += 59_999;

    expect(await look()).toEqual(nothing);
  });

  it('is left alone where its lease was renewed after it was listed', async () => {
    const job = await submit();
    await claim(job, 60_000);
    const before = await jobItem(database.table, job);
    const stale = [{ accountId: job.accountId, id: job.jobId, dueAt: start }];
    const list = async (kind: string) => (kind === 'JOB' ? stale : []);

    expect(await look({ due: { ...dependencies.due, list } })).toEqual(nothing);
    expect(await jobItem(database.table, job)).toEqual(before);
    expect(sent).toEqual([]);
  });

  it('is sent again when its worker has died', async () => {
    const job = await submit();
    await claim(job);
    clock.now += 30_000;

    expect(await look()).toEqual({ ...nothing, sent: 1 });
    expect(await runJob(job, store, fakeWork(clock), () => undefined)).toBe('ended');
    expect(await read(job)).toMatchObject({ status: 'complete', attempts: 2 });
  });

  it('is given up when it has ended three workers', async () => {
    const job = await submit();
    for (let worker = 1; worker <= 3; worker += 1) {
      await claim(job);
      clock.now += 30_000;
    }

    expect(await claim(job)).toBeUndefined();
    // Given up, and in the same look what its lost attempts may have stored is deleted.
    expect(await look()).toEqual({ ...nothing, failed: 1, deleted: 1 });
    expect(await read(job)).toMatchObject({
      status: 'failed',
      attempts: 3,
      error: { code: 'internal_error' },
    });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });
});

describe('a dead letter', () => {
  it('ends a job that nobody holds', async () => {
    const job = await submit();

    expect(await giveUp(job, store, clock.now)).toBe(true);
    expect(await read(job)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });

  it('leaves a job to the worker that holds it', async () => {
    const job = await submit();
    const claimed = await claim(job);

    const outcomes = [
      await giveUp(job, store, clock.now),
      claimed && (await giveUp(claimed, store, clock.now)),
    ];

    expect(outcomes).toEqual([false, false]);
    expect(await read(job)).toMatchObject({ status: 'processing' });
  });

  it('leaves a job alone that has ended, whatever it knew of it', async () => {
    const job = await submit();
    await runJob(job, store, fakeWork(clock), () => undefined);
    const ended = await read(job);

    const outcomes = [await giveUp(job, store, clock.now), ended && (await giveUp(ended, store, clock.now))];

    expect(outcomes).toEqual([false, false]);
    expect(await read(job)).toEqual(ended);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });
});

describe('an expired file', () => {
  const fileKeys = (fileId: string): string[] => [
    `accounts/${tenant.accountId}/files/${fileId}`,
    `accounts/${tenant.accountId}/incoming/${fileId}`,
  ];

  it('is deleted, and no sooner', async () => {
    const fileId = await storeFile(database.table, tenant, start);

    // A minute after its expiry, when every request that found it alive has ended.
    clock.now = start + 7_259_999;
    const before = await look();
    clock.now += 1;
    const after = [await look(), await look()];

    expect([before, ...after]).toEqual([nothing, { ...nothing, deleted: 1 }, nothing]);
    expect(removed).toEqual(fileKeys(fileId));
  });

  it('is still known as expired, so that a job asking for it learns why it is refused', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    clock.now = start + 7_260_000;
    await look();

    const job = newJob(tenant, clock.now, { fileId, sourceUrl: undefined });

    expect(await createJob(database.table)(job, 'text')).toBe(false);
    expect(await readFile(database.table, tenant.accountId, fileId)).toMatchObject({
      fileId,
      expiresAt: start + 7_200_000,
    });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('is kept while a job may read it, and deleted afterwards', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    clock.now = start + 7_100_000;
    await submit({ fileId, sourceUrl: undefined });
    const reconcileFiles = () =>
      look({
        due: {
          ...dependencies.due,
          list: async (kind, now) => (kind === 'FILE' ? dependencies.due.list(kind, now) : []),
        },
      });

    clock.now = start + 7_260_000;
    const held = [await reconcileFiles(), await reconcileFiles()];
    clock.now = start + 7_100_000 + 7_860_000;
    const free = await reconcileFiles();

    expect([...held, free]).toEqual([{ ...nothing, postponed: 1 }, nothing, { ...nothing, deleted: 1 }]);
    expect(removed).toEqual(fileKeys(fileId));
  });
});

describe('an expired result', () => {
  it('is deleted, and its job stays as it is', async () => {
    const job = await submit();
    await runJob(job, store, fakeWork(clock), () => undefined);
    const ended = await read(job);

    clock.now = start + 7_199_999;
    const before = await look();
    clock.now += 1;
    const after = [await look(), await look()];

    expect([before, ...after]).toEqual([nothing, { ...nothing, deleted: 1 }, nothing]);
    expect(removed).toEqual([`accounts/${job.accountId}/results/${job.jobId}/1`]);
    expect(await read(job)).toEqual(ended);
  });
});

it('does not let one fault stop the others', async () => {
  const fileIds: string[] = [];
  for (let index = 0; index < 25; index += 1) fileIds.push(await storeFile(database.table, tenant, start));
  const [broken = ''] = fileIds;
  const job = await submit();
  clock.now = start + 7_260_000;
  const remove = async (key: string) => {
    if (key.endsWith(broken)) throw new Error('The storage is away');
    removed.push(key);
  };

  const first = await look({ objects: { remove } });
  const second = await look();

  expect([first, second]).toEqual([
    { ...nothing, failed: 1, deleted: 24, faults: 1 },
    { ...nothing, deleted: 1 },
  ]);
  expect(faults).toEqual([broken]);
  expect(await read(job)).toMatchObject({ status: 'failed' });
});
