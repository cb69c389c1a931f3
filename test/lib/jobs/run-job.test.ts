import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { ConversionError, type JobErrorCode, jobErrors } from '../../../lib/conversions/errors.ts';
import { aborted } from '../../../lib/files/aborted.ts';
import { cancelJob } from '../../../lib/jobs/cancel-job.ts';
import type { JobDelivery } from '../../../lib/jobs/job.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import { duePartition } from '../../../lib/table-layout.ts';
import { fakeEffects, jobItem, newStep, storeFile } from '../../support/jobs.ts';
import {
  clock,
  database,
  faults,
  read,
  run,
  start,
  store,
  submit,
  tenant,
  usage,
  useJobRunner,
} from './job-runner.ts';

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

useJobRunner();

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
      steps: { list: [newStep({ options: {} })], done: [] },
      sourceUrl: undefined,
      startedAt: start + 1500,
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

  it.each([
    ['its check, if it ends before', 30_000, 'JOB', start + 30_000],
    ['the deletion of its result, if it ends later', 30_001, 'RESULT', start + 30_001 + 7_200_000],
  ] as const)('stays scheduled for %s', async (_title, after, kind, at) => {
    const job = await submit();
    clock.now += after;

    await run(job);

    const item = await jobItem(database.table, job);
    expect([item?.due, item?.due_at]).toEqual([duePartition(kind, job.jobId), at]);
    expect(item).not.toHaveProperty('lease_owner');
    expect(item).not.toHaveProperty('lease_until');
    expect(item).not.toHaveProperty('step_options');
  });

  it('is claimed by its first message without being read, and by a repeated one only after it was released', async () => {
    const job = await submit();
    const unread = { ...store, get: () => expect.fail(), claim: () => expect.fail() };
    const effects = fakeEffects(clock, { storeResult: () => Promise.reject(new Error('Busy')) });

    const first = await runJob(messageOf(job), unread, effects, () => undefined);
    const second = await runJob(messageOf(job), unread, effects, () => undefined).catch(() => 'read');

    expect([first, second]).toEqual(['released', 'read']);
    expect(await run(job)).toBe('ended');
    expect((await read(job))?.attempts).toBe(2);
  });

  it.each([
    ['a job that does not exist', { jobId: 'job_none' }],
    ['another step', { step: 1 }],
    ['another worker', { worker: 'large' }],
  ] as const)('is left alone by a message of %s', async (_, changed) => {
    const job = await submit();
    const message = { ...messageOf(job), ...changed };

    expect(await runJob(message, store, fakeEffects(clock), () => undefined)).toBe('not_ours');

    expect(await jobItem(database.table, job)).toMatchObject({ job_status: 'queued', attempts: 0 });
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

describe('a job with an address for its result', () => {
  const address = 'https://bucket.example/a?X-Amz-Signature=S';

  it('delivers the stored result before it ends', async () => {
    const job = await submit({ deliverTo: address });
    const calls: unknown[] = [];

    await run(job, {
      storeResult: async () => void calls.push('stored'),
      deliver: async (to, { bytes, mimeType }) => {
        calls.push([to, Buffer.from(bytes as Uint8Array).toString(), mimeType, (await read(job))?.status]);
        clock.now += 700;
        return { status: 'delivered', httpStatus: 201 };
      },
    });

    expect(calls).toEqual(['stored', [address, '%PDF', 'application/pdf', 'processing']]);
    expect(await read(job)).toMatchObject({
      status: 'complete',
      deliverTo: undefined,
      delivery: { status: 'delivered', httpStatus: 201 },
      report: { timings_ms: { store: 0, deliver: 700 } },
    });
    expect(await jobItem(database.table, job)).not.toHaveProperty('deliver_to');
  });

  it('is complete if the delivery fails, with a warning in its report', async () => {
    const job = await submit({ deliverTo: address });
    const delivery = { status: 'failed', httpStatus: 403, message: 'It failed.' } as const;

    const outcome = await run(job, {
      convert: async () => ({
        bytes: Buffer.from('%PDF'),
        mimeType: 'application/pdf',
        extension: 'pdf',
        report: { warnings: ['A font is missing.'] },
      }),
      deliver: async () => delivery,
    });

    expect(outcome).toBe('ended');
    expect(await read(job)).toMatchObject({
      status: 'complete',
      delivery,
      report: { warnings: ['A font is missing.', 'It failed.'] },
      output: { sizeBytes: 4 },
    });
  });

  it('delivers a large result before its file is removed', async () => {
    const job = await submit({ deliverTo: address });
    const calls: string[] = [];
    const large = { path: '/x', length: 7, sha256: 'f', discard: async () => void calls.push('discarded') };

    await run(job, {
      convert: async () => ({ bytes: large, mimeType: 'text/csv', extension: 'csv', report: {} }),
      storeLargeResult: async () => void calls.push('stored'),
      deliver: async (_, { bytes }) => {
        calls.push(bytes === large ? 'delivered' : 'other');
        return { status: 'delivered' };
      },
    });

    expect(calls).toEqual(['stored', 'delivered', 'discarded']);
  });

  it('delivers nothing if it fails, and no longer has the address', async () => {
    const job = await submit({ deliverTo: address });

    await run(job, {
      convert: () => Promise.reject(new ConversionError('corrupt_document', 'It is damaged.')),
      deliver: () => expect.fail(),
    });

    expect(await read(job)).toMatchObject({ status: 'failed', deliverTo: undefined, delivery: undefined });
  });

  it('stops the delivery when it is cancelled', async () => {
    const job = await submit({ deliverTo: address });
    const cancelled = () =>
      cancelJob({ accountId: job.accountId, jobId: job.jobId }, cancelStore(database.table), clock.now);

    const outcome = await run(job, {
      leaseSeconds: 0.1,
      deliver: async (_address, _result, signal) => {
        await cancelled();
        clock.now += 1000;
        return await aborted(signal);
      },
    });

    expect(outcome).toBe('not_ours');
    expect(await read(job)).toMatchObject({ status: 'cancelled', delivery: undefined });
    expect(faults).toEqual([]);
  });

  it('is delivered again, by the next attempt, if its worker died before it could end the job', async () => {
    const job = await submit({ deliverTo: address });
    const delivered: number[] = [];
    const deliver = async (): Promise<JobDelivery> => {
      delivered.push((await read(job))?.attempts ?? 0);
      return { status: 'delivered' };
    };
    const dies = { ...store, end: () => Promise.reject(new Error('The worker died')) };
    await expect(
      runJob(messageOf(job), dies, fakeEffects(clock, { deliver }), () => undefined),
    ).rejects.toThrow();
    clock.now += 31_000;

    await run(job, { deliver });

    expect(delivered).toEqual([1, 2]);
    expect(await read(job)).toMatchObject({ status: 'complete', delivery: { status: 'delivered' } });
  });
});

describe('a message', () => {
  it('is ignored if no job has its id', async () => {
    expect(
      await runJob(
        { accountId: 'acct_x', jobId: 'job_x', step: 0 },
        store,
        fakeEffects(clock),
        () => undefined,
      ),
    ).toBe('not_ours');
  });

  it('is ignored if the job has ended, even repeatedly', async () => {
    const job = await submit();
    await run(job);
    const ended = await read(job);

    const outcomes = await Promise.all([run(job), run(job), run(job)]);

    expect(outcomes).toEqual(['not_ours', 'not_ours', 'not_ours']);
    expect(await read(job)).toEqual(ended);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
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
      { job_status: 'processing', attempts: 2, lease_until: start, due_at: start },
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
  const codes = Object.entries(jobErrors) as [JobErrorCode, { serviceFault: boolean }][];

  it.each(codes)('fails its job with %s in the first attempt', async (code, { serviceFault }) => {
    // Its memory is the largest.
    const job = await submit({ steps: { list: [newStep({ worker: 'large' })], done: [] } });
    const error = new ConversionError(code, `It is ${code}`, { cause: new Error('what the engine said') });

    const outcome = await run(job, { convert: () => Promise.reject(error) });

    expect(outcome).toBe('ended');
    expect(await read(job)).toEqual({
      ...job,
      status: 'failed',
      steps: { list: [newStep({ options: {}, worker: 'large' })], done: [] },
      sourceUrl: undefined,
      startedAt: start,
      completedAt: start,
      attempts: 1,
      report: {
        input: { size_bytes: 10, sha256: sha256Of('Some text.') },
        output: null,
        timings_ms: { queued: 0, download: 0, engine: 0, store: 0 },
      },
      error: { code, message: `It is ${code}` },
    });
    expect(await usage()).toEqual({ operations: serviceFault ? 0 : 1, activeJobs: 0 });
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
