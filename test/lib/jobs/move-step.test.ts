import { describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { EngineFault } from '../../../lib/conversions/base/fault-record.ts';
import { ConversionError } from '../../../lib/conversions/errors.ts';
import { cancelJob } from '../../../lib/jobs/cancel-job.ts';
import type { Job, JobMessage } from '../../../lib/jobs/job.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import type { WorkerName } from '../../../lib/workers.ts';
import { fakeEffects, jobItem, newStep } from '../../support/jobs.ts';
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

useJobRunner();

const cause = new EngineFault('out_of_memory SIGKILL', {
  name: 'out_of_memory',
  engine: 'pdf-reader',
  places: [],
});
const outOfMemory = new ConversionError('out_of_memory', 'The document needs more than 1342 MB.', { cause });

/** A worker whose engine runs out of memory after four seconds. */
const full = () => {
  const sent: [message: JobMessage, worker: WorkerName][] = [];
  return {
    sent,
    convert: async () => {
      clock.now += 4000;
      throw outOfMemory;
    },
    send: async (message: JobMessage, worker: WorkerName) => void sent.push([message, worker]),
  };
};

/** The current job, and a run of its current step. */
const next = async (job: Job, work: Parameters<typeof run>[1] = {}) =>
  await run((await read(job)) ?? expect.fail(), work);

const engineMs = async (): Promise<number> => (await tenant.account()).engineMs;

describe('a step that needs more memory than its worker has', () => {
  it('moves to the worker with more, and its report says so', async () => {
    const job = await submit();
    const worker = full();

    const outcome = await run(job, worker);

    expect(outcome).toBe('advanced');
    const moved = (await read(job)) ?? expect.fail();
    expect(moved).toMatchObject({
      status: 'processing',
      move: { step: 0, attempt: 1, engine: 'pdf-reader' },
    });
    expect(moved.steps.list).toEqual([newStep({ worker: 'large' })]);
    expect(worker.sent).toEqual([[messageOf(moved), 'large']]);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 1 });

    clock.now += 250;
    const report = { engine: 'fake', version: '1', tried: [{ engine: 'pdf-reader', outcome: 'used' }] };
    const convert = async () => {
      clock.now += 3000;
      return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report };
    };

    expect(await next(job, { convert })).toBe('ended');
    expect(await read(job)).toMatchObject({
      status: 'complete',
      report: {
        tried: [
          { engine: 'pdf-reader', outcome: 'out_of_memory' },
          { engine: 'pdf-reader', outcome: 'used' },
        ],
        timings_ms: { queued: 250, engine: 3000 },
      },
    });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
    // The first four seconds are not charged.
    expect(await engineMs()).toBe(3000);
    expect(faults).toEqual([outOfMemory]);
  });

  it('fails if the worker with more has too little as well, and is charged once', async () => {
    const job = await submit();
    await run(job, full());

    expect(await next(job, full())).toBe('ended');

    expect(await read(job)).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: { code: 'out_of_memory' },
      report: { tried: [{ engine: 'pdf-reader', outcome: 'out_of_memory' }] },
    });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
    expect(await engineMs()).toBe(4000);
  });

  it('has all its attempts in the other worker', async () => {
    const job = await submit();
    const away = { convert: () => Promise.reject(new Error('The disk is full')) };
    await run(job, away);
    await run(job, full());

    const outcomes = [await next(job, away), await next(job, away), await next(job)];

    expect(outcomes).toEqual(['released', 'released', 'ended']);
    expect(await read(job)).toMatchObject({ status: 'complete', attempts: 5 });
  });

  it('is not started by a message of its first worker, which may arrive twice', async () => {
    const job = await submit();
    await run(job, full());

    const late = [await run(job), await run(job, full())];

    expect(late).toEqual(['not_ours', 'not_ours']);
    expect(await next(job)).toBe('ended');
  });

  it('starts with a message that names no worker, as they were sent before', async () => {
    const job = await submit();
    const message = { accountId: job.accountId, jobId: job.jobId, step: 0 };

    expect(await runJob(message, store, fakeEffects(clock), expect.fail)).toBe('ended');
  });

  it('moves alone: later steps start where they were planned', async () => {
    const list = [
      newStep({ name: 'first', isOutput: true }),
      newStep({ name: 'second', inputs: [{ step: 0 }], from: 'pdf' }),
    ];
    const job = await submit({ steps: { list, done: [] } });
    await run(job, full());
    await next(job);

    const advanced = (await read(job)) ?? expect.fail();

    expect(advanced.steps.list.map(({ worker }) => worker)).toEqual(['large', 'standard']);
    expect(advanced.steps.done).toMatchObject([
      { attempt: 2, report: { tried: [{ engine: 'pdf-reader', outcome: 'out_of_memory' }] } },
    ]);
    const second = full();
    expect(await next(job, second)).toBe('advanced');
    expect(second.sent).toMatchObject([[{ step: 1, worker: 'large' }, 'large']]);
    expect(await next(job)).toBe('ended');
    expect((await read(job))?.report?.tried).toEqual([{ engine: 'pdf-reader', outcome: 'out_of_memory' }]);
  });

  it('does not move if it is cancelled meanwhile', async () => {
    const job = await submit();
    const worker = full();
    const convert = async () => {
      await cancelJob({ accountId: job.accountId, jobId: job.jobId }, cancelStore(database.table), clock.now);
      return worker.convert();
    };

    expect(await run(job, { ...worker, convert })).toBe('not_ours');

    expect(worker.sent).toEqual([]);
    expect(await jobItem(database.table, job)).not.toHaveProperty('move');
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('is sent by the reconciler if its message is lost', async () => {
    const job = await submit();

    await run(job, full());

    expect(await jobItem(database.table, job)).toMatchObject({
      lease_until: start + 4000,
      due_at: start + 34_000,
    });
  });

  it.each(['browser', 'office', 'large'] as const)('fails at once in the %s worker', async (worker) => {
    const job = await submit({ steps: { list: [newStep({ worker })], done: [] } });

    expect(await run(job, full())).toBe('ended');

    expect(await read(job)).toMatchObject({ status: 'failed', error: { code: 'out_of_memory' } });
  });
});
