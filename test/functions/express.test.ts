import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expressBytes, returnedBytes } from '../../lib/api/limits.ts';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fromRan, toExpressRun } from '../../lib/aws/express-message.ts';
import { toJobMessage } from '../../lib/aws/job-queue.ts';
import { checkSlots } from '../../lib/aws/job-slots.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import { PagesToRecognize } from '../../lib/conversions/engine/recognition.ts';
import { ConversionError } from '../../lib/conversions/errors.ts';
import { secretHash } from '../../lib/ids.ts';
import type { Effects } from '../../lib/jobs/effects.ts';
import { sourceFetcher } from '../../lib/jobs/fetch-source.ts';
import type { JobMessage } from '../../lib/jobs/job.ts';
import { runExpressJob, runJob } from '../../lib/jobs/run-job.ts';
import { reconcile } from '../../lib/reconcile/reconcile.ts';
import type { TestAnswer, TestRequest } from '../support/api-event.ts';
import { passTimeFaster } from '../support/faster-time.ts';
import { fakeEffects } from '../support/jobs.ts';
import { runsOf } from '../support/long-run.ts';
import type { Worker } from '../support/service.ts';
import { changeItem, readItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { call, inForm, service, tenant, useApi } from './use-api.ts';

useApi();

const invocation = /^POST .*\/invocations$/;
const key = { 'Idempotency-Key': 'key-1' };

/** The effects of a worker whose engine converts anything to `%PDF`, and whose storage is behind the proxy. */
const effects = (work: Partial<Effects> = {}): Effects =>
  fakeEffects(
    { now: 0 },
    { clock: Date.now, storeResult: openObjectStore(openTable()).put, retentionSeconds: 7200, ...work },
  );

/** A worker that runs the jobs with which it is invoked. */
const worker =
  (work: Partial<Effects> = {}): Worker =>
  async (event) =>
    fromRan(await runExpressJob(toExpressRun(event), jobStore(openTable()), effects(work), () => undefined));

/** Runs the jobs of the messages in the queue as a worker does. */
const runQueue = async (): Promise<string[]> => {
  const messages = await service.takeMessages();
  const run = (message: unknown) =>
    runJob(toJobMessage(JSON.stringify(message)) as JobMessage, jobStore(service.table), effects(), () => {});
  return Promise.all(messages.map(run));
};

const send = (headers: TestRequest['headers'] = {}, content = 'Some text.', prefer = 'wait=20') => {
  const form = inForm({ to: 'pdf' }, content);
  return call('convert', {
    method: 'POST',
    ...form,
    headers: { ...form.headers, Prefer: prefer, ...headers },
  });
};

const usage = async () => {
  const { operations, activeJobs, refunds } = await tenant.account();
  return { operations, activeJobs, refunds };
};
const charged = { operations: 2, activeJobs: 0, refunds: 0 };
const nothing = { operations: 0, activeJobs: 0, refunds: 0 };
const list = async (name: 'list-jobs' | 'list-files') => (await call(name)).json.data;
const jobItem = ({ json }: TestAnswer) => readItem(service.table, keys.job(tenant.accountId, json.job_id));
/** A view without its signatures, which contain the time. */
const unsigned = (view: unknown): unknown =>
  JSON.parse(JSON.stringify(view).replace(/\?response-[^"]*/g, ''));
const outcome = ({ status, json }: TestAnswer) => [status, json.status];

beforeEach(() => service.setWorker(worker()));
afterEach(async () => {
  service.setWorker(undefined);
  await service.takeMessages();
});

describe('a small file in the body of a request that waits', () => {
  test('is converted within the call, and leaves the job, its file and its result', async () => {
    const answer = await send();

    expect(outcome(answer)).toEqual([200, 'complete']);
    const { job_id: id, file_id: fileId, output_url: url } = answer.json;
    expect(answer.headers).toMatchObject({ Location: `/v1/job/${id}`, 'Preference-Applied': 'wait=20' });
    expect(unsigned(answer.json)).toEqual(unsigned((await call('get-job', { id })).json));
    expect(answer.json).toMatchObject({ attempts: 1, from: 'text', filename: 'a.txt' });
    expect(await (await fetch(url)).text()).toBe('%PDF');
    const file = await call('get-file', { id: fileId });
    expect(await (await fetch(file.json.file_url)).text()).toBe('Some text.');
    expect(await usage()).toEqual(charged);
    expect(await service.takeMessages()).toEqual([]);
    expect(await jobItem(answer)).not.toHaveProperty('step_options');
  });

  test.each([
    ['is no text', {}, 'application/json', Buffer.from('{}')],
    ['is not UTF-8', {}, 'text/plain', Buffer.from([0x25, 0x50, 0xff])],
    ['is large', {}, 'text/plain', Buffer.alloc(returnedBytes + 1, 'x')],
    ['may be wanted again', key, 'text/plain', Buffer.from('Text.')],
  ])(
    'redirects to a result that %s if the client accepts nothing else',
    async (_, headers, mimeType, bytes) => {
      const convert = async () => ({ bytes, mimeType, extension: 'txt', report: {} });
      service.setWorker(worker({ convert }));

      const answer = await send({ Accept: 'application/pdf', ...headers });

      expect(answer.status).toBe(303);
      const received = await fetch(String(answer.headers.Location));
      expect(Buffer.from(await received.arrayBuffer())).toEqual(bytes);
      const [{ job_id: jobId }] = await list('list-jobs');
      const item = await readItem(service.table, keys.job(tenant.accountId, jobId));
      // The reconciler deletes the result, at the latest when it expires.
      expect([item?.job_status, Number(item?.due_at) <= Number(item?.expires_at)]).toEqual([
        'complete',
        true,
      ]);
      expect(await usage()).toEqual(charged);
    },
  );

  test('can be used again by its id', async () => {
    const { json } = await send();

    const again = await call('convert', { method: 'POST', json: { file_id: json.file_id, to: 'pdf' } });

    expect(outcome(again)).toEqual([202, 'queued']);
    expect(await runQueue()).toEqual(['ended']);
  });

  test('is converted under a limit that is not that of the plan', async () => {
    await tenant.change({ max_operations: 2 });

    expect(outcome(await send())).toEqual([200, 'complete']);
    expect((await send()).json.error).toMatch(/^Monthly usage limit reached \(2\)/);
    expect(await usage()).toEqual(charged);
  });

  test.each([
    ['one operation left', { max_operations: 1 }, 'Monthly usage limit reached (1).'],
    ['no slot', { max_active_jobs: 0 }, 'Too many active jobs (0/0).'],
  ])('is refused before it is stored with %s', async (_, limits, message) => {
    await tenant.change(limits);
    service.takeCalls();

    const answer = await send();

    expect([answer.status, answer.json.error.slice(0, message.length)]).toEqual([429, message]);
    expect(service.takeCalls().filter(({ operation }) => / /.test(operation))).toEqual([]);
    expect(await usage()).toEqual(nothing);
  });

  test.each([
    ['is too large for an invocation', () => send({}, `${'x'.repeat(expressBytes)}.`, 'wait=1')],
    [
      'lists steps',
      () => {
        const form = inForm({ steps: '[{"to":"pdf"}]' });
        return call('convert', {
          method: 'POST',
          ...form,
          headers: { ...form.headers, Prefer: 'wait=1' },
        });
      },
    ],
    ['does not wait', () => send({}, undefined, 'wait=0')],
  ])('is queued if the request %s', async (_, request) => {
    passTimeFaster();
    service.takeCalls();

    const answer = await request();

    expect(outcome(answer)).toEqual([202, 'queued']);
    expect(service.takeCalls().filter(({ operation }) => invocation.test(operation))).toEqual([]);
    expect(await runQueue()).toEqual(['ended']);
    expect(await usage()).toEqual(charged);
  });
});

describe('an express job', () => {
  test('fails with the error of its document, which is not refunded', async () => {
    const convert = async () => {
      throw new ConversionError('corrupt_document', 'The document is damaged.');
    };
    service.setWorker(worker({ convert }));

    const answer = await send();

    expect(outcome(answer)).toEqual([200, 'failed']);
    expect(unsigned(answer.json)).toEqual(unsigned((await call('get-job', { id: answer.json.job_id })).json));
    expect(await usage()).toEqual(charged);
  });

  test.each<[string, () => void]>([
    ['is throttled', () => service.setWorker(undefined)],
    ['is refused', () => service.lambda.refuse(invocation, 'ServiceException')],
    [
      'dies',
      () =>
        service.setWorker(async () => {
          throw new Error('Runtime exited with error: signal: killed');
        }),
    ],
  ])('is sent to the queue if its worker %s', async (_, disturb) => {
    disturb();

    const answering = send();
    const ran: string[] = [];
    while (ran.length === 0) ran.push(...(await runQueue()));
    const answer = await answering;

    expect(ran).toEqual(['ended']);
    expect([...outcome(answer), answer.json.attempts]).toEqual([200, 'complete', 2]);
    expect(await usage()).toEqual(charged);
  });

  test('that a transient fault releases is an ordinary one', async () => {
    const storeResult = async () => {
      throw new Error('The bucket is not available');
    };
    service.setWorker(worker({ storeResult }));

    const answer = await send({}, undefined, 'wait=1');

    expect(outcome(answer)).toEqual([202, 'queued']);
    const item = await jobItem(answer);
    expect(item).toMatchObject({ job_status: 'processing', attempts: 1, due: expect.stringMatching(/^JOB/) });
    expect(item?.due_at).toBeLessThanOrEqual(Date.now());
    const message = { accountId: tenant.accountId, jobId: answer.json.job_id, step: 0 };
    expect(await runJob(message, jobStore(service.table), effects(), () => {})).toBe('ended');
    expect(await usage()).toEqual(charged);
  });

  test('that needs more memory than its worker has continues in one with more', async () => {
    const convert = async () => {
      throw new ConversionError('out_of_memory', 'The document needs more than 1342 MB.');
    };
    service.setWorker(worker({ convert }));

    const answer = await send({}, undefined, 'wait=1');

    expect(outcome(answer)).toEqual([202, 'queued']);
    expect(await jobItem(answer)).toMatchObject({
      job_status: 'processing',
      steps: [{ worker: 'large' }],
      move: { step: 0, attempt: 1 },
    });
    const messages = await service.takeMessages();
    expect(messages).toMatchObject([{ job_id: answer.json.job_id, worker: 'large' }]);
    const message = toJobMessage(JSON.stringify(messages[0])) ?? expect.fail();
    expect(await runJob(message, jobStore(service.table), effects(), expect.fail)).toBe('ended');
    expect(await usage()).toEqual(charged);
  });

  test('continues after the call, if its worker is slower', async () => {
    passTimeFaster(3);
    const slow = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const run = worker();
    service.setWorker(async (event) => {
      await slow.promise;
      const answer = await run(event);
      ended.resolve(answer);
      return answer;
    });

    const answer = await send({}, undefined, 'wait=1');
    expect(outcome(answer)).toEqual([202, 'queued']);
    expect(await service.takeMessages()).toEqual([]);
    slow.resolve();
    await ended.promise;

    expect(await jobItem(answer)).toMatchObject({ job_status: 'complete', attempts: 1 });
    expect(await usage()).toEqual(charged);
  });

  test.each([
    ['counts as waiting after a second', 0, 1],
    ['is no longer awaited after a second if too many calls wait', 50, 50],
  ])('%s', async (_, others, waiting) => {
    passTimeFaster(5);
    const store = waitingCalls(service.table);
    const until = Date.now() + 60_000;
    for (let at = 0; at < others; at += 1)
      await store.add(tenant.accountId, { id: `call-${at}`, until }, others, Date.now());
    const run = worker();
    const counted = async (): Promise<number> => {
      const item = await readItem(service.table, keys.waits(tenant.accountId));
      return item?.calls instanceof Set ? item.calls.size : 0;
    };
    const ended = Promise.withResolvers<number>();
    service.setWorker(async (event) => {
      await pause(500);
      while ((await counted()) === 0) await pause(50);
      if (others > 0) await answered.promise;
      ended.resolve(await counted());
      return run(event);
    });
    const answered = Promise.withResolvers<void>();

    const answer = await send();
    answered.resolve();

    expect([answer.status, await ended.promise]).toEqual([others === 0 ? 200 : 202, waiting]);
  });

  test('whose worker dies after the call is run again once the lease has expired, and not by the first worker', async () => {
    passTimeFaster(3);
    const died = Promise.withResolvers<unknown>();
    service.setWorker((event) => {
      died.resolve(event);
      return new Promise(() => undefined);
    });

    const answer = await send({}, undefined, 'wait=1');
    const message = { accountId: tenant.accountId, jobId: answer.json.job_id, step: 0 };
    const run = (clock: () => number) =>
      runJob(message, jobStore(service.table), effects({ clock }), () => {});

    expect(await run(Date.now)).toBe('not_ours');
    expect(await run(() => Date.now() + 31_000)).toBe('ended');
    expect(await worker()(await died.promise)).toEqual({});
    expect(await jobItem(answer)).toMatchObject({ job_status: 'complete', attempts: 2 });
    expect(await usage()).toEqual(charged);
  });

  test('does not count the start of its worker as engine time', async () => {
    service.setWorker(worker({ clock: () => Date.now() + 20_000 }));

    const answer = await send();

    expect(outcome(answer)).toEqual([200, 'complete']);
    expect((await tenant.account()).engineMs).toBeLessThan(20_000);
  });

  test('that is cancelled stops, and its call returns it', async () => {
    passTimeFaster(5);
    const run = worker({
      convert: async ({ job }, { signal }) => {
        await cancelStore(service.table).cancel(job.accountId, job.jobId, Date.now());
        while (!signal.aborted) await pause(10);
        throw signal.reason;
      },
    });
    service.setWorker(run);

    const answer = await send();

    expect(outcome(answer)).toEqual([200, 'cancelled']);
    expect(await usage()).toEqual(charged);
  });

  test('is left alone by a worker that receives a message of it as well', async () => {
    const outcomes: string[] = [];
    const run = worker();
    service.setWorker(async (event) => {
      const { job } = toExpressRun(event);
      const message = { accountId: job.accountId, jobId: job.jobId, step: 0 };
      outcomes.push(await runJob(message, jobStore(service.table), effects(), () => {}));
      return run(event);
    });

    const answer = await send();

    expect([...outcome(answer), answer.json.attempts]).toEqual([200, 'complete', 1]);
    expect(outcomes).toEqual(['not_ours']);
    expect(await usage()).toEqual(charged);
  });

  test('is left alone by a worker that is invoked after the lease has expired', async () => {
    passTimeFaster();
    const run = worker({ clock: () => Date.now() + 31_000 });
    service.setWorker(run);

    const answer = await send({}, undefined, 'wait=1');

    expect(outcome(answer)).toEqual([202, 'queued']);
    expect(await jobItem(answer)).toMatchObject({ job_status: 'processing', attempts: 1 });
  });

  test.each<[string, () => void]>([
    ['of the transaction that creates it', () => service.dynamodb.loseAnswer('TransactWriteItems')],
    // Those that end the job, free its slot and complete the record of its upload, in any order.
    ['of its first update', () => service.dynamodb.loseAnswer('UpdateItem', 1)],
    ['of its second update', () => service.dynamodb.loseAnswer('UpdateItem', 2)],
    ['of its third update', () => service.dynamodb.loseAnswer('UpdateItem', 3)],
    ['of its file', () => service.s3.loseAnswer(/^PUT .*\/files\//)],
    ['of its result', () => service.s3.loseAnswer(/^PUT .*\/results\//)],
    ['of its worker', () => service.lambda.loseAnswer(invocation)],
  ])('ends once if the answer %s is lost', async (_, disturb) => {
    disturb();

    const answer = await send(key);
    const { json } = await send(key);

    expect([...outcome(answer), answer.json.attempts]).toEqual([200, 'complete', 1]);
    expect(json.job_id).toBe(answer.json.job_id);
    expect((await runQueue()).filter((each) => each !== 'not_ours')).toEqual([]);
    expect(await usage()).toEqual(charged);
    expect([await list('list-jobs'), await list('list-files')]).toMatchObject([[{}], [{}]]);
  });

  test('whose file cannot be stored costs nothing, and its call can be repeated', async () => {
    service.setWorker(undefined);
    service.s3.refuse(/^PUT .*\/files\//, 'AccessDenied');

    const answer = await send(key);

    expect(answer.status).toBe(500);
    expect(await usage()).toEqual({ ...nothing, refunds: 1 });
    expect([await list('list-jobs'), await list('list-files')]).toEqual([[], []]);
    service.setWorker(worker());
    expect(outcome(await send(key))).toEqual([200, 'complete']);
    expect(await usage()).toEqual({ ...charged, refunds: 1 });
  });

  test('whose file cannot be stored leaves no result, even if the worker lost the response to storing it', async () => {
    const stored: string[] = [];
    const storeResult: Effects['storeResult'] = async (...args) => {
      await openObjectStore(openTable()).put(...args);
      stored.push(args[0]);
      throw new Error('The response was lost');
    };
    service.setWorker(worker({ storeResult }));
    service.s3.refuse(/^PUT .*\/files\//, 'AccessDenied');
    const { status } = await send();
    const removed: string[] = [];

    await reconcile(
      {
        due: dueStore(service.table),
        jobs: jobStore(service.table),
        objects: { remove: async (objectKey) => void removed.push(objectKey) },
        send: async () => undefined,
        sendDelivery: async () => undefined,
        secondsLeft: () => 60,
        retentionSeconds: 7200,
        onFault: expect.fail,
      },
      () => Date.now() + 180_000,
    );

    expect([status, await list('list-jobs'), await usage()]).toEqual([500, [], { ...nothing, refunds: 1 }]);
    expect(stored).toHaveLength(1);
    const own = removed.filter((objectKey) => objectKey.startsWith(`accounts/${tenant.accountId}/`));
    expect(own).toEqual(expect.arrayContaining(stored));
    // The file, if its put arrived late, and its incoming upload.
    expect(own).toHaveLength(3);
  });

  test('that has ended is returned even if its file could not be stored, which a repetition stores', async () => {
    passTimeFaster(5);
    service.s3.refuse(/^PUT .*\/files\//, 'AccessDenied');

    const endCall = (): Promise<void> =>
      changeItem(service.table, keys.idempotentCall(tenant.accountId, secretHash('upload\nkey-1')), {
        pending_until: Date.now() - 1,
      });

    const answer = await send(key);
    const early = await send(key);
    await endCall();
    service.s3.refuse(/^PUT .*\/files\//, 'AccessDenied');
    const failed = await send(key);
    await endCall();
    const late = await send(key);

    expect(outcome(answer)).toEqual([200, 'complete']);
    expect(early.json.error).toBe('idempotency_in_flight');
    expect(failed.status).toBe(500);
    expect([...outcome(late), late.json.job_id]).toEqual([200, 'complete', answer.json.job_id]);
    const file = await call('get-file', { id: answer.json.file_id });
    expect(await (await fetch(file.json.file_url)).text()).toBe('Some text.');
    expect(await usage()).toEqual(charged);
  });
});

describe('a call that accepts nothing but the result', () => {
  const only = { Accept: 'text/plain' };
  const text = 'Überschrift\n';
  const converts = (bytes = Buffer.from(`\ufeff${text}`)): Partial<Effects> => ({
    convert: async () => ({
      bytes,
      mimeType: 'text/plain; charset=utf-8',
      extension: 'txt',
      report: { engine: 'an-engine' },
    }),
  });
  const onlyJob = async () => {
    const jobs = await list('list-jobs');
    expect(jobs).toHaveLength(1);
    return (await call('get-job', { id: jobs[0].job_id })).json;
  };
  /** Checks the slots of the account once every function must have ended. */
  const checkLater = () => checkSlots(service.table, tenant.accountId, Date.now() + 121_000);
  const storedObjects = () =>
    service.takeCalls().filter(({ operation }) => /^(PUT|DELETE) /.test(operation)).length;
  const slowly =
    (run: Worker): Worker =>
    async (event) => {
      await pause(1500);
      return run(event);
    };

  beforeEach(() => service.setWorker(worker(converts())));

  test('receives a text, which is not stored, nor is its file', async () => {
    service.takeCalls();

    const answer = await send(only);

    expect([answer.status, answer.text]).toEqual([200, `\ufeff${text}`]);
    expect(answer.headers).toMatchObject({
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': expect.stringContaining('filename="a.txt"'),
      'Preference-Applied': 'wait=20',
    });
    expect(storedObjects()).toBe(0);
    const job = await onlyJob();
    expect(answer.headers.Location).toBe(`/v1/job/${job.job_id}`);
    expect(job).toMatchObject({
      status: 'complete',
      file_id: null,
      filename: 'a.txt',
      output: { size_bytes: text.length + 4 },
      report: { engine: 'an-engine' },
      expires_at: job.completed_at,
    });
    expect(job).not.toHaveProperty('output_url');
    expect((await call('get-result', { id: job.job_id })).json.error).toBe('result_expired');
    expect(await list('list-files')).toEqual([]);
    expect(await usage()).toEqual(charged);
    expect(await service.takeMessages()).toEqual([]);
  });

  test('counts the engine time of the worker, not of its start', async () => {
    const convert: Effects['convert'] = async (...task) => {
      await pause(30);
      return (await converts().convert?.(...task)) ?? expect.fail();
    };
    service.setWorker(worker({ convert, clock: () => Date.now() + 10_000 }));

    expect((await send(only)).status).toBe(200);
    const { engineMs } = await tenant.account();
    expect([engineMs >= 25, engineMs < 10_000]).toEqual([true, true]);
  });

  test('is refused if the document is damaged, which is charged', async () => {
    const convert = async () => {
      throw new ConversionError('corrupt_document', 'The document is damaged.');
    };
    service.setWorker(worker({ convert }));

    const answer = await send(only);

    expect([answer.status, answer.json.error, answer.json.job_error]).toEqual([
      422,
      'job_failed',
      'corrupt_document',
    ]);
    expect((await onlyJob()).status).toBe('failed');
    expect(await usage()).toEqual(charged);
  });

  test('after a second, its file is stored, and a late text is still returned', async () => {
    passTimeFaster(5);
    service.setWorker(slowly(worker(converts())));

    const answer = await send(only);

    expect([answer.status, answer.text]).toEqual([200, `\ufeff${text}`]);
    const [{ file_id: fileId, file_url: _ }] = await list('list-files');
    expect((await onlyJob()).file_id).toBe(fileId);
    const file = await call('get-file', { id: fileId });
    expect(await (await fetch(file.json.file_url)).text()).toBe('Some text.');
    expect(await usage()).toEqual(charged);
  });

  test('leaves an ordinary job if the worker is slower than the call', async () => {
    passTimeFaster(3);
    const ended = Promise.withResolvers<void>();
    const run = worker(converts());
    service.setWorker(async (event) => {
      await pause(2500);
      const answer = await run(event);
      ended.resolve();
      return answer;
    });

    const answer = await send(only, undefined, 'wait=2');
    await ended.promise;

    expect(outcome(answer)).toEqual([202, 'queued']);
    const job = await onlyJob();
    expect(job).toMatchObject({ status: 'complete', attempts: 1, file_id: expect.any(String) });
    expect(await (await fetch(job.output_url)).text()).toBe(text);
    expect(await usage()).toEqual(charged);
  });

  test.each<[string, () => void]>([
    ['is throttled', () => service.setWorker(undefined)],
    [
      'dies',
      () =>
        service.setWorker(async () => {
          throw new Error('Runtime exited with error: signal: killed');
        }),
    ],
    ['answers nonsense', () => service.setWorker(async () => ({ job: 1 }))],
    ['leaves the job alone', () => service.setWorker(async () => ({}))],
    [
      'releases the job',
      () =>
        service.setWorker(
          worker({
            convert: async () => {
              throw new Error('The engine could not start');
            },
          }),
        ),
    ],
    [
      'has too little memory',
      () =>
        service.setWorker(
          worker({
            convert: async () => {
              throw new ConversionError('out_of_memory', 'The document needs more than 1342 MB.');
            },
          }),
        ),
    ],
    [
      'finds pages that other calls recognize',
      () =>
        service.setWorker(
          worker({
            convert: async () => {
              throw new PagesToRecognize([1, 2]);
            },
          }),
        ),
    ],
  ])('leaves an ordinary job if the worker %s', async (_, disturb) => {
    disturb();

    const answering = send(only);
    const ran: string[] = [];
    while (ran.length === 0) ran.push(...(await runQueue()));
    const answer = await answering;

    expect(ran).toEqual(['ended']);
    expect(answer.status).toBe(303);
    const job = await onlyJob();
    expect(job).toMatchObject({ status: 'complete', attempts: 2, file_id: expect.any(String) });
    expect(await usage()).toEqual(charged);
  });

  test.each<[string, () => void]>([
    ['the charge', () => service.dynamodb.loseAnswer('UpdateItem', 1)],
    ['the record', () => service.dynamodb.loseAnswer('PutItem')],
    ['the release of the slot', () => service.dynamodb.loseAnswer('UpdateItem', 2)],
  ])('is charged once if the answer of %s is lost', async (_, disturb) => {
    disturb();

    const answer = await send(only);

    expect([answer.status, answer.text]).toEqual([200, `\ufeff${text}`]);
    expect((await onlyJob()).attempts).toBe(1);
    expect(await usage()).toEqual(charged);
  });

  test('is charged once if its slot cannot be freed, which the check of the account does', async () => {
    service.dynamodb.refuse('UpdateItem', 'InternalServerError', { skip: 2, times: 5 });
    const convert: Effects['convert'] = async (...task) => {
      await pause(30);
      return (await converts().convert?.(...task)) ?? expect.fail();
    };
    service.setWorker(worker({ convert }));

    const answer = await send(only);

    expect([answer.status, answer.text]).toEqual([200, `\ufeff${text}`]);
    expect(await usage()).toEqual({ ...charged, activeJobs: 1 });
    await checkLater();
    expect(await usage()).toEqual(charged);
    // The job contains what its worker took, of which the account knew nothing.
    expect((await tenant.account()).engineMs).toBeGreaterThanOrEqual(25);
    expect((await onlyJob()).status).toBe('complete');
  });

  test('leaves an ordinary job if its end cannot be written', async () => {
    service.dynamodb.refuse('PutItem', 'InternalServerError', { times: 5 });

    const answering = send(only);
    const ran: string[] = [];
    while (ran.length === 0) ran.push(...(await runQueue()));
    const answer = await answering;

    expect([ran, answer.status, answer.text]).toEqual([['ended'], 200, `\ufeff${text}`]);
    expect((await onlyJob()).attempts).toBe(2);
    expect(await usage()).toEqual(charged);
  });

  test('receives the text if its end was written, and only the answer is lost', async () => {
    service.dynamodb.loseAnswer('PutItem');
    service.dynamodb.refuse('PutItem', 'InternalServerError', { skip: 1, times: 5 });

    const answer = await send(only);

    expect([answer.status, answer.text]).toEqual([200, `\ufeff${text}`]);
    expect(await runQueue()).toEqual(['not_ours']);
    expect(await onlyJob()).toMatchObject({ status: 'complete', attempts: 1 });
    await checkLater();
    expect(await usage()).toEqual(charged);
  });

  test('is not in the table while it runs, but takes a slot', async () => {
    const seen: unknown[] = [];
    const run = worker(converts());
    service.setWorker(async (event) => {
      seen.push(await list('list-jobs'), await usage());
      return run(event);
    });

    expect((await send(only)).status).toBe(200);
    expect(seen).toEqual([[], { ...charged, activeJobs: 1 }]);
  });

  test('is refused if the job is cancelled once it is stored', async () => {
    passTimeFaster(5);
    service.setWorker(
      worker({
        convert: async (task, on) => {
          const { accountId, jobId } = task.job;
          const cancel = () => cancelStore(service.table).cancel(accountId, jobId, Date.now());
          while ((await cancel()) === undefined) await pause(100);
          return (await converts().convert?.(task, on)) ?? expect.fail();
        },
      }),
    );

    const answer = await send(only);

    expect([answer.status, answer.json.error]).toEqual([422, 'job_failed']);
    expect((await onlyJob()).status).toBe('cancelled');
    expect(await usage()).toEqual(charged);
  });

  test('costs nothing and leaves nothing if its function dies before the job is stored', async () => {
    const died = Promise.withResolvers<never>();
    const invoked = Promise.withResolvers<void>();
    service.setWorker(async () => {
      invoked.resolve();
      return died.promise;
    });
    const answering = send(only, undefined, 'wait=2');
    await invoked.promise;

    await checkLater();

    expect(await usage()).toEqual(nothing);
    expect([await list('list-jobs'), await list('list-files')]).toEqual([[], []]);
    died.reject(new Error('It died'));
    await answering;
  });

  test('costs nothing if its function and its worker die once the job is stored', async () => {
    passTimeFaster(5);
    service.setWorker(() => new Promise(() => undefined));
    service.s3.refuse(/^PUT .*\/files\//, 'ServiceUnavailable');
    const answering = send(only, undefined, 'wait=5');
    while ((await list('list-jobs')).length === 0) await pause(50);
    const [{ job_id: jobId }] = await list('list-jobs');
    const message = { accountId: tenant.accountId, jobId, step: 0 };
    const later = effects({
      clock: () => Date.now() + 61_000,
      fetchSource: sourceFetcher(openObjectStore(openTable()), () => expect.fail()),
    });

    const outcome = await runJob(message, jobStore(service.table), later, () => undefined);

    expect(outcome).toBe('ended');
    expect(await onlyJob()).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    await answering;
  });

  test('costs nothing if the file of a slow job cannot be stored', async () => {
    passTimeFaster(5);
    service.setWorker(async () => new Promise(() => undefined));
    service.s3.refuse(/^PUT .*\/files\//, 'AccessDenied');

    const answer = await send(only, undefined, 'wait=2');

    expect(answer.status).toBe(500);
    expect([await list('list-jobs'), await list('list-files')]).toEqual([[], []]);
    expect((await usage()).operations).toBe(0);
  });

  test('costs nothing if a slow job cannot be stored', async () => {
    passTimeFaster(5);
    service.setWorker(async () => new Promise(() => undefined));
    service.dynamodb.refuse('TransactWriteItems', 'InternalServerError', { times: 5 });

    const answer = await send(only, undefined, 'wait=4');

    expect(answer.status).toBe(500);
    expect([await list('list-jobs'), await list('list-files')]).toEqual([[], []]);
    expect(await usage()).toEqual(nothing);
  });

  test.each([
    ['one below', 3, 200],
    ['at', 2, 200],
    ['one above', 1, 429],
  ])('is charged up to the limit of the month: %s', async (_, max, status) => {
    await tenant.change({ max_operations: max });

    const answer = await send(only);

    expect(answer.status).toBe(status);
    expect(await usage()).toEqual(status === 200 ? charged : nothing);
  });

  test('takes a slot while it runs', async () => {
    await tenant.change({ max_active_jobs: 1 });
    const inside: unknown[] = [];
    const run = worker(converts());
    service.setWorker(async (event) => {
      service.setWorker(run);
      inside.push((await send(only)).json.error, await usage());
      return run(event);
    });

    const answer = await send(only);

    expect(answer.status).toBe(200);
    expect(inside).toEqual([
      expect.stringMatching(/^Too many active jobs \(1\/1\)/),
      { ...charged, activeJobs: 1 },
    ]);
    expect(await usage()).toEqual(charged);
  });
});

describe('an idempotency key', () => {
  test(`makes one job of ${runsOf(10, 200)} equal calls`, async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => tenant.newToken()));
    const sending = Array.from({ length: runsOf(10, 200) }, async (_, at) => {
      const form = inForm({ to: 'pdf' });
      const headers = { ...form.headers, Prefer: 'wait=20', ...key };
      return call('convert', { method: 'POST', ...form, headers, token: tokens[at % 5] });
    });
    const answers = await Promise.all(sending);

    // One that waits longer than a second may be told to read the job instead.
    expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    expect(new Set(answers.map(({ json }) => json.job_id)).size).toBe(1);
    const complete = answers.filter(({ status }) => status === 200);
    expect(new Set(complete.map(({ json }) => JSON.stringify(unsigned(json)))).size).toBe(1);
    const again = await send(key);
    expect([...outcome(again), again.headers['Idempotency-Replayed']]).toEqual([200, 'complete', 'true']);
    expect(await usage()).toEqual(charged);
    expect([await list('list-jobs'), await list('list-files')]).toMatchObject([[{}], [{}]]);
  });

  test('of another request is refused', async () => {
    await send(key);

    const other = await send(key, 'Other text.');

    expect([other.status, other.json.error]).toEqual([422, 'idempotency_mismatch']);
    expect(await usage()).toEqual(charged);
  });

  test('belongs to its account', async () => {
    const other = await createTenant(service.table);
    const otherToken = await other.newToken();

    const own = await send(key);
    const form = inForm({ to: 'pdf' });
    const headers = { ...form.headers, Prefer: 'wait=20', ...key };
    const theirs = await call('convert', { method: 'POST', ...form, headers, token: otherToken });

    expect([outcome(own), outcome(theirs)]).toEqual([
      [200, 'complete'],
      [200, 'complete'],
    ]);
    expect(theirs.json.job_id).not.toBe(own.json.job_id);
    expect(theirs.headers).not.toHaveProperty('Idempotency-Replayed');
    expect([(await usage()).operations, (await other.account()).operations]).toEqual([2, 2]);
  });

  test('returns the job of a call that did not wait', async () => {
    const first = await send(key, undefined, 'wait=0');
    await runQueue();

    const again = await send(key);

    expect([...outcome(again), again.json.job_id]).toEqual([200, 'complete', first.json.job_id]);
    expect(await usage()).toEqual(charged);
  });
});
