import { describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { aborted } from '../../../lib/files/aborted.ts';
import { abandonedJobError } from '../../../lib/jobs/abandoned-job.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import { fakeEffects, jobItem, newStep } from '../../support/jobs.ts';
import { changeItem } from '../../support/table.ts';
import {
  clock,
  database,
  faults,
  read,
  run,
  start,
  store,
  submit,
  usage,
  useJobRunner,
} from './job-runner.ts';

useJobRunner();

describe('a lease', () => {
  const claim = (job: Job, owner: string) =>
    store.claim(job, { owner, now: clock.now, leaseUntil: clock.now + 30_000 });

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
        reason = await aborted(signal).catch((thrown: unknown) => thrown);
        throw reason;
      },
    });

    expect(outcome).toBe('not_ours');
    expect(reason).toEqual(new Error('The lease was lost'));
    expect(faults).toEqual([]);
    expect(await jobItem(database.table, job)).toMatchObject({ job_status: 'processing', ...taken });
    expect(await read(job)).toMatchObject({ progress: undefined });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 1 });
  });

  it('that has expired while the worker was frozen does not let it store a result', async () => {
    const job = await submit();
    const stored: string[] = [];

    const outcome = await run(job, {
      leaseSeconds: 30,
      convert: async () => {
        clock.now += 30_000;
        return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
      },
      storeResult: async (key) => void stored.push(key),
    });

    expect([outcome, stored, faults]).toEqual(['not_ours', [], []]);
  });

  it('that was lost stops storing the result', async () => {
    const job = await submit();
    let isAborted = false;

    const outcome = await run(job, {
      leaseSeconds: 0.04,
      storeResult: async (_key, _bytes, _metadata, signal) => {
        await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now);
        clock.now += 20;
        const reason = await aborted(signal).catch((thrown: unknown) => thrown);
        isAborted = signal.aborted;
        throw reason;
      },
    });

    expect([outcome, isAborted]).toEqual(['not_ours', true]);
    expect(await read(job)).toMatchObject({ status: 'cancelled' });
  });

  it('of a cancelled job is found lost by reading alone', async () => {
    const job = await submit();
    let reason: unknown;
    const readOnly = { ...store, renew: () => expect.fail() };

    const work = fakeEffects(clock, {
      leaseSeconds: 0.2,
      convert: async (_task, { signal }) => {
        await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now);
        reason = await aborted(signal).catch((thrown: unknown) => thrown);
        throw reason;
      },
    });
    const outcome = await runJob(messageOf(job), readOnly, work, expect.fail);

    expect([outcome, reason]).toEqual(['not_ours', new Error('The lease was lost')]);
  });

  it('is kept if a read shows the job as it was before the claim', async () => {
    const job = await submit();
    const lease = { accountId: job.accountId, jobId: job.jobId, attempt: 1, owner: 'one' };
    const queued = await store.isLost(lease);
    await claim(job, 'one');
    const processing = await store.isLost(lease);
    const unknown = await store.isLost({ ...lease, jobId: 'job_unknown' });

    expect([queued, processing, unknown]).toEqual([false, false, false]);
  });

  it('is lost once the job has been claimed again', async () => {
    const job = await submit();
    await claim(job, 'one');
    clock.now += 30_000;
    await claim(job, 'two');
    const lease = { accountId: job.accountId, jobId: job.jobId, attempt: 1, owner: 'one' };

    expect(await store.isLost(lease)).toBe(true);
    expect(await store.isLost({ ...lease, attempt: 2, owner: 'two' })).toBe(false);
  });

  it('that cannot be renewed stops the engine once it has expired, and each fault is reported', async () => {
    const job = await submit();
    const away = new Error('The table is away');
    const faultsOfRenewal: unknown[] = [];
    const broken = {
      ...store,
      renew: () => Promise.reject(away),
      isLost: () => Promise.reject(away),
    };
    let reason: unknown;

    const work = fakeEffects(clock, {
      leaseSeconds: 0.04,
      onRenewalError: (fault) => faultsOfRenewal.push(fault),
      convert: async (_task, { signal }) => {
        clock.now += 20;
        await expect.poll(() => faultsOfRenewal.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
        expect(signal.aborted).toBe(false);
        clock.now += 20;
        reason = await aborted(signal).catch((thrown: unknown) => thrown);
        throw reason;
      },
    });
    const outcome = await runJob(messageOf(job), broken, work, expect.fail);

    expect([outcome, reason]).toEqual(['not_ours', new Error('The lease has expired')]);
    expect(new Set(faultsOfRenewal)).toEqual(new Set([away]));
  });

  it('that was lost stops the download', async () => {
    const job = await submit();
    let reason: unknown;

    const outcome = await run(job, {
      leaseSeconds: 0.04,
      fetchSource: async (_job, _files, signal) => {
        await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now);
        clock.now += 40;
        reason = await aborted(signal).catch((thrown: unknown) => thrown);
        throw reason;
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
      storeResult: async (key) => {
        keysStored.push(key);
        clock.now += 30_000;
        await claim(job, 'another');
      },
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

  it('is not taken for a job that has advanced since it was read', async () => {
    const job = await submit({ steps: { list: [newStep(), newStep()], done: [] } });
    const claimed = await claim(job, 'one');
    const lease = { accountId: job.accountId, jobId: job.jobId, attempt: 1, owner: 'one' };
    const output = {
      objectKey: '',
      filename: 'a.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 1,
      sha256: '',
    };
    const result = { attempt: 1, output, report: {}, endedAt: clock.now };
    await store.advance(claimed ?? job, result, { lease, now: clock.now, from: undefined });

    expect(await claim(job, 'two')).toBeUndefined();
  });

  it('of a later attempt protects the job from being failed as an earlier one left it', async () => {
    const job = await submit();
    const first = await claim(job, 'one');
    clock.now += 30_000;
    await claim(job, 'two');
    clock.now += 30_000;
    const failed = { status: 'failed', error: abandonedJobError } as const;

    const ended = await store.end(first ?? job, failed, {
      lease: undefined,
      report: undefined,
      now: clock.now,
    });

    expect(ended).toBe(false);
    expect(await read(job)).toMatchObject({ status: 'processing', attempts: 2 });
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

  it('is not written or read after its worker has answered', async () => {
    const job = await submit();
    const looking = Promise.withResolvers<void>();
    const look = Promise.withResolvers<boolean>();
    const slow = {
      ...store,
      isLost: () => {
        looking.resolve();
        return look.promise;
      },
    };
    const work = fakeEffects(clock, {
      leaseSeconds: 0.04,
      convert: async () => {
        await looking.promise;
        return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
      },
    });
    let hasAnswered = false;

    const outcome = runJob(messageOf(job), slow, work, expect.fail).finally(() => {
      hasAnswered = true;
    });
    await expect.poll(async () => (await read(job))?.status, { timeout: 20_000 }).toBe('complete');
    await read(job);

    expect(hasAnswered).toBe(false);
    look.resolve(false);
    expect(await outcome).toBe('ended');
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
