import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { UsageLimitError } from '../../../lib/api-errors.ts';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { createJob } from '../../../lib/aws/create-job.ts';
import { deleteJobStore } from '../../../lib/aws/delete-job-store.ts';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { ConversionError } from '../../../lib/conversions/errors.ts';
import { cancelJob } from '../../../lib/jobs/cancel-job.ts';
import { deleteJob } from '../../../lib/jobs/delete-job.ts';
import type { Effects } from '../../../lib/jobs/effects.ts';
import { sourceFetcher } from '../../../lib/jobs/fetch-source.ts';
import type { Job, JobMessage } from '../../../lib/jobs/job.ts';
import { currentStep, type JobStep } from '../../../lib/jobs/job-steps.ts';
import { type RunOutcome, runJob } from '../../../lib/jobs/run-job.ts';
import { reconcile } from '../../../lib/reconcile/reconcile.ts';
import { fakeEffects, jobItem, newJob, shareOf, storeFile } from '../../support/jobs.ts';
import {
  clock,
  database,
  faults,
  read,
  start,
  store,
  submit,
  tenant,
  usage,
  useJobRunner,
} from './job-runner.ts';

const stepOf = (index: number, values: Partial<JobStep> = {}): JobStep => ({
  name: `s${index}`,
  type: 'conversion',
  target: 'pdf',
  from: index === 0 ? 'text' : 'pdf',
  options: { password: `secret ${index}` },
  worker: index === 1 ? 'office' : 'standard',
  inputs: [index === 0 ? { file: 0 } : { step: index - 1 }],
  isOutput: false,
  ...values,
});

const submitSteps = (count = 3, values: Partial<Job> = {}): Promise<Job> =>
  submit({
    steps: { list: Array.from({ length: count }, (_, index) => stepOf(index)), done: [] },
    ...values,
  });

const sent: [number, string][] = [];

/** Runs the step of a message as its worker does. */
const runStep = (job: Job, step: number, work: Partial<Effects> = {}): Promise<RunOutcome> => {
  const { accountId, jobId } = job;
  const send = async (message: JobMessage, worker: JobStep['worker']) =>
    void sent.push([message.step, worker]);
  return runJob({ accountId, jobId, step }, store, fakeEffects(clock, { send, ...work }), (fault) =>
    faults.push(fault),
  );
};

/** Runs the reconciler and returns the messages of a job. */
const reconcileAll = async (job: Job, removed: string[] = []) => {
  const messages: [number, string][] = [];
  await reconcile(
    {
      due: dueStore(database.table),
      jobs: store,
      objects: { remove: async (key) => void removed.push(key) },
      send: async ({ jobId, step }, worker) => {
        if (jobId === job.jobId) messages.push([step, worker]);
      },
      sendDelivery: async () => undefined,
      onFault: (fault) => faults.push(fault),
      secondsLeft: () => 60,
      retentionSeconds: 7200,
      share: shareOf(job),
    },
    () => clock.now,
  );
  return messages;
};

useJobRunner();

describe('a job with steps', () => {
  it('runs each step once, with its options and its input, and completes with the last result', async () => {
    sent.length = 0;
    const job = await submitSteps();
    const tasks: unknown[] = [];
    const work: Partial<Effects> = {
      convert: async ({ job: { steps } }) => {
        const step = currentStep({ steps });
        tasks.push([step.target, step.options]);
        return {
          bytes: Buffer.from(`%PDF${tasks.length}`),
          mimeType: 'application/pdf',
          extension: 'pdf',
          report: {},
        };
      },
    };

    const outcomes = [await runStep(job, 0, work)];
    clock.now += 1000;
    const between = await read(job);
    outcomes.push(await runStep(job, 1, work), await runStep(job, 2, work));

    expect(outcomes).toEqual(['advanced', 'advanced', 'ended']);
    expect(sent).toEqual([
      [1, 'office'],
      [2, 'standard'],
    ]);
    expect(tasks).toEqual([0, 1, 2].map((index) => ['pdf', { password: `secret ${index}` }]));
    expect(between).toMatchObject({ status: 'processing', attempts: 1, leaseUntil: start });
    const ended = await read(job);
    const key = (attempt: number) => `accounts/${job.accountId}/results/${job.jobId}/${attempt}`;
    expect(ended).toMatchObject({
      status: 'complete',
      attempts: 3,
      output: { objectKey: key(3) },
      steps: {
        done: [
          { attempt: 1, output: { objectKey: key(1) } },
          { attempt: 2, output: { objectKey: key(2) } },
        ],
      },
    });
    expect(ended?.steps.list.map(({ options }) => options)).toEqual([{}, {}, {}]);
    expect(await jobItem(database.table, job)).not.toHaveProperty('step_options');
    expect(await usage()).toEqual({ operations: 3, activeJobs: 0 });
  });

  it('reads its URL in the worker of each step that names it, and stores the format that the first found', async () => {
    const asked: string[] = [];
    const results = new Map<string, Uint8Array>();
    const converted: string[] = [];
    const job = await submitSteps(0, {
      fileId: undefined,
      sourceUrl: 's3://documents/in/a',
      from: undefined,
      steps: {
        list: [
          stepOf(0, { target: 'text', from: undefined }),
          stepOf(1, { from: 'text', inputs: [{ step: 0 }, { file: 0 }] }),
          stepOf(2),
        ],
        done: [],
      },
    });
    const work: Partial<Effects> = {
      fetchSource: sourceFetcher(
        { get: async (key) => Buffer.from(results.get(key) ?? expect.fail()) },
        async ({ bucket, key }) => {
          asked.push(`${bucket} ${key}`);
          return { bytes: Buffer.from('The harvest of 2026.') };
        },
      ),
      convert: async ({ job: claimed, bytes, further, from }) => {
        converted.push([currentStep(claimed).target, from, ...[bytes, ...further].map(String)].join(' | '));
        return {
          bytes: Buffer.from(`result ${converted.length}`),
          mimeType: 'text/plain',
          extension: 'txt',
          report: {},
        };
      },
      storeResult: async (key, bytes) => void results.set(key, bytes),
    };

    const first = await runStep(job, 0, work);
    const between = await read(job);
    const others = [await runStep(job, 1, work), await runStep(job, 2, work)];

    expect([first, ...others]).toEqual(['advanced', 'advanced', 'ended']);
    expect(asked).toEqual(['documents in/a', 'documents in/a']);
    expect(converted).toEqual([
      'text | text | The harvest of 2026.',
      'pdf | text | result 1 | The harvest of 2026.',
      'pdf | pdf | result 2',
    ]);
    expect(between).toMatchObject({ from: 'text', sourceUrl: 's3://documents/in/a' });
    expect(await read(job)).toMatchObject({ status: 'complete', from: 'text', sourceUrl: undefined });
  });

  it('fails in the step that reads its URL if the document has another format', async () => {
    const job = await submitSteps(0, {
      fileId: undefined,
      sourceUrl: 's3://documents/in/a',
      steps: { list: [stepOf(0), stepOf(1, { inputs: [{ step: 0 }, { file: 0 }] })], done: [] },
    });
    const fetchSource = sourceFetcher({ get: async () => Buffer.from('%PDF-1.7') }, async () => ({
      bytes: Buffer.from('The harvest of 2026.'),
    }));

    await runStep(job, 0, { fetchSource });
    await runStep(job, 1, { fetchSource });

    expect(await read(job)).toMatchObject({
      status: 'failed',
      error: {
        code: 'unsupported_content',
        message: 'Step "s1": Document 2 is text, not pdf. Send documents of one format.',
        step: 's1',
      },
    });
  });

  it('delivers only its last result, and reports a failure only there', async () => {
    const job = await submitSteps(2, { deliverTo: 'https://bucket.example/a' });
    const delivered: string[] = [];
    const deliver: Effects['deliver'] = async (_address, { bytes }) => {
      delivered.push(Buffer.from(bytes as Uint8Array).toString());
      return { status: 'failed', httpStatus: 403, message: 'It failed.' };
    };
    const of = (content: string) => ({
      deliver,
      convert: async () => ({
        bytes: Buffer.from(content),
        mimeType: 'application/pdf',
        extension: 'pdf',
        report: {},
      }),
    });

    await runStep(job, 0, of('first'));
    const between = await read(job);
    await runStep(job, 1, of('last'));

    expect(between).toMatchObject({ deliverTo: 'https://bucket.example/a', delivery: undefined });
    expect(delivered).toEqual(['last']);
    const ended = await read(job);
    expect(ended).toMatchObject({
      status: 'complete',
      delivery: { status: 'failed', httpStatus: 403 },
      report: { warnings: ['It failed.'] },
    });
    expect(ended?.steps.done[0]?.report).not.toHaveProperty('warnings');
  });

  it('ignores messages of steps that are not the current one, and repeated ones', async () => {
    const job = await submitSteps();

    const outcomes = [await runStep(job, 1), await runStep(job, 2), await runStep(job, 0)];
    const ended = await Promise.all([runStep(job, 0), runStep(job, 0), runStep(job, 2)]);
    const twice = await Promise.all([runStep(job, 1), runStep(job, 1)]);

    expect(outcomes).toEqual(['not_ours', 'not_ours', 'advanced']);
    expect(ended).toEqual(['not_ours', 'not_ours', 'not_ours']);
    expect(twice.toSorted()).toEqual(['advanced', 'not_ours']);
    expect((await read(job))?.steps.done).toHaveLength(2);
  });

  it('does not claim the next step with a message and a read of the one before', async () => {
    const job = await submitSteps();
    await runStep(job, 0);

    const claim = { owner: 'late', now: clock.now, leaseUntil: clock.now + 30_000 };

    expect(await store.claim(job, claim)).toBeUndefined();
  });

  it('repeats only the step whose worker died, in three attempts of its own', async () => {
    const job = await submitSteps(2);
    const broken = { storeResult: () => Promise.reject(new Error('The storage is away')) };
    const first = [await runStep(job, 0, broken), await runStep(job, 0, broken), await runStep(job, 0)];

    const second = [
      await runStep(job, 1, broken),
      await runStep(job, 1, broken),
      await runStep(job, 1, broken),
    ];

    expect([first, second]).toEqual([
      ['released', 'released', 'advanced'],
      ['released', 'released', 'ended'],
    ]);
    expect(await read(job)).toMatchObject({
      status: 'failed',
      attempts: 6,
      error: {
        code: 'internal_error',
        message: 'Step "s1": The service could not finish this job. Submit it again.',
        step: 's1',
      },
    });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });

  it('names the step whose document is at fault, keeps its operations and deletes the results before', async () => {
    const job = await submitSteps(3);
    await runStep(job, 0);

    await runStep(job, 1, {
      convert: () => Promise.reject(new ConversionError('corrupt_document', 'It broke.')),
    });

    const failed = await read(job);
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'corrupt_document', message: 'Step "s1": It broke.', step: 's1' },
    });
    expect(await usage()).toEqual({ operations: 3, activeJobs: 0 });
    const removed: string[] = [];
    clock.now += 180_000;
    await reconcileAll(job, removed);
    expect(removed).toContain(`accounts/${job.accountId}/results/${job.jobId}/1`);
  });

  it('is sent again by the reconciler if the message of a step was lost', async () => {
    const job = await submitSteps();
    await runStep(job, 0);

    const early = await reconcileAll(job);
    clock.now += 30_000;
    const late = await reconcileAll(job);

    expect([early, late]).toEqual([[], [[1, 'office']]]);
  });

  it('fails with the name of its step if no worker finishes it, and refunds all operations', async () => {
    const job = await submitSteps();
    await runStep(job, 0);
    clock.now = start + 7_200_000;

    await reconcileAll(job);

    expect(await read(job)).toMatchObject({
      status: 'failed',
      error: { code: 'internal_error', step: 's1' },
    });
    expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
  });

  it('is cancelled between its steps', async () => {
    const job = await submitSteps();
    await runStep(job, 0);

    await cancelJob({ accountId: job.accountId, jobId: job.jobId }, cancelStore(database.table), clock.now);

    expect(await runStep(job, 1)).toBe('not_ours');
    expect(await read(job)).toMatchObject({ status: 'cancelled' });
    expect(await jobItem(database.table, job)).not.toHaveProperty('step_options');
    expect(await usage()).toEqual({ operations: 3, activeJobs: 0 });
  });

  it('does not advance if it is cancelled while a step runs', async () => {
    sent.length = 0;
    const job = await submitSteps();
    const cancel = () =>
      cancelJob({ accountId: job.accountId, jobId: job.jobId }, cancelStore(database.table), clock.now);

    expect(await runStep(job, 0, { storeResult: async () => void (await cancel()) })).toBe('not_ours');

    expect(sent).toEqual([]);
    expect(await read(job)).toMatchObject({ status: 'cancelled', steps: { done: [] } });
  });

  it('deletes the results of all steps with the job', async () => {
    const job = await submitSteps(2);
    await runStep(job, 0);
    await runStep(job, 1);
    const removed: string[] = [];

    await deleteJob(
      { accountId: job.accountId, jobId: job.jobId },
      { jobs: deleteJobStore(database.table), objects: { remove: async (key) => void removed.push(key) } },
      clock.now,
    );

    expect(removed.toSorted()).toEqual(
      [1, 2].map((attempt) => `accounts/${job.accountId}/results/${job.jobId}/${attempt}`),
    );
    const item = await jobItem(database.table, job);
    expect(item).not.toHaveProperty('steps');
    expect(item).not.toHaveProperty('step_results');
  });

  it('counts the time of all its steps', async () => {
    const job = await submitSteps(2);
    const slow = {
      storeResult: async () => {
        clock.now += 5000;
      },
    };

    await runStep(job, 0, slow);
    clock.now += 60_000;
    await runStep(job, 1, slow);

    expect((await tenant.account()).engineMs).toBe(10_000);
  });
});

describe('the month', () => {
  const create = async (count: number): Promise<string> => {
    const list = Array.from({ length: count }, (_, index) => stepOf(index));
    const job = newJob(tenant, clock.now, { steps: { list, done: [] } });
    return createJob(database.table, job, []).then(String, (error: unknown) => {
      if (error instanceof UsageLimitError) return error.message;
      throw error;
    });
  };

  it.each([
    [24_996, 'created', 24_999],
    [24_997, 'created', 25_000],
    [
      24_998,
      'Monthly usage limit reached (25000). The request counts 3 operations; 2 left. Upgrade your plan for more.',
      24_998,
    ],
    [25_000, 'Monthly usage limit reached (25000). Upgrade your plan for more.', 25_000],
  ])('with %i of 25000 operations and a job of three: %s', async (operations, outcome, after) => {
    await tenant.change({ operations });

    expect(await create(3)).toBe(outcome);
    expect((await usage()).operations).toBe(after);
  });

  it('opens with a job of several operations', async () => {
    await tenant.change({ operations: 25_000, month: '2026-10', day: '2026-10-31', day_operations: 4 });

    expect(await create(10)).toBe('created');
    expect(await usage()).toEqual({ operations: 10, activeJobs: 1 });
    expect(await tenant.days()).toEqual({ '2026-10-31': 4, '2026-11-20': 10 });
  });

  it('is never exceeded by simultaneous jobs', async () => {
    await tenant.change({ operations: 24_990 });

    const outcomes = await Promise.all(Array.from({ length: 8 }, () => create(3)));

    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(3);
    expect((await usage()).operations).toBe(24_999);
  });

  it.each([
    [0, 5, 5, 5],
    [3, 5, 8, 5],
    [5, 5, 10, 5],
  ])('with %i of %i refunds used keeps %i of ten operations', async (refunds, max, operations, refunded) => {
    await tenant.change({ refunds, max_refunds: max });
    const job = await submitSteps(10);
    clock.now = start + 7_200_000;

    await reconcileAll(job);

    expect((await read(job))?.status).toBe('failed');
    const account = await tenant.account();
    expect([account.operations, account.refunds]).toEqual([operations, refunded]);
  });
});

describe('a job that was stored before every job had steps', () => {
  /** Stores the items of earlier versions, which have a target in place of steps. */
  const submitEarlier = async (values: Partial<Job> = {}): Promise<Job> => {
    const job = await submit(values);
    const key = keys.job(job.accountId, job.jobId);
    await database.table.client.send(
      new UpdateCommand({
        TableName: database.table.name,
        Key: key,
        UpdateExpression:
          'SET target = :target, worker = :worker, job_options = :options REMOVE v, steps, step_options, step_results',
        ExpressionAttributeValues: { ':target': 'png', ':worker': 'browser', ':options': { pages: '1' } },
      }),
    );
    return job;
  };

  it('is read with one step, which has no name', async () => {
    const fileId = await storeFile(database.table, tenant, start);
    const job = await submitEarlier({ fileId, furtherFileIds: ['file_2'], sourceUrl: undefined });

    expect((await read(job))?.steps).toEqual({
      list: [
        {
          type: 'conversion',
          target: 'png',
          from: 'text',
          worker: 'browser',
          options: { pages: '1' },
          inputs: [{ file: 0 }, { file: 1 }],
          isOutput: false,
        },
      ],
      done: [],
    });
  });

  it('is sent to its worker, claimed and ended', async () => {
    const job = await submitEarlier();
    clock.now += 30_000;

    const messages = await reconcileAll(job);
    const outcome = await runStep(job, 0);

    expect([messages, outcome]).toEqual([[[0, 'browser']], 'ended']);
    expect(await read(job)).toMatchObject({
      status: 'complete',
      steps: { list: [{ target: 'png', options: {} }], done: [] },
    });
    expect(await jobItem(database.table, job)).not.toHaveProperty('job_options');
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('fails without the name of a step', async () => {
    const job = await submitEarlier();

    await runStep(job, 0, { convert: () => Promise.reject(new ConversionError('empty_document', 'Empty.')) });

    expect((await read(job))?.error).toEqual({ code: 'empty_document', message: 'Empty.' });
  });
});
