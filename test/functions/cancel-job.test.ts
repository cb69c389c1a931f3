import { beforeEach, describe, expect, test, vi } from 'vitest';
import { job as jobSchema } from '../../lib/api/job-schemas.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { newId } from '../../lib/ids.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { messageOf } from '../../lib/jobs/job-steps.ts';
import type { JobStore } from '../../lib/jobs/job-store.ts';
import { runJob } from '../../lib/jobs/run-job.ts';
import { reconcile } from '../../lib/reconcile/reconcile.ts';
import { fakeEffects, jobItem, submitJob } from '../support/jobs.ts';
import { createTenant } from '../support/tenant.ts';
import { call, service, tenant, useApi } from './use-api.ts';

useApi();

let store: JobStore;

beforeEach(() => {
  store = jobStore(service.table);
});

const submit = (values: Partial<Job> = {}): Promise<Job> =>
  submitJob(service.table, tenant, Date.now(), values);

const cancel = (id: string) => call('cancel-job', { method: 'POST', id });

const usage = async () => {
  const { operations, activeJobs } = await tenant.account();
  return { operations, activeJobs };
};

const claim = async (job: Job) => {
  const now = Date.now();
  const claimed = await store.claim(job, { owner: 'one', now, leaseUntil: now + 30_000 });
  return { accountId: job.accountId, jobId: job.jobId, attempt: claimed?.attempts ?? 0, owner: 'one' };
};

const success = () =>
  ({
    status: 'complete',
    output: { objectKey: 'k', filename: 'f', mimeType: 'm', sizeBytes: 1, sha256: '0'.repeat(64) },
    expiresAt: Date.now() + 60_000,
  }) as const;

const failure = {
  status: 'failed',
  error: { code: 'corrupt_document', message: 'It is broken' },
} as const;

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
      'UpdateItem',
      'UpdateItem',
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

  test('has the results of its attempts deleted three minutes later', async () => {
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
      retentionSeconds: 7200,
      onFault: (fault: unknown) => {
        throw fault;
      },
    };
    const ofJob = () => removed.filter((key) => key.includes(job.jobId));

    await reconcile(dependencies, () => completedAt + 179_999);
    const early = ofJob();
    await reconcile(dependencies, () => completedAt + 180_000);
    const late = ofJob();

    expect([early, late]).toEqual([[], [`accounts/${job.accountId}/results/${job.jobId}/1`]]);
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

    const { status, json } = await call('get-result', { id: job.jobId });

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
          vi.advanceTimersByTime(1500);
          await stopped;
          return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
        },
        storeResult: async (key) => void stored.push(key),
      }),
      () => undefined,
    ).finally(() => vi.useRealTimers());

    expect([outcome, stored]).toEqual(['not_ours', []]);
  });

  test('stops its engine when the worker next reads it, after a second and a half', async () => {
    const job = await submit();
    const began = Date.now();
    const clock = { now: began };
    const reads: number[] = [];
    const watched: JobStore = {
      ...store,
      renew: () => expect.fail(),
      isLost: (...args) => {
        reads.push(clock.now - began);
        return store.isLost(...args);
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
            const ms = began + elapsed - clock.now;
            clock.now += ms;
            vi.advanceTimersByTime(ms);
          }
          await stopped;
          reason = signal.reason;
          throw signal.reason;
        },
      }),
      () => undefined,
    ).finally(() => vi.useRealTimers());

    expect([outcome, reason]).toEqual(['not_ours', new Error('The lease was lost')]);
    expect(reads).toEqual([1500]);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });
});

describe('a job that has ended', () => {
  test.each([
    ['complete', success],
    ['failed', () => failure],
  ])('cannot be cancelled as %s', async (status, end) => {
    const job = await submit();
    const lease = await claim(job);
    await store.end(job, end(), { lease, report: {}, now: Date.now() });
    const before = await jobItem(service.table, job);

    const answer = await cancel(job.jobId);

    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'job_not_active', message: `${job.jobId} is ${status} and can no longer be cancelled.` },
    ]);
    expect(await jobItem(service.table, job)).toEqual(before);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });
});

test.each(['job_x', '', newId('job', 0), newId('file', 0)])('returns 404 for the id %j', async (id) => {
  const { status, json } = await cancel(id);

  expect([status, json]).toEqual([
    404,
    { error: 'job_not_found', message: `No job ${JSON.stringify(id)} in this account.` },
  ]);
});

test('returns 404 for the job of another account and does not change it', async () => {
  const other = await createTenant(service.table);
  const job = await submitJob(service.table, other, Date.now());

  const { status } = await cancel(job.jobId);

  expect(status).toBe(404);
  expect(await readJob(service.table, other.accountId, job.jobId)).toMatchObject({ status: 'queued' });
  expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
});
