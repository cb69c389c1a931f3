import { describe, expect, test, vi } from 'vitest';
import { job as jobSchema } from '../../lib/api/job-schemas.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { messageOf } from '../../lib/jobs/job-steps.ts';
import type { JobStore } from '../../lib/jobs/job-store.ts';
import { runJob } from '../../lib/jobs/run-job.ts';
import { reconcile } from '../../lib/reconcile/reconcile.ts';
import { callFunction } from '../support/api-event.ts';
import { fakeEffects, jobItem } from '../support/jobs.ts';
import {
  cancel,
  claim,
  getResult,
  service,
  store,
  submit,
  success,
  token,
  usage,
  useCancelService,
} from './cancelled-jobs.ts';

useCancelService();

describe('a job that is cancelled', () => {
  test('ends while it is queued, frees its slot and remains counted', async () => {
    const job = await submit();
    service.takeCalls();

    const { status, json } = await cancel(job.jobId);

    expect(status).toBe(200);
    expect(json).toMatchObject({
      job_id: job.jobId,
      status: 'cancelled',
      started_at: null,
      completed_at: expect.any(String),
      expires_at: null,
      output: null,
      error: null,
    });
    expect(jobSchema.strict().parse(json)).toEqual(json);
    expect(service.takeCalls().map(({ operation }) => operation)).toEqual([
      'UpdateItem',
      'GetItem',
      'TransactWriteItems',
    ]);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  test('keeps neither its lease, its options nor the addresses of its source and its result', async () => {
    const job = await submit({ deliverTo: 'https://bucket.example/a?X-Amz-Signature=S' });
    await claim(job);

    await cancel(job.jobId);

    const item = await jobItem(service.table, job);
    expect(item).toMatchObject({ job_status: 'cancelled', attempts: 1 });
    for (const name of ['step_options', 'source_url', 'deliver_to', 'lease_until', 'lease_owner']) {
      expect(item).not.toHaveProperty(name);
    }
  });

  test('has the results of its attempts deleted a minute later', async () => {
    const job = await submit();
    await claim(job);
    await cancel(job.jobId);
    const { completedAt = 0 } = (await readJob(service.table, job.accountId, job.jobId)) ?? {};
    const removed: string[] = [];
    const dependencies = {
      due: dueStore(service.table),
      jobs: store,
      objects: { remove: async (key: string) => void removed.push(key) },
      send: async () => undefined,
      sendDelivery: async () => undefined,
      secondsLeft: () => 60,
      onFault: (fault: unknown) => {
        throw fault;
      },
    };
    const ofJob = () => removed.filter((key) => key.includes(job.jobId));

    await reconcile(dependencies, () => completedAt + 59_999);
    const early = ofJob();
    await reconcile(dependencies, () => completedAt + 60_000);
    const late = ofJob();

    expect([early, late]).toEqual([[], [`accounts/${job.accountId}/results/${job.jobId}/1`]]);
    expect(await jobItem(service.table, job)).not.toHaveProperty('due');
  });

  test('can be cancelled again, which changes nothing', async () => {
    const job = await submit();
    const first = await cancel(job.jobId);
    const before = await jobItem(service.table, job);

    const again = await cancel(job.jobId);

    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await jobItem(service.table, job)).toEqual(before);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  test('has no result', async () => {
    const job = await submit();
    await cancel(job.jobId);

    const { status, json } = await callFunction(getResult, { token, id: job.jobId });

    expect([status, json.error]).toEqual([409, 'job_not_complete']);
  });

  test('cannot be renewed, released or ended by its worker', async () => {
    const job = await submit();
    const lease = await claim(job);
    await cancel(job.jobId);
    const before = await jobItem(service.table, job);

    const renewed = await store.renew(lease, Date.now() + 30_000, { done: 1, total: 2, unit: 'pages' });
    await store.release(lease, Date.now());
    const ended = await store.end(job, success(), { lease, report: {}, now: Date.now() });

    expect([renewed, ended]).toEqual([false, false]);
    expect(await jobItem(service.table, job)).toEqual(before);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  test('stores nothing if its worker sees the cancellation as the engine ends', async () => {
    const job = await submit();
    const clock = { now: Date.now() };
    const stored: string[] = [];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

    const outcome = await runJob(
      messageOf(job),
      store,
      fakeEffects(clock, {
        convert: async (_task, { signal }) => {
          await cancel(job.jobId);
          const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
          clock.now += 1500;
          vi.advanceTimersByTime(1000);
          await stopped;
          return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
        },
        storeResult: async (key) => void stored.push(key),
      }),
      () => undefined,
    ).finally(() => vi.useRealTimers());

    expect([outcome, stored]).toEqual(['not_ours', []]);
  });

  test('stops its engine at the next renewal, a second and a half after the last', async () => {
    const job = await submit();
    const began = Date.now();
    const clock = { now: began };
    const renewals: number[] = [];
    const watched: JobStore = {
      ...store,
      renew: (...args) => {
        renewals.push(clock.now - began);
        return store.renew(...args);
      },
    };
    let reason: unknown;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

    const outcome = await runJob(
      messageOf(job),
      watched,
      fakeEffects(clock, {
        convert: async (_task, { signal }) => {
          await cancel(job.jobId);
          const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
          for (const elapsed of [1000, 1499, 1500]) {
            clock.now = began + elapsed;
            vi.advanceTimersByTime(1000);
          }
          await stopped;
          reason = signal.reason;
          throw signal.reason;
        },
      }),
      () => undefined,
    ).finally(() => vi.useRealTimers());

    expect([outcome, reason]).toEqual(['not_ours', new Error('The lease was lost')]);
    expect(renewals).toEqual([1500]);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });
});
