import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { job as jobSchema } from '../../lib/api/schemas.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { jobStore, readJob } from '../../lib/aws/job-store.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { newId } from '../../lib/ids.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { reconcile } from '../../lib/jobs/reconcile.ts';
import { type JobStore, runJob } from '../../lib/jobs/run-job.ts';
import { callFunction } from '../support/api-event.ts';
import { fakeWork, jobItem, submitJob } from '../support/jobs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

let service: TestService;
let store: JobStore;
let cancelJob: ApiFunction;
let getResult: ApiFunction;
let tenant: TestTenant;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  store = jobStore(service.table);
  ({ handler: cancelJob } = await import('../../functions/api/cancel-job.ts'));
  ({ handler: getResult } = await import('../../functions/api/get-result.ts'));
});

beforeEach(async () => {
  tenant = await createTenant(service.table);
  token = await tenant.newToken();
});

afterAll(() => service.close());

const submit = (): Promise<Job> => submitJob(service.table, tenant, Date.now());
const cancel = (id: string) => callFunction(cancelJob, { method: 'POST', token, id });
const usage = async () => {
  const { operations, activeJobs } = await tenant.account();
  return { operations, activeJobs };
};
const claim = async (job: Job) => {
  const now = Date.now();
  const claimed = await store.claim(job, { owner: 'one', now, leaseUntil: now + 30_000, from: undefined });
  return { accountId: job.accountId, jobId: job.jobId, attempt: claimed?.attempts ?? 0, owner: 'one' };
};
const failure = { status: 'failed', error: { code: 'corrupt_document', message: 'It is broken' } } as const;
const success = () =>
  ({
    status: 'complete',
    output: { objectKey: 'k', filename: 'f', mimeType: 'm', sizeBytes: 1, sha256: '0'.repeat(64) },
    expiresAt: Date.now() + 60_000,
  }) as const;

describe('a job that is cancelled', () => {
  test('while it is queued ends, frees its slot and stays counted', async () => {
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

  test('keeps neither lease nor options nor the address of its source', async () => {
    const job = await submit();
    await claim(job);

    await cancel(job.jobId);

    const item = await jobItem(service.table, job);
    expect(item).toMatchObject({ job_status: 'cancelled', attempts: 1 });
    for (const name of ['job_options', 'source_url', 'lease_until', 'lease_owner']) {
      expect(item).not.toHaveProperty(name);
    }
  });

  test('has what its attempts stored deleted a minute later', async () => {
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

  test('frees its slot once where ten cancel it at once', async () => {
    const [job] = [await submit(), await submit()];

    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(job.jobId)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await usage()).toEqual({ operations: 2, activeJobs: 1 });
  });

  test('is not taken up by a worker that gets its message', async () => {
    const job = await submit();
    await cancel(job.jobId);

    const outcome = await runJob(job, store, fakeWork({ now: Date.now() }), () => undefined);

    expect(outcome).toBe('not_ours');
    expect(await readJob(service.table, job.accountId, job.jobId)).toMatchObject({
      status: 'cancelled',
      attempts: 0,
    });
  });

  test('has no result', async () => {
    const job = await submit();
    await cancel(job.jobId);

    const { status, json } = await callFunction(getResult, { token, id: job.jobId });

    expect([status, json.error]).toEqual([409, 'job_not_complete']);
  });

  test('lets its worker neither renew nor release nor end', async () => {
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

  test('stores nothing where its worker notices as the engine ends', async () => {
    const job = await submit();
    const clock = { now: Date.now() };
    const stored: string[] = [];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

    const outcome = await runJob(
      job,
      store,
      fakeWork(clock, {
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

  test('is noticed by its worker a second and a half after the last renewal, which stops the engine', async () => {
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
      job,
      watched,
      fakeWork(clock, {
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

describe('a job that has ended', () => {
  test.each([
    ['complete', success],
    ['failed', () => failure],
  ])('as %s cannot be cancelled', async (status, end) => {
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

  test.each(Array.from({ length: 12 }, (_, index) => index))(
    'in a race with its cancellation ended in one way, and its slot is free once (%d)',
    async (index) => {
      const [job] = [await submit(), await submit()];
      const lease = await claim(job);
      const end = () => store.end(job, success(), { lease, report: {}, now: Date.now() });

      const [ended, cancelled] =
        index % 2 === 0
          ? await Promise.all([end(), cancel(job.jobId)])
          : (await Promise.all([cancel(job.jobId), end()])).toReversed();

      const won = [ended === true, (cancelled as { status: number }).status === 200];
      const found = await readJob(service.table, job.accountId, job.jobId);
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(found?.status).toBe(won[0] ? 'complete' : 'cancelled');
      expect(await usage()).toEqual({ operations: 2, activeJobs: 1 });
    },
  );
});

test.each(['job_x', '', newId('job', 0), newId('file', 0)])('answers 404 for the id %j', async (id) => {
  const { status, json } = await cancel(id);

  expect([status, json]).toEqual([
    404,
    { error: 'job_not_found', message: `No job ${JSON.stringify(id)} in this account.` },
  ]);
});

test('answers 404 for the job of another account, and leaves it alone', async () => {
  const other = await createTenant(service.table);
  const job = await submitJob(service.table, other, Date.now());

  const { status } = await cancel(job.jobId);

  expect(status).toBe(404);
  expect(await readJob(service.table, other.accountId, job.jobId)).toMatchObject({ status: 'queued' });
  expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
});
