import { expect, test } from 'vitest';
import { toJobMessage } from '../../lib/aws/job-queue.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { sourceFetcher } from '../../lib/jobs/fetch-source.ts';
import { runJob } from '../../lib/jobs/run-job.ts';
import type { TestRequest } from '../support/api-event.ts';
import { fakeEffects } from '../support/jobs.ts';
import { call, inForm, service, tenant, useApi } from './use-api.ts';

useApi();

const key = { 'Idempotency-Key': 'key-1' };

const send = (headers: TestRequest['headers'] = {}, content = 'Some text.', fields = { to: 'pdf' }) => {
  const form = inForm(fields, content);
  return call('convert', { method: 'POST', ...form, headers: { ...form.headers, ...headers } });
};

const usage = async () => {
  const { operations, activeJobs, refunds } = await tenant.account();
  return { operations, activeJobs, refunds };
};
const nothing = { operations: 0, activeJobs: 0, refunds: 0 };
const list = async (name: 'list-jobs' | 'list-files') => (await call(name)).json.data;

/** Runs the jobs of the queue as a worker that reads their files. */
const runQueue = async (): Promise<string[]> => {
  const objects = openObjectStore(service.table);
  const fetchSource = sourceFetcher(objects, () => expect.fail());
  const effects = fakeEffects({ now: 0 }, { clock: Date.now, fetchSource, storeResult: objects.put });
  const outcomes: string[] = [];
  for (const message of await service.takeMessages())
    outcomes.push(
      await runJob(
        toJobMessage(JSON.stringify(message)) ?? expect.fail(),
        jobStore(service.table),
        effects,
        expect.fail,
      ),
    );
  return outcomes;
};

test('a file in the body of a request is stored and converted, and can be used again', async () => {
  const { status, json } = await send();

  expect([status, json.status]).toEqual([202, 'queued']);
  expect(await usage()).toEqual({ operations: 2, activeJobs: 1, refunds: 0 });
  expect(await runQueue()).toEqual(['ended']);
  const job = (await call('get-job', { id: json.job_id })).json;
  expect(job).toMatchObject({ status: 'complete', filename: 'a.txt', attempts: 1 });
  const again = await call('convert', { method: 'POST', json: { file_id: job.file_id, to: 'html' } });
  expect(again.status).toBe(202);
  expect(await runQueue()).toEqual(['ended']);
  expect(await usage()).toEqual({ operations: 3, activeJobs: 0, refunds: 0 });
});

test.each([
  ['its bytes cannot be stored', () => service.s3.refuse(/^PUT .*\/files\//, 'AccessDenied')],
  [
    'the transaction fails',
    () => service.dynamodb.refuse('TransactWriteItems', 'ValidationException', { times: 1 }),
  ],
])('it costs nothing if %s, and its call can be repeated', async (_, disturb) => {
  disturb();

  const first = await send(key);

  expect(first.status).toBe(500);
  expect(await service.takeMessages()).toEqual([]);
  expect([await list('list-jobs'), await list('list-files')]).toEqual([[], []]);
  expect((await usage()).operations).toBe(0);
  expect((await send(key)).status).toBe(202);
  expect(await runQueue()).toEqual(['ended']);
  expect((await usage()).operations).toBe(2);
});

test.each<[limit: string, change: Record<string, number>, status: number]>([
  ['one below the limit of the month', { max_operations: 3 }, 202],
  ['at the limit of the month', { max_operations: 2 }, 202],
  ['one above the limit of the month', { max_operations: 1 }, 429],
  ['without a free slot', { max_active_jobs: 0 }, 429],
])('%s, file and job are stored or neither', async (_, change, status) => {
  await tenant.change(change);

  const answer = await send();

  expect(answer.status).toBe(status);
  const count = status === 202 ? 1 : 0;
  expect([await list('list-jobs'), await list('list-files')].map(({ length }) => length)).toEqual([
    count,
    count,
  ]);
  expect(await usage()).toEqual({ ...nothing, operations: 2 * count, activeJobs: count });
  expect(await service.takeMessages()).toHaveLength(count);
});

test('ten equal calls with an idempotency key make one job', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(key)));

  const accepted = answers.filter(({ status }) => status === 202);
  expect(new Set(accepted.map(({ json }) => json.job_id)).size).toBe(1);
  for (const { status, json } of answers)
    expect(status === 202 || json.error === 'idempotency_in_flight').toBe(true);
  expect([await list('list-jobs'), await list('list-files')]).toMatchObject([[{}], [{}]]);
  expect((await usage()).operations).toBe(2);
  expect((await send(key, 'Other text.')).json.error).toBe('idempotency_mismatch');
  expect(await runQueue()).not.toEqual([]);
  expect(await usage()).toEqual({ ...nothing, operations: 2 });
});

test.each([
  ['the charge', 'UpdateItem', 1],
  ['the file', 'PutItem', 0],
  ['the job', 'PutItem', 1],
] as const)('the answer of the write of %s can be lost', async (_, operation, earlier) => {
  service.dynamodb.loseAnswer(operation, earlier);

  const { status } = await send();

  expect(status).toBe(202);
  expect((await usage()).operations).toBe(2);
  expect(await runQueue()).toEqual(['ended']);
});
