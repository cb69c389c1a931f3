import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileStore } from '../../../lib/aws/file-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import type { ReceivedMessage } from '../../../lib/aws/queue-tools.ts';
import { createDelivery, webhookStore } from '../../../lib/aws/webhook-store.ts';
import type { JobErrorCode } from '../../../lib/conversions/errors.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { commands } from '../../../lib/operator/commands.ts';
import type { Effects } from '../../../lib/operator/effects.ts';
import { newDelivery } from '../../../lib/webhooks/webhook.ts';
import { newStep, submitJob, textFile } from '../../support/jobs.ts';
import { operatorOf } from '../../support/operator.ts';
import { allItems, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const now = Date.UTC(2026, 10, 20, 12);

let database: TestTable;
let tenant: TestTenant;
let account: string;
/** The messages that were sent, and those of the queue of dead letters. */
let sent: string[];
let letters: Map<string, string>;
let run: ReturnType<typeof operatorOf>;

beforeAll(async () => {
  database = await startTestTable();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await createTenant(database.table, 'pro', now);
  account = tenant.accountId;
  sent = [];
  letters = new Map();
  const effects: Partial<Effects> = {
    sendJob: async ({ jobId }, worker) => void sent.push(`${jobId} ${worker}`),
    sendDelivery: async ({ deliveryId }) => void sent.push(deliveryId),
    queues: {
      depth: async () => ({ waiting: letters.size, in_flight: 0, delayed: 0 }),
      receive: async (_, limit) =>
        [...letters].slice(0, limit).map(
          ([id, body]): ReceivedMessage => ({
            id,
            body,
            sentAt: now,
            receives: 5,
            remove: async () => void letters.delete(id),
          }),
        ),
    },
  };
  run = operatorOf(database.table, { effects, now });
});

const steps = (options: Readonly<Record<string, unknown>>): Partial<Job> => ({
  fileId: 'file_1',
  sourceUrl: undefined,
  steps: { list: [newStep({ options })], done: [] },
});

/** A job that a worker claimed and that failed with this error. */
const failedJob = async (code: JobErrorCode, values: Partial<Job>): Promise<Job> => {
  const { table } = database;
  const job = await submitJob(table, tenant, now, values);
  const claimed = await jobStore(table).claim(job, { owner: 'worker', now, leaseUntil: now + 30_000 });
  const lease = { accountId: account, jobId: job.jobId, attempt: 1, owner: 'worker' };
  const end = { status: 'failed', error: { code, message: 'Failed.' } } as const;
  await jobStore(table).end(claimed ?? job, end, { lease, report: {}, now });
  return job;
};

describe('retrying', () => {
  it('sends an active job again, but not one that a worker has', async () => {
    const { table } = database;
    const { jobId } = await submitJob(table, tenant, now);
    expect(await run('retry-job', { account, job: jobId })).toEqual({ job_id: jobId, sent_to: 'standard' });
    expect(sent).toEqual([`${jobId} standard`]);

    const job = await jobStore(table).get(account, jobId);
    await jobStore(table).claim(job ?? never(), { owner: 'worker', now, leaseUntil: now + 30_000 });

    await expect(run('retry-job', { account, job: jobId })).rejects.toThrow('is being processed');
    expect(await run('retry-job', { account, job: jobId }, { now: now + 30_000 })).toMatchObject({
      job_id: jobId,
    });
  });

  it('submits a failed one as a new job with its options, charged once', async () => {
    await fileStore(database.table).create(textFile(tenant, 'file_1', now));
    const { jobId } = await failedJob('internal_error', steps({ pages: '1-2' }));
    const { operations } = await tenant.account();

    const retried = await run('retry-job', { account, job: jobId });

    expect(retried).toEqual({ job_id: expect.stringMatching(/^job_/), retries: jobId });
    const job = await jobStore(database.table).get(account, retried.job_id);
    expect(job).toMatchObject({
      status: 'queued',
      fileId: 'file_1',
      steps: { list: [{ options: { pages: '1-2' } }] },
    });
    expect(await tenant.account()).toMatchObject({ operations: operations + 1, activeJobs: 1 });
    expect(sent).toEqual([`${retried.job_id} standard`]);
  });

  it('submits a failed one once, whoever retries it at the same time', async () => {
    await fileStore(database.table).create(textFile(tenant, 'file_1', now));
    const { jobId } = await failedJob('internal_error', steps({}));
    const { operations } = await tenant.account();

    const outcomes = await Promise.allSettled([1, 2, 3].map(() => run('retry-job', { account, job: jobId })));

    const retried = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.job_id] : []));
    expect(sent).toEqual([`${retried[0]} standard`]);
    expect(await tenant.account()).toMatchObject({ operations: operations + 1, activeJobs: 1 });
    await expect(run('retry-job', { account, job: jobId })).rejects.toThrow(
      `${jobId} has already been submitted again, as ${retried[0]}.`,
    );
  });

  it.each<[string, JobErrorCode, Partial<Job>]>([
    ['its options were deleted', 'corrupt_document', steps({})],
    ['its options were deleted', 'internal_error', steps({ password: 'secret' })],
    ['its document was not stored', 'internal_error', {}],
    ['its files have expired', 'internal_error', { ...steps({}), fileId: 'file_gone' }],
  ])('is refused if %s: %s', async (reason, code, values) => {
    await fileStore(database.table).create(textFile(tenant, 'file_1', now));
    const { jobId } = await failedJob(code, values);

    await expect(run('retry-job', { account, job: jobId })).rejects.toThrow(`cannot be retried: ${reason}`);

    const own = (await allItems(database.table)).filter(({ pk }) => String(pk).includes(account));
    expect(JSON.stringify(own)).not.toContain('secret');
  });

  it('and reading is never of another tenant', async () => {
    const { jobId: job } = await submitJob(database.table, tenant, now);
    const other = await createTenant(database.table, 'pro', now);

    for (const name of ['show-job', 'retry-job', 'cancel-job'])
      await expect(run(name, { account: other.accountId, job })).rejects.toThrow(`has no job ${job}`);
    expect(await run('cancel-job', { account, job })).toMatchObject({ status: 'cancelled' });
    await expect(run('list-jobs', { account, status: 'gone' })).rejects.toThrow('Unknown status "gone"');
  });
});

it('sends dead letters to where they came from, and removes those that are done', async () => {
  const active = await submitJob(database.table, tenant, now);
  const { jobId: ended } = await submitJob(database.table, tenant, now);
  await run('cancel-job', { account, job: ended });
  const message = (job: string) => JSON.stringify({ account_id: account, job_id: job, step: 0 });
  letters.set('1', message(active.jobId)).set('2', message(ended)).set('3', message('job_gone'));
  letters.set('4', JSON.stringify({ account_id: account, webhook_id: 'whk_1', delivery_id: 'msg_1' }));
  letters.set('5', JSON.stringify({ unannounced: { job_id: 'job_1' } }));
  expect((await run('read-dead-letters')).dead_letters).toHaveLength(5);

  const { dead_letters: outcomes } = await run('redrive-dead-letters');

  expect(outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'sent to its worker',
    'removed: its job has ended or is further',
    'removed: its job has ended or is further',
    'sent to webhooks',
    'left: it is of the stream',
  ]);
  expect(sent).toEqual([`${active.jobId} standard`, 'msg_1']);
  expect([...letters.keys()]).toEqual(['5']);
  expect(await run('drain-queue', { queue: 'dead-letters' })).toEqual({ queue: 'dead-letters', removed: 1 });
  await expect(run('drain-queue', { queue: 'jobs' })).rejects.toThrow(
    'Unknown queue "jobs". Queues: standard',
  );
});

it('sends webhooks again: one, those of a job, or the failed ones', async () => {
  const { table } = database;
  const webhook = { accountId: account, webhookId: 'whk_1', url: 'https://a.test/', createdAt: now };
  await webhookStore(table).create(
    { ...webhook, events: ['job.failed'], disabledAt: undefined },
    'whsec_1',
    10,
  );
  for (const [index, status] of (['failed', 'delivered', 'failed'] as const).entries()) {
    const ref = { accountId: account, webhookId: 'whk_1', deliveryId: `msg_${index}` };
    const message = { url: undefined, type: 'job.failed', jobId: `job_${index}`, payload: '{}' };
    await createDelivery(table, { ...newDelivery(ref, message, now), status });
  }
  const options = { account, webhook: 'whk_1' };

  await run('redeliver', { ...options, failed: '' });
  await run('redeliver', { ...options, job: 'job_1' });
  await run('redeliver', { ...options, delivery: 'msg_2' });

  expect(sent).toEqual(['msg_2', 'msg_0', 'msg_1', 'msg_2']);
  await expect(run('redeliver', options)).rejects.toThrow('needs one of --delivery, --job and --failed');
  await expect(run('redeliver', { ...options, job: 'job_9' })).rejects.toThrow('no delivery of job_9');
  await expect(run('redeliver', { account, webhook: 'whk_2', failed: '' })).rejects.toThrow(
    'has no webhook whk_2',
  );
  const { secret } = await run('rotate-secret', options);
  expect(secret).toMatch(/^whsec_/);
});

it('changes nothing in a dry run of any command, whatever its options', async () => {
  await fileStore(database.table).create(textFile(tenant, 'file_1', now));
  const { jobId: job } = await failedJob('internal_error', steps({}));
  const webhook = { accountId: account, webhookId: 'whk_1', url: 'https://a.test/', createdAt: now };
  await webhookStore(database.table).create(
    { ...webhook, events: ['job.failed'], disabledAt: undefined },
    'whsec_1',
    10,
  );
  const values: Readonly<Record<string, string>> = {
    account,
    job,
    webhook: 'whk_1',
    failed: '',
    key: tenant.keyId,
    email: 'new@example.test',
    plan: 'free',
    name: 'key',
    reason: 'x',
    queue: 'standard',
    issuer: 'https://issuer.test',
    subject: 'subject',
    operations: '5',
    'cancel-jobs': '',
  };
  const before = await allItems(database.table);
  const changing = commands.filter(({ access }) => access === 'change');
  expect(changing.length).toBeGreaterThan(15);

  for (const { name, options } of changing) {
    const given = options.flatMap((option) => {
      const value = values[option.name];
      const isOther = name === 'redeliver' && option.name === 'job';
      return value === undefined || isOther ? [] : [[option.name, value]];
    });
    expect(await run(name, Object.fromEntries(given), { isDryRun: true })).toMatchObject({ dry_run: true });
  }

  expect(await allItems(database.table)).toEqual(before);
  expect(sent).toEqual([]);
});

const never = (): never => {
  throw new Error('The job is missing');
};
