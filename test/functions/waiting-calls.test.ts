import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { callFunction, type TestAnswer } from '../support/api-event.ts';
import { submitJob } from '../support/jobs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readItem } from '../support/table.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

let service: TestService;
let getJob: ApiFunction;
let tenant: TestTenant;
let job: Job;

beforeAll(async () => {
  service = await startTestService();
  ({ handler: getJob } = await import('../../functions/api/get-job.ts'));
});

afterAll(() => service.close());

beforeEach(async () => {
  tenant = await createTenant(service.table, 'free');
  job = await submitJob(service.table, tenant, Date.now());
});

const read = (token: string, wait: string | undefined): Promise<TestAnswer> =>
  callFunction(getJob, { token, id: job.jobId, ...(wait === undefined ? {} : { query: { wait } }) });
const waitingNow = async () => (await readItem(service.table, keys.waits(tenant.accountId)))?.calls;
const store = () => waitingCalls(service.table);
const add = (id: string, until: number, now: number) => store().add(tenant.accountId, { id, until }, 5, now);

describe('the waiting calls of a Free account', () => {
  test('are limited to five of 105 simultaneous calls of two tokens, and none remain counted', async () => {
    const [one, two] = [await tenant.newToken(), await tenant.newToken()];

    const answered: TestAnswer[] = [];
    const calls = Array.from({ length: 105 }, async (_, index) => {
      answered.push(await read(index < 60 ? one : two, '25'));
    });
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBe(100);
    expect(await waitingNow()).toHaveProperty('size', 5);
    await cancelStore(service.table).cancel(tenant.accountId, job.jobId, Date.now());
    await Promise.all(calls);

    const [refused, waited] = [answered.slice(0, 100), answered.slice(100)];
    expect(waited.map(({ json }) => json.status)).toEqual(Array(5).fill('cancelled'));
    for (const { status, json, headers } of refused) {
      expect(status).toBe(429);
      expect(json).toEqual({
        error: 'Too many waiting calls (5/5). Read the job without waiting, or upgrade your plan for more.',
      });
      expect(headers['Retry-After']).toBe('2');
    }
    expect(await waitingNow()).toBeUndefined();
  });

  test('are counted for query and header, and only if they wait', async () => {
    const token = await tenant.newToken();
    const soon = Date.now() + 20_000;
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(id, soon, Date.now());

    const preferred = await callFunction(getJob, { token, id: job.jobId, headers: { Prefer: 'wait=5' } });
    const plain = [await read(token, undefined), await read(token, '0')];

    expect(preferred.status).toBe(429);
    expect(plain.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('expire after thirty seconds if their function died', async () => {
    const start = 1_000_000;
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(id, start + 30_000, start);

    const outcomes = [
      await add('f', start + 59_999, start + 29_999),
      await add('f', start + 60_000, start + 30_000),
    ];

    expect(outcomes).toEqual([false, true]);
    expect(await waitingNow()).toEqual(new Set([`${start + 60_000} f`]));
  });

  test('are counted once if a response is lost', async () => {
    const token = await tenant.newToken();
    for (const id of ['a', 'b', 'c', 'd']) await add(id, Date.now() + 20_000, Date.now());
    const waits = waitingCalls(service.table);
    const call = { id: 'e', until: Date.now() + 20_000 };

    const outcomes = [
      await waits.add(tenant.accountId, call, 5, Date.now()),
      await waits.add(tenant.accountId, call, 5, Date.now()),
    ];

    expect(outcomes).toEqual([true, true]);
    expect((await read(token, '1')).status).toBe(429);
    await waits.remove(tenant.accountId, call);
    await waits.remove(tenant.accountId, call);
    expect((await read(token, '1')).status).toBe(200);
  });
});
