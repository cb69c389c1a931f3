import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJob } from '../../../lib/aws/create-job.ts';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { readFile } from '../../../lib/aws/file-store.ts';
import { jobStore, readJob } from '../../../lib/aws/job-store.ts';
import { failAbandonedJob } from '../../../lib/jobs/abandoned-job.ts';
import type { Job, JobMessage } from '../../../lib/jobs/job.ts';
import { type ReconcileDependencies, reconcile } from '../../../lib/jobs/reconcile.ts';
import { type JobStore, runJob } from '../../../lib/jobs/run-job.ts';
import {
  fakeWork,
  jobItem,
  newJob,
  storeFile,
  submitJob,
  type TestClock,
  textFile,
} from '../../support/jobs.ts';
import { startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);
const nothing = { sent: 0, failed: 0, deleted: 0, postponed: 0, faults: 0, unlisted: 0, unfinished: 0 };

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
    onFault: (_fault, { kind, id = kind }) => faults.push(id),
    secondsLeft: () => 60,
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

describe('a queued job whose message was lost', () => {
  it('is reconciled after two hours at the latest', async () => {
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

  it('stays scheduled if its message cannot be sent', async () => {
    const job = await submit();
    clock.now = start + 30_000;

    const counts = await look({ send: () => Promise.reject(new Error('The queue is away')) });

    expect(counts).toEqual({ ...nothing, faults: 1 });
    expect(faults).toEqual([job.jobId]);
    clock.now += 30_000;
    expect(await look()).toEqual({ ...nothing, sent: 1 });
  });

  it('is sent by one of two simultaneous reconcilers', async () => {
    await submit();
    clock.now = start + 30_000;

    const counts = await Promise.all([look(), look()]);

    expect(counts.map((each) => each.sent).toSorted()).toEqual([0, 1]);
    expect(sent).toHaveLength(1);
  });
});

describe('a job that a worker has', () => {
  it('is not reconciled while its lease is valid', async () => {
    const job = await submit();
    await claim(job, 60_000);
    clock.now += 59_999;

    expect(await look()).toEqual(nothing);
  });

  it('is left alone if its lease was renewed after it was listed', async () => {
    const job = await submit();
    await claim(job, 60_000);
    const before = await jobItem(database.table, job);
    const stale = [{ kind: 'JOB' as const, accountId: job.accountId, id: job.jobId, dueAt: start }];
    const list = async (kind: string) => ({ due: kind === 'JOB' ? stale : [], next: undefined });

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

  it('fails after its third worker died', async () => {
    const job = await submit();
    for (let worker = 1; worker <= 3; worker += 1) {
      await claim(job);
      clock.now += 30_000;
    }

    expect(await claim(job)).toBeUndefined();
    expect(await look()).toMatchObject({ failed: 1 });
    // What its lost attempts may have stored is deleted in the same look or in the next.
    await look();
    expect(removed).toContain(`accounts/${job.accountId}/results/${job.jobId}/3`);
    expect(await read(job)).toMatchObject({
      status: 'failed',
      attempts: 3,
      error: { code: 'internal_error' },
    });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });
});

describe('a dead letter', () => {
  it('fails a job that no worker has', async () => {
    const job = await submit();

    expect(await failAbandonedJob(job, store, clock.now)).toBe(true);
    expect(await read(job)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });

  it('leaves a job to its worker', async () => {
    const job = await submit();
    const claimed = await claim(job);

    const outcomes = [
      await failAbandonedJob(job, store, clock.now),
      claimed && (await failAbandonedJob(claimed, store, clock.now)),
    ];

    expect(outcomes).toEqual([false, false]);
    expect(await read(job)).toMatchObject({ status: 'processing' });
  });

  it('leaves a job alone that has ended since it was read', async () => {
    const job = await submit();
    await runJob(job, store, fakeWork(clock), () => undefined);
    const ended = await read(job);

    const outcomes = [
      await failAbandonedJob(job, store, clock.now),
      ended && (await failAbandonedJob(ended, store, clock.now)),
    ];

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

  it('is deleted after its expiry, not before', async () => {
    const fileId = await storeFile(database.table, tenant, start);

    // A minute after its expiry, when every request that found it alive has ended.
    clock.now = start + 7_259_999;
    const before = await look();
    clock.now += 1;
    const after = [await look(), await look()];

    expect([before, ...after]).toEqual([nothing, { ...nothing, deleted: 1 }, nothing]);
    expect(removed).toEqual(fileKeys(fileId));
  });

  it('is still reported as expired to a job that requests it', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    clock.now = start + 7_260_000;
    await look();

    const job = newJob(tenant, clock.now, { fileId, sourceUrl: undefined });

    const file = textFile(tenant, fileId, start);
    expect(await createJob(database.table)(job, [file])).toBe('file_changed');
    expect(await readFile(database.table, tenant.accountId, fileId)).toMatchObject({
      fileId,
      expiresAt: start + 7_200_000,
    });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('is retained while a job may read it, and deleted afterwards', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    clock.now = start + 7_100_000;
    await submit({ fileId, sourceUrl: undefined });
    const reconcileFiles = () =>
      look({
        due: {
          ...dependencies.due,
          list: async (kind, now) =>
            kind === 'FILE' ? dependencies.due.list(kind, now) : { due: [], next: undefined },
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
  it('is deleted without changing its job', async () => {
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

describe('faults', () => {
  const storeFiles = async (count: number, now: number): Promise<string[]> => {
    const fileIds: string[] = [];
    for (let index = 0; index < count; index += 1) {
      fileIds.push(await storeFile(database.table, tenant, now + index));
    }
    return fileIds;
  };

  it('with one item do not affect the others, and the item is retried a minute later', async () => {
    const [broken = ''] = await storeFiles(25, start);
    const job = await submit();
    clock.now = start + 7_300_000;
    const remove = async (key: string) => {
      if (key.endsWith(broken)) throw new Error('The storage is away');
      removed.push(key);
    };

    const first = await look({ objects: { remove } });
    clock.now += 59_999;
    const early = await look();
    clock.now += 60_001;
    const late = await look();

    expect([first, early, late]).toEqual([
      { ...nothing, failed: 1, deleted: 24, faults: 1 },
      nothing,
      { ...nothing, deleted: 1 },
    ]);
    expect(faults).toEqual([broken]);
    expect(await read(job)).toMatchObject({ status: 'failed' });
  });

  it.each(['JOB', 'FILE', 'RESULT'])(
    'with the list of one kind (%s) do not affect the others',
    async (kind) => {
      await storeFiles(1, start);
      const [lost, done] = [await submit({ createdAt: start + 7_000_000 }), await submit()];
      await runJob(done, store, fakeWork(clock), () => undefined);
      clock.now = start + 7_290_000;
      const { list } = dependencies.due;
      const due = {
        ...dependencies.due,
        list: async (wanted: Parameters<typeof list>[0], now: number, from: unknown) => {
          if (wanted === kind) throw new Error('The index is away');
          return list(wanted, now, from);
        },
      };

      const counts = await look({ due });

      const all = { ...nothing, sent: 1, deleted: 2, unlisted: 1 };
      expect(counts).toEqual(kind === 'JOB' ? { ...all, sent: 0 } : { ...all, deleted: 1 });
      expect(faults).toEqual([kind]);
      expect(sent).toEqual(kind === 'JOB' ? [] : [messageOf(lost)]);
    },
  );

  it('with a later page do not affect the earlier pages or the other kinds', async () => {
    await storeFiles(4, start);
    await submit({ createdAt: start + 7_000_000 });
    clock.now = start + 7_290_000;
    const paged = dueStore(database.table, 2);
    const list: typeof paged.list = async (kind, now, from) => {
      if (kind === 'FILE' && from !== undefined) throw new Error('The index is away');
      return paged.list(kind, now, from);
    };

    const counts = await look({ due: { ...paged, list } });

    expect(counts).toEqual({ ...nothing, sent: 1, deleted: 2, unlisted: 1 });
    expect(faults).toEqual(['FILE']);
  });

  it('that persist do not block items scheduled later', async () => {
    const broken = await storeFiles(30, start);
    const good = await storeFiles(3, start + 1000);
    clock.now = start + 7_300_000;
    const remove = async (key: string) => {
      if (broken.some((fileId) => key.endsWith(fileId))) throw new Error('The storage is away');
      removed.push(key);
    };

    // Each look has time for twelve faults and what is under way then, which is less than what fails.
    for (let round = 1; round <= 3; round += 1) {
      await look({
        objects: { remove },
        secondsLeft: () => (faults.length < 12 * round ? 60 : 0),
      });
      clock.now += 1000;
    }

    expect(new Set(removed.map((key) => key.slice(key.lastIndexOf('/') + 1)))).toEqual(new Set(good));
  });
});

describe('the time of a run', () => {
  const storeFiles = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await storeFile(database.table, tenant, start + index);
    clock.now = start + 7_300_000;
  };

  it('is used for page after page', async () => {
    await storeFiles(7);
    const pages: number[] = [];
    const paged = dueStore(database.table, 2);
    const list: typeof paged.list = async (kind, now, from) => {
      const page = await paged.list(kind, now, from);
      if (kind === 'FILE') pages.push(page.due.length);
      return page;
    };

    const counts = await look({ due: { ...paged, list } });

    expect(counts).toEqual({ ...nothing, deleted: 7 });
    expect(pages).toEqual([2, 2, 2, 1]);
  });

  it('ends early: no item is started in its last 10 seconds, and the next run continues', async () => {
    await storeFiles(7);
    let secondsLeft = 16;
    const remove = async (key: string) => {
      removed.push(key);
      if (key.includes('/incoming/')) secondsLeft -= 2;
    };
    const due = dueStore(database.table, 1);

    const first = await look({ due, objects: { remove }, secondsLeft: () => secondsLeft });
    const second = await look({ due });

    expect([first, second]).toEqual([
      { ...nothing, deleted: 3, unfinished: 1 },
      { ...nothing, deleted: 4 },
    ]);
  });

  it('is shared by kinds that do not wait for each other', async () => {
    const done = await submit();
    await runJob(done, store, fakeWork(clock), () => undefined);
    await submit({ createdAt: start + 7_000_000 });
    await storeFile(database.table, tenant, start);
    clock.now = start + 7_290_000;
    const order = Promise.withResolvers<void>();

    const counts = await look({
      // The message waits for a file and a result that are deleted meanwhile.
      send: async (message) => {
        await order.promise;
        sent.push(message);
      },
      objects: {
        remove: async (key) => {
          removed.push(key);
          if (removed.length === 3) order.resolve();
        },
      },
    });

    expect(counts).toEqual({ ...nothing, sent: 1, deleted: 2 });
  });
});
