import { describe, expect, it } from 'vitest';
import { createJob } from '../../../lib/aws/create-job.ts';
import { readFile } from '../../../lib/aws/file-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { newId } from '../../../lib/ids.ts';
import { failAbandonedJob } from '../../../lib/jobs/abandoned-job.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import type { DueRange, DueStore } from '../../../lib/reconcile/reconcile.ts';
import { duePartition } from '../../../lib/table-layout.ts';
import { fakeEffects, jobItem, newJob, newStep, shareOf, storeFile, textFile } from '../../support/jobs.ts';
import { readItem } from '../../support/table.ts';
import {
  clock,
  database,
  dependencies,
  faults,
  nothing,
  read,
  receivers,
  removed,
  runReconciler,
  sent,
  start,
  store,
  submit,
  tenant,
  useReconciler,
} from './reconciler.ts';

const claim = (job: Job, leaseMs = 30_000) =>
  store.claim(job, {
    owner: crypto.randomUUID(),
    now: clock.now,
    leaseUntil: clock.now + leaseMs,
  });

const usage = async () => {
  const { operations, activeJobs } = await tenant.account();
  return { operations, activeJobs };
};

useReconciler();

describe('a queued job whose message was lost', () => {
  it('is reconciled after two hours at the latest', async () => {
    const job = await submit();
    clock.now = start + 7_100_000;
    await runReconciler();

    clock.now = start + 7_200_000;

    expect(await runReconciler()).toEqual({ ...nothing, failed: 1 });
    expect(await read(job)).toMatchObject({ status: 'failed', completedAt: clock.now });
  });

  it('is reported with its lateness', async () => {
    await submit();
    const late: [string, number][] = [];
    clock.now = start + 90_000;

    await runReconciler({ onOldest: (kind, lateMs) => void late.push([kind, lateMs]) });
    await runReconciler({ onOldest: () => expect.fail() });

    expect(late).toEqual([['JOB', 60_000]]);
  });

  it('is not sent again for its first 30 seconds', async () => {
    await submit();
    clock.now = start + 29_999;

    expect(await runReconciler()).toEqual(nothing);
    expect(sent).toEqual([]);
  });

  it('is sent again after 30 seconds, once', async () => {
    const job = await submit();
    clock.now = start + 30_000;

    const counts = [await runReconciler(), await runReconciler()];

    expect(counts).toEqual([{ ...nothing, sent: 1 }, nothing]);
    expect(sent).toEqual([messageOf(job)]);
    expect(receivers).toEqual(['standard']);
    expect(await read(job)).toEqual(job);
  });

  it('is sent again after growing pauses', async () => {
    const job = await submit();
    const sentAt: number[] = [];
    const share = shareOf(job);

    const dueAt = async () => Number((await jobItem(database.table, job))?.due_at);
    for (let due = await dueAt(); due < start + 7_200_000; due = await dueAt()) {
      clock.now = due - 1;
      expect(await runReconciler({ share })).toEqual(nothing);
      clock.now = due;
      if ((await runReconciler({ share })).sent > 0) sentAt.push((due - start) / 1000);
    }

    expect(sentAt).toEqual([30, 60, 120, 240, 480, 960, 1920, 3180, 4440, 5700, 6960]);
  });

  it('fails after two hours, and its operation is refunded', async () => {
    const job = await submit();
    clock.now = start + 7_200_000;

    const counts = await runReconciler();

    expect(counts).toEqual({ ...nothing, failed: 1 });
    expect(await read(job)).toEqual({
      ...job,
      status: 'failed',
      steps: { list: [newStep({ options: {} })], done: [] },
      sourceUrl: undefined,
      completedAt: clock.now,
      report: {},
      error: {
        code: 'internal_error',
        message: 'The service could not finish this job. Submit it again.',
      },
    });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });

  it('stays scheduled if its message cannot be sent', async () => {
    const job = await submit();
    clock.now = start + 30_000;

    const counts = await runReconciler({ send: () => Promise.reject(new Error('The queue is away')) });

    expect(counts).toEqual({ ...nothing, faults: 1 });
    expect(faults).toEqual([job.jobId]);
    clock.now += 30_000;
    expect(await runReconciler()).toEqual({ ...nothing, sent: 1 });
  });

  it('is sent by one of two simultaneous reconcilers', async () => {
    await submit();
    clock.now = start + 30_000;

    const counts = await Promise.all([runReconciler(), runReconciler()]);

    expect(counts.map((each) => each.sent).toSorted()).toEqual([0, 1]);
    expect(sent).toHaveLength(1);
  });
});

describe('a job that a worker has', () => {
  it('is not reconciled while its lease is valid', async () => {
    const job = await submit();
    await claim(job, 60_000);
    clock.now += 59_999;

    expect(await runReconciler()).toEqual({ ...nothing, postponed: 1 });
    expect(await runReconciler()).toEqual(nothing);
    expect(await jobItem(database.table, job)).toMatchObject({ due_at: start + 60_000 });
    expect(sent).toEqual([]);
  });

  it('is scheduled once, however often its lease is renewed', async () => {
    const job = await submit();
    const { due_at: scheduled } = (await jobItem(database.table, job)) ?? {};
    await store.claim(job, { owner: 'one', now: start, leaseUntil: start + 60_000 });
    const lease = { accountId: job.accountId, jobId: job.jobId, attempt: 1, owner: 'one' };
    await store.renew(lease, start + 80_000, { done: 1, total: 2, unit: 'pages' });

    expect(await jobItem(database.table, job)).toMatchObject({
      due_at: scheduled,
      lease_until: start + 80_000,
    });
  });

  it('is not sent again if its lease was renewed after it was listed', async () => {
    const job = await submit();
    await claim(job, 60_000);
    const before = await jobItem(database.table, job);
    const stale = [{ kind: 'JOB' as const, accountId: job.accountId, id: job.jobId, dueAt: start }];
    const list = async ({ partition }: DueRange) => ({
      due: partition === 'JOB' ? stale : [],
      next: undefined,
    });

    expect(await runReconciler({ due: { ...dependencies.due, list } })).toEqual(nothing);
    expect(await jobItem(database.table, job)).toEqual(before);
    expect(sent).toEqual([]);
  });

  it('is sent to a worker with more memory when its worker has died', async () => {
    const job = await submit();
    await claim(job);
    clock.now += 30_000;

    expect(await runReconciler()).toEqual({ ...nothing, sent: 1 });
    expect(receivers).toEqual(['large']);
    expect(await runJob(messageOf(job), store, fakeEffects(clock), () => undefined)).toBe('ended');
    expect(await read(job)).toMatchObject({ status: 'complete', attempts: 2 });
  });

  it('fails after its third worker died', async () => {
    const job = await submit();
    for (let worker = 1; worker <= 3; worker += 1) {
      await claim(job);
      clock.now += 30_000;
    }

    expect(await claim(job)).toBeUndefined();
    expect(await runReconciler()).toMatchObject({ failed: 1 });
    // Results of its lost attempts are deleted once one that is still being stored has arrived.
    clock.now += 180_000;
    await runReconciler();
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
  it('fails a job that no worker has claimed', async () => {
    const job = await submit();

    expect(await failAbandonedJob(job, store, clock.now)).toBe(true);
    expect(await read(job)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });

  it('does not change a job that a worker has claimed', async () => {
    const job = await submit();
    const claimed = await claim(job);

    const outcomes = [
      await failAbandonedJob(job, store, clock.now),
      claimed && (await failAbandonedJob(claimed, store, clock.now)),
    ];

    expect(outcomes).toEqual([false, false]);
    expect(await read(job)).toMatchObject({ status: 'processing' });
  });

  it('does not change a job that has ended since it was read', async () => {
    const job = await submit();
    await runJob(messageOf(job), store, fakeEffects(clock), () => undefined);
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
    const before = await runReconciler();
    clock.now += 1;
    const after = [await runReconciler(), await runReconciler()];

    expect([before, ...after]).toEqual([nothing, { ...nothing, deleted: 1 }, nothing]);
    expect(removed).toEqual(fileKeys(fileId));
  });

  it('is still reported as expired to a job that requests it', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    clock.now = start + 7_260_000;
    await runReconciler();

    const job = newJob(tenant, clock.now, { fileId, sourceUrl: undefined });

    const file = textFile(tenant, fileId, start);
    expect(await createJob(database.table, job, [file])).toBe('file_changed');
    expect(await readFile(database.table, tenant.accountId, fileId)).toMatchObject({
      fileId,
      expiresAt: start + 7_200_000,
    });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('is retained while a job may read it, and deleted afterwards', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    clock.now = start + 7_100_000;
    const waiting = newJob(tenant, clock.now, { fileId, sourceUrl: undefined });
    await createJob(database.table, waiting, [textFile(tenant, fileId, start)]);
    const reconcileFiles = () =>
      runReconciler({
        due: {
          ...dependencies.due,
          list: async (range) =>
            range.kind === 'FILE' ? dependencies.due.list(range) : { due: [], next: undefined },
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

describe('a file with more than fifteen minutes left', () => {
  const heldUntil = async (fileId: string) =>
    (await readItem(database.table, keys.file(tenant.accountId, fileId)))?.held_until;
  const submitAt = async (now: number) => {
    const fileId = await storeFile(database.table, tenant, start);
    const job = newJob(tenant, now, { fileId, sourceUrl: undefined });
    await createJob(database.table, job, [textFile(tenant, fileId, start)]);
    return { fileId, job };
  };

  it('is retained by a job from its last fifteen minutes on', async () => {
    const late = start + 7_200_000 - 900_000;
    const [spared, retained] = [await submitAt(late), await submitAt(late + 1)];

    expect([await heldUntil(spared.fileId), await heldUntil(retained.fileId)]).toEqual([
      undefined,
      late + 1 + 7_800_000,
    ]);
  });

  it('is retained by the reconciler once its job has waited', async () => {
    const { fileId } = await submitAt(start);
    clock.now = start + 30_000;

    await runReconciler();

    expect(await heldUntil(fileId)).toBe(start + 7_800_000);
  });

  it('is not written for a job that has ended', async () => {
    const { fileId, job } = await submitAt(start);
    await runJob(messageOf(job), store, fakeEffects(clock), () => undefined);
    clock.now = start + 30_000;

    await runReconciler();

    expect(await heldUntil(fileId)).toBeUndefined();
  });
});

describe('a sweep', () => {
  it('of several runs, each with its share, leaves no item and takes none twice', async () => {
    for (let index = 0; index < 24; index += 1) await submit();
    clock.now = start + 30_000;

    const counts = await Promise.all([0, 1, 2, 3].map((part) => runReconciler({ share: { part, of: 4 } })));

    expect(counts.reduce((sum, each) => sum + each.sent, 0)).toBe(24);
    expect(counts.filter((each) => each.sent > 0).length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ jobId }) => jobId)).size).toBe(24);
  });

  it('does not pass an item that could not be dealt with nor scheduled anew', async () => {
    const away = () => Promise.reject(new Error('The table is away'));
    await storeFile(database.table, tenant, start);
    clock.now = start + 7_300_000;

    const first = await runReconciler({
      objects: { remove: away },
      due: { ...dependencies.due, postpone: away },
    });
    const second = await runReconciler();

    expect([first, second]).toEqual([
      { ...nothing, faults: 1 },
      { ...nothing, deleted: 1 },
    ]);
  });

  it('does not pass an item that the index shows late', async () => {
    const first = await submit();
    const ids = Array.from({ length: 100 }, () => newId('job', start));
    const ofPartition = duePartition('JOB', first.jobId);
    const late = await submit({ jobId: ids.find((id) => duePartition('JOB', id) === ofPartition) ?? '' });
    clock.now = start + 60_000;
    const list: DueStore['list'] = async (range, from) => {
      const page = await dependencies.due.list(range, from);
      return { ...page, due: page.due.filter(({ id }) => id !== late.jobId) };
    };

    await runReconciler({ due: { ...dependencies.due, list } });
    await runReconciler();

    expect(sent.map(({ jobId }) => jobId)).toEqual([first.jobId, late.jobId]);
  });

  it('does not go back behind the position of another reconciler', async () => {
    await dependencies.due.endSweep('JOB JOB#0', start);
    await dependencies.due.endSweep('JOB JOB#0', start - 1);

    expect(await dependencies.due.sweeps()).toEqual(new Map([['JOB JOB#0', start]]));
  });

  it('moves the result of a job that was checked early to its expiry', async () => {
    const job = await submit();
    await runJob(messageOf(job), store, fakeEffects(clock, { retentionSeconds: 9000 }), () => undefined);
    clock.now = start + 30_000 + 7_200_000;

    const early = await runReconciler();
    clock.now = start + 9_000_000 + 60_000;

    expect([early, await runReconciler()]).toEqual([
      { ...nothing, postponed: 1 },
      { ...nothing, deleted: 1 },
    ]);
  });
});

describe('an expired result', () => {
  it('is deleted without changing its job', async () => {
    const job = await submit();
    await runJob(messageOf(job), store, fakeEffects(clock), () => undefined);
    const ended = await read(job);

    clock.now = start + 30_000 + 7_199_999;
    const before = await runReconciler();
    clock.now += 1;
    const after = [await runReconciler(), await runReconciler()];

    expect([before, ...after]).toEqual([nothing, { ...nothing, deleted: 1 }, nothing]);
    expect(removed).toEqual([`accounts/${job.accountId}/results/${job.jobId}/1`]);
    expect(await read(job)).toEqual(ended);
  });
});
