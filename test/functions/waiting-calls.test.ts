import type { Context } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import { newId } from '../../lib/ids.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { apiEvent, type TestAnswer } from '../support/api-event.ts';
import { passTimeFaster } from '../support/faster-time.ts';
import { submitJob } from '../support/jobs.ts';
import { runsOf } from '../support/long-run.ts';
import { changeItem, readItem } from '../support/table.ts';
import { call, functionOf, service, tenant, useApi } from './use-api.ts';

useApi('free');
beforeAll(async () => {
  // Not during the calls, of which some end after a time.
  await functionOf('get-job');
});

let job: Job;

beforeEach(async () => {
  job = await submitJob(service.table, tenant, Date.now());
});

const read = (token: string, wait: string | undefined): Promise<TestAnswer> =>
  call('get-job', { token, id: job.jobId, ...(wait === undefined ? {} : { query: { wait } }) });
const waitingNow = async () => (await readItem(service.table, keys.waits(tenant.accountId)))?.calls;
const store = () => waitingCalls(service.table);
const add = (id: string, until: number, now: number) => store().add(tenant.accountId, { id, until }, 5, now);

describe('the waiting calls of a Free account', () => {
  test('are limited to five of many simultaneous calls of two tokens, and none remain counted', async () => {
    passTimeFaster(4);
    const [one, two] = [await tenant.newToken(), await tenant.newToken()];

    const count = runsOf(15, 105);
    const answered: TestAnswer[] = [];
    const calls = Array.from({ length: count }, async (_, index) => {
      answered.push(await read(index % 2 === 0 ? one : two, '25'));
    });
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBe(count - 5);
    expect(await waitingNow()).toHaveProperty('size', 5);
    await cancelStore(service.table).cancel(tenant.accountId, job.jobId, Date.now());
    await Promise.all(calls);

    const [refused, waited] = [answered.slice(0, -5), answered.slice(-5)];
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
    passTimeFaster();
    const token = await tenant.newToken();
    const soon = Date.now() + 20_000;
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(id, soon, Date.now());

    const preferred = await call('get-job', { token, id: job.jobId, headers: { Prefer: 'wait=5' } });
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
});

describe('the events of a job', () => {
  const accept = 'text/event-stream';
  const readEvents = async (last?: string): Promise<string> => {
    const headers = { Accept: accept, ...(last === undefined ? {} : { 'Last-Event-ID': last }) };
    const { status, headers: sent, text } = await eventsOf(headers);
    expect([status, sent['Content-Type']]).toEqual([200, `${accept}; charset=utf-8`]);
    return text;
  };
  // Not callFunction, which parses JSON.
  const eventsOf = async (headers: Readonly<Record<string, string>>) => {
    const request = { token: await tenant.newToken(), id: job.jobId, headers };
    const {
      statusCode,
      headers: sent = {},
      body,
    } = await (await functionOf('get-job'))(apiEvent(request), {} as Context);
    return { status: statusCode, headers: sent, text: body };
  };
  const change = (values: Readonly<Record<string, unknown>>) =>
    changeItem(service.table, keys.job(tenant.accountId, job.jobId), values);

  test('begin with its present state', async () => {
    const [retry, id, event, data, ...rest] = (await readEvents()).split('\n');

    expect([retry, id, event, rest]).toEqual(['retry: 2000', 'id: queued', 'event: queued', ['', '']]);
    expect(JSON.parse(data?.slice('data: '.length) ?? '')).toMatchObject({
      job_id: job.jobId,
      status: 'queued',
    });
    expect(await waitingNow()).toBeUndefined();
  });

  test('go on with the next change: its start, each page, its end', async () => {
    passTimeFaster(4);
    const started = readEvents('queued');
    await expect.poll(waitingNow, { timeout: 20_000 }).toHaveProperty('size', 1);
    await change({ job_status: 'processing' });
    expect(await started).toContain('id: processing\nevent: processing\n');

    await change({ progress: { done: 3, total: 9, unit: 'pages' } });
    expect(await readEvents('processing')).toContain('id: processing-3\n');

    await cancelStore(service.table).cancel(tenant.accountId, job.jobId, Date.now());
    expect(await readEvents('processing-3')).toMatch(/^id: cancelled.*\nevent: cancelled\n/m);
    expect(await waitingNow()).toBeUndefined();
  });

  test('stop after its last one', async () => {
    await cancelStore(service.table).cancel(tenant.accountId, job.jobId, Date.now());
    const [, id = ''] = /^id: (.+)$/m.exec(await readEvents()) ?? [];

    expect(await eventsOf({ Accept: accept, 'Last-Event-ID': id })).toMatchObject({ status: 204, text: '' });
  });

  test('are refused as JSON', async () => {
    job = { ...job, jobId: newId('job', Date.now()) };

    const { status, headers, text } = await eventsOf({ Accept: accept });

    expect([status, headers['Content-Type'], JSON.parse(text).error]).toEqual([
      404,
      'application/json',
      'job_not_found',
    ]);
  });
});
