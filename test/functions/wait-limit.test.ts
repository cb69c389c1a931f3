import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitsOfAll } from '../../lib/api/limits.ts';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import type { Job } from '../../lib/jobs/job.ts';
import type { TestAnswer, TestRequest } from '../support/api-event.ts';
import { passTimeFaster } from '../support/faster-time.ts';
import { submitJob } from '../support/jobs.ts';
import { readItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { call, inForm, service, tenant, useApi } from './use-api.ts';

useApi();
// Functions read it when they are loaded.
beforeAll(() => {
  process.env.WAIT_LIMIT = '3';
});

let job: Job;
beforeEach(async () => {
  job = await submitJob(service.table, tenant, Date.now());
});

const store = () => waitingCalls(service.table);
const waitingNow = async (owner: string) => (await readItem(service.table, keys.waits(owner)))?.calls;

const preferring = (seconds: number, request: TestRequest): TestRequest => ({
  ...request,
  headers: { ...request.headers, Prefer: `wait=${seconds}` },
});

/** Fills the limit with calls of other accounts. */
const fill = async (): Promise<() => Promise<void>> => {
  const until = Date.now() + 60_000;
  const calls = ['a', 'b', 'c'].map((id) => ({ id, until }));
  for (const each of calls) await store().add(waitsOfAll, each, 3, Date.now());
  return async () => {
    for (const each of calls) await store().remove(waitsOfAll, each);
  };
};

describe('a limit of the waiting calls of all accounts', () => {
  test('lets three of the calls of several accounts wait, and none remain counted', async () => {
    passTimeFaster(5);
    const other = await createTenant(service.table);
    const others = await submitJob(service.table, other, Date.now());
    const reads = [
      ...Array(4).fill({ id: job.jobId, token: await tenant.newToken() }),
      ...Array(4).fill({ id: others.jobId, token: await other.newToken() }),
    ];

    const answers: TestAnswer[] = [];
    const calls = reads.map(async (read) => {
      answers.push(await call('get-job', { ...read, query: { wait: '25' } }));
    });
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(5);
    for (const { accountId, jobId } of [job, others])
      await cancelStore(service.table).cancel(accountId, jobId, Date.now());
    await Promise.all(calls);

    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3);
    expect(refused).toHaveLength(5);
    for (const { json, headers } of refused) {
      expect(json).toEqual({
        error: 'Too many waiting calls (3/3). Read the job without waiting, or try again later.',
      });
      expect(headers['Retry-After']).toBe('2');
    }
    const owners = [waitsOfAll, tenant.accountId, other.accountId];
    expect(await Promise.all(owners.map(waitingNow))).toEqual([undefined, undefined, undefined]);
  });

  test('refuses the events of a job, and allows to read it', async () => {
    passTimeFaster();
    const empty = await fill();

    const events = await call('get-job', {
      id: job.jobId,
      headers: { Accept: 'text/event-stream', 'Last-Event-ID': 'queued' },
    });
    const read = await call('get-job', { id: job.jobId });
    await empty();

    expect([events.status, read.status, read.json.status]).toEqual([429, 200, 'queued']);
  });

  test.each([
    ['a conversion', 'convert', () => preferring(20, inForm({ to: 'pdf' })), 202],
    [
      'a sample',
      'try-sample',
      () => preferring(5, { token: undefined, json: { sample: 'letter', format: 'markdown' } }),
      200,
    ],
  ])('accepts %s without waiting for it', async (_title, name, request, status) => {
    passTimeFaster();
    const empty = await fill();

    const answer = await call(name, { method: 'POST', ...request() });
    await empty();

    expect([answer.status, answer.json.status]).toEqual([status, 'queued']);
    expect(await waitingNow(waitsOfAll)).toBeUndefined();
  });
});
