import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { job as jobSchema, jobs as jobsSchema } from '../../lib/api/job-schemas.ts';
import { fromJob } from '../../lib/aws/job-item.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { newId } from '../../lib/ids.ts';
import type { Job } from '../../lib/jobs/job.ts';
import type { JobStep } from '../../lib/jobs/job-steps.ts';
import { messageOf } from '../../lib/jobs/job-steps.ts';
import { runJob } from '../../lib/jobs/run-job.ts';
import { callFunction } from '../support/api-event.ts';
import { fakeEffects, newJob, newStep, submitJob } from '../support/jobs.ts';
import { runsOf } from '../support/long-run.ts';
import { changeItem, putItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { call, functionOf, service, tenant, token, useApi } from './use-api.ts';

useApi();
beforeEach(() => service.takeCalls());

const list = (query: Readonly<Record<string, string>> = {}) => call('list-jobs', { query });

/** Stores records of `count` jobs, a millisecond apart up to now; returns their ids, newest first. */
const ofStep = (step: Partial<JobStep>): Pick<Job, 'steps'> => ({
  steps: { list: [newStep(step)], done: [] },
});

const storeJobs = async (count: number, values: Partial<Job> = {}): Promise<string[]> => {
  const now = Date.now();
  const jobs = Array.from({ length: count }, (_, index) => newJob(tenant, now - count + index, values));
  const batches = Array.from({ length: Math.ceil(count / 25) }, (_, index) =>
    jobs.slice(index * 25, (index + 1) * 25),
  );
  for (const batch of batches) {
    await service.table.client.send(
      new BatchWriteCommand({
        RequestItems: {
          [service.table.name]: batch.map((job) => ({ PutRequest: { Item: { ...fromJob(job) } } })),
        },
      }),
    );
  }
  return jobs.map(({ jobId }) => jobId).toReversed();
};

const idsOf = (json: { data: { job_id: string }[] }): string[] => json.data.map(({ job_id: id }) => id);

describe('the list', () => {
  test('is empty for an account without jobs', async () => {
    const { status, json } = await list();

    expect([status, json]).toEqual([200, { data: [], has_more: false, next_cursor: null }]);
  });

  test('and a job show what newer functions stored, as the closest values that these know', async () => {
    const [complete = '', other = ''] = await storeJobs(2, ofStep({ from: 'pdf' }));
    const later = {
      type: 'redaction',
      target: 'pdf',
      worker: 'redactor',
      inputs: [{ page: 1 }],
      isOutput: true,
    };
    await changeItem(service.table, keys.job(tenant.accountId, complete), {
      job_status: 'failed',
      job_error: { code: 'redaction_failed', message: 'Nothing to redact.', certainty: 1 },
      steps: [later],
      seal: { by: 'redactor' },
    });
    await changeItem(service.table, keys.job(tenant.accountId, other), {
      job_status: 'reviewing',
      delivery: { status: 'parked' },
    });

    const { status, json } = await list();
    const alone = [complete, other].map((jobId) => call('get-job', { id: jobId }));

    expect(status).toBe(200);
    expect(json.data).toMatchObject([
      { status: 'failed', error: { code: 'internal_error', message: 'Nothing to redact.' }, to: 'pdf' },
      { status: 'processing', error: null },
    ]);
    expect((await Promise.all(alone)).map((answer) => answer.json)).toEqual(json.data);
  });

  test('contains each job as GET /job/{id} returns it, newest first', async () => {
    const now = Date.now();
    const done = await submitJob(service.table, tenant, now - 2);
    const failed = await submitJob(service.table, tenant, now - 1);
    const queued = await submitJob(service.table, tenant, now);
    const store = jobStore(service.table);
    await runJob(messageOf(done), store, fakeEffects({ now }), () => undefined);
    await store.end(
      failed,
      { status: 'failed', error: { code: 'corrupt_document', message: 'It is broken' } },
      { lease: undefined, report: undefined, now },
    );

    const { json } = await list();

    const each = await Promise.all(
      [queued, failed, done].map(async ({ jobId }) => (await call('get-job', { id: jobId })).json),
    );
    const unsigned = ({ output_url: url, ...job }: { output_url?: string }) => ({
      ...job,
      output_url: url?.split('?')[0],
    });
    expect(json.data.map(unsigned)).toEqual(each.map(unsigned));
    expect(json.data.map(({ status }: Job) => status)).toEqual(['queued', 'failed', 'complete']);
    expect(json.data[2].output_url).toContain('X-Amz-Signature');
    expect(jobsSchema.parse(json)).toEqual(json);
    for (const job of json.data) expect(jobSchema.strict().parse(job)).toEqual(job);
    expect(JSON.stringify(json)).not.toContain('secret');
  });

  test('contains no job of another account', async () => {
    const other = await createTenant(service.table);
    await submitJob(service.table, other, Date.now());
    const own = await submitJob(service.table, tenant, Date.now());

    expect(idsOf((await list()).json)).toEqual([own.jobId]);
  });

  test('omits jobs older than 30 days, whether or not their records are deleted', async () => {
    const now = Date.now();
    const days = (count: number) => now - count * 86_400_000;
    await putItem(service.table, fromJob(newJob(tenant, days(30) - 1)));
    const last = newJob(tenant, days(30) + 60_000);
    await putItem(service.table, fromJob(last));

    expect(idsOf((await list()).json)).toEqual([last.jobId]);
  });

  test('requires a token', async () => {
    const { status, json } = await callFunction(await functionOf('list-jobs'), {});

    expect([status, json.error]).toEqual([401, 'unauthorized']);
  });
});

describe('a page', () => {
  test('contains 20 jobs by default', async () => {
    const ids = await storeJobs(21);

    const first = (await list()).json;
    const second = (await list({ cursor: first.next_cursor })).json;

    expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 20), true]);
    expect([idsOf(second), second.has_more, second.next_cursor]).toEqual([ids.slice(20), false, null]);
  });

  test('is the last one if it ends with the last job', async () => {
    await storeJobs(20);

    const { json } = await list();

    expect([json.data.length, json.has_more, json.next_cursor]).toEqual([20, false, null]);
  });

  test('needs one query for any number of jobs, and each job is on one page', async () => {
    // A long run stores more than the megabyte that one query can read.
    const count = runsOf(300, 3000);
    const ids = await storeJobs(count);
    const seen: string[] = [];
    const calls: string[] = [];
    let cursor: string | null = null;

    do {
      await changeTokenWindow();
      service.takeCalls();
      const { status, json } = await list({ limit: '100', ...(cursor === null ? {} : { cursor }) });
      expect(status).toBe(200);
      seen.push(...idsOf(json));
      calls.push(
        service
          .takeCalls()
          .map(({ operation }) => operation)
          .join(' '),
      );
      cursor = json.next_cursor;
    } while (cursor !== null);

    expect(seen).toEqual(ids);
    expect(calls).toEqual(Array(count / 100).fill('UpdateItem Query'));
  });

  test('is shorter if its jobs are large, and the next page continues', async () => {
    const ids = await storeJobs(30, ofStep({ options: { password: 'x'.repeat(60_000) } }));

    const first = (await list({ limit: '30' })).json;
    const second = (await list({ limit: '30', cursor: first.next_cursor })).json;

    expect(first.has_more).toBe(true);
    expect(first.data.length).toBeLessThan(30);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
  });

  test('is not shifted by new jobs', async () => {
    const ids = await storeJobs(4);
    const first = (await list({ limit: '2' })).json;
    await submitJob(service.table, tenant, Date.now() + 1000);

    const second = (await list({ limit: '2', cursor: first.next_cursor })).json;

    expect(idsOf(second)).toEqual(ids.slice(2));
  });

  test("continues after the id of another account's job", async () => {
    const ids = await storeJobs(2);
    const other = await createTenant(service.table);
    const foreign = await submitJob(service.table, other, Date.now() + 5000);

    const { json } = await list({ cursor: Buffer.from(foreign.jobId).toString('base64url') });

    expect(idsOf(json)).toEqual(ids);
  });
});

const changeTokenWindow = () =>
  import('../../lib/ids.ts').then(({ secretHash }) =>
    changeItem(service.table, keys.token(secretHash(token)), { window_count: 0, grant_used: 0 }),
  );

test.each(['1', '100'])('accepts a limit of %s', async (limit) => {
  expect((await list({ limit })).status).toBe(200);
});

test.each(['0', '101', '-1', '1.5', 'ten', '', '020', '9'.repeat(30)])(
  'refuses a limit of %j',
  async (limit) => {
    const { status, json } = await list({ limit });

    expect([status, json]).toEqual([
      400,
      { error: 'invalid_request', field: 'limit', message: 'limit: must be a whole number from 1 to 100.' },
    ]);
  },
);

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

test('returns nothing without a query for a cursor older than the oldest job', async () => {
  const cursor = Buffer.from('job_00000000000000000000000000').toString('base64url');

  const { status, json } = await list({ cursor });

  expect([status, json]).toEqual([200, { data: [], has_more: false, next_cursor: null }]);
});

test.each([
  '',
  'garbage',
  '%00',
  encoded('job_x'),
  encoded(newId('file', 0)),
  newId('job', 0),
  `${encoded(newId('job', 0))}=`,
  `${encoded(newId('job', 0))}\n`,
  encoded(`${newId('job', 0)}\n`),
  encoded(`JOB#${newId('job', 0)}`),
  encoded('{"pk":"ACCOUNT#x#JOBS","sk":"JOB#x"}'),
])('refuses the cursor %j', async (cursor) => {
  service.takeCalls();

  const { status, json } = await list({ cursor });

  expect([status, json]).toEqual([
    400,
    {
      error: 'invalid_request',
      field: 'cursor',
      message: 'cursor: not a cursor of this list. Pass next_cursor from the previous page unchanged.',
    },
  ]);
  expect(service.takeCalls().map(({ operation }) => operation)).not.toContain('Query');
});

describe('a filter', () => {
  test('selects by state, type and source format, over all pages', async () => {
    const now = Date.now();
    const extraction = ofStep({ type: 'extraction', target: 'text' });
    const wanted: Partial<Job> = { status: 'failed', ...extraction, from: 'pdf' };
    const others = [
      {},
      { ...wanted, status: 'complete' as const },
      { ...wanted, from: 'docx' },
      { status: 'failed' as const },
    ];
    const jobs = Array.from({ length: 50 }, (_, index) =>
      newJob(tenant, now - index, index % 5 === 0 ? wanted : (others[(index % 5) - 1] ?? {})),
    );
    for (const job of jobs) await putItem(service.table, fromJob(job));
    const query = { status: 'failed', type: 'extraction', from: '.PDF', limit: '4' };

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...idsOf(json));
      cursor = json.next_cursor ?? undefined;
    } while (cursor !== undefined);

    expect(seen).toEqual(jobs.filter((_, index) => index % 5 === 0).map(({ jobId }) => jobId));
  });

  test('ends a page early rather than read without limit, and the next page continues', async () => {
    // 11 queries of a megabyte.
    await storeJobs(190, ofStep({ options: { password: 'x'.repeat(60_000) } }));
    const wanted = newJob(tenant, Date.now() - 60_000, { status: 'failed' });
    await putItem(service.table, fromJob(wanted));

    const first = (await list({ status: 'failed' })).json;
    const second = (await list({ status: 'failed', cursor: first.next_cursor })).json;

    expect([first.data, first.has_more]).toEqual([[], true]);
    expect(idsOf(second)).toEqual([wanted.jobId]);
  });

  test.each([
    [
      { status: 'done' },
      'status: must be one of "queued", "processing", "complete", "failed", "cancelled", not "done".',
    ],
    [{ from: 'nonsense' }, 'from: unknown format "nonsense". GET /formats lists all formats.'],
  ])('refuses unknown values (%j)', async (query, message) => {
    const { status, json } = await list(query);

    expect([status, json]).toEqual([
      400,
      { error: 'invalid_request', field: Object.keys(query)[0], message },
    ]);
  });
});
