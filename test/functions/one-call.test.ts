import { describe, expect, test, vi } from 'vitest';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import type { TestAnswer, TestRequest } from '../support/api-event.ts';
import { passTimeFaster } from '../support/faster-time.ts';
import { itLong } from '../support/long-run.ts';
import { readItem } from '../support/table.ts';
import { call, service, tenant, useApi } from './use-api.ts';

useApi();

/** A multipart body with a file, unless its content is undefined, and text fields. */
const form = (fields: Readonly<Record<string, string>>, content: string | undefined = 'Some text.') => {
  const part = (disposition: string, text: string): string =>
    `--of-the-test\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
  const texts = Object.entries(fields).map(([name, text]) => part(`name="${name}"`, text));
  const file = content === '' ? [] : [part('name="file"; filename="a.txt"', content)];
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=of-the-test' },
    body: Buffer.from(`${[...texts, ...file].join('')}--of-the-test--\r\n`),
  };
};

const send = (name: string, request: TestRequest, headers = {}) =>
  call(name, { method: 'POST', ...request, headers: { ...request.headers, ...headers } });

const charged = async () => {
  const { operations, activeJobs, refunds } = await tenant.account();
  return { operations, activeJobs, refunds };
};
const files = async (): Promise<string[]> =>
  (await call('list-files')).json.data.map((file: { file_id: string }) => file.file_id);
const jobIdOf = ({ json }: TestAnswer): string => json.job_id;
const jobItem = (answer: TestAnswer) => readItem(service.table, keys.job(tenant.accountId, jobIdOf(answer)));

describe('a request for a job with its file', () => {
  test('stores the file and submits the job, as two operations', async () => {
    const answer = await send('convert', form({ to: 'pdf', options: '{"page_size":"A5"}', note: 'ignored' }));

    expect([answer.status, answer.json]).toEqual([202, { job_id: expect.any(String), status: 'queued' }]);
    expect(answer.headers).toMatchObject({ Location: `/v1/job/${jobIdOf(answer)}`, 'Retry-After': '1' });
    expect(await charged()).toEqual({ operations: 2, activeJobs: 1, refunds: 0 });
    const [fileId] = await files();
    expect(await jobItem(answer)).toMatchObject({
      file_id: fileId,
      job_status: 'queued',
      steps: [{ target: 'pdf' }],
      step_options: [{ page_size: 'A5' }],
    });
  });

  test('extracts text unless it names a format', async () => {
    const text = await send('extract', form({}));
    const chunks = await send('extract', form({ format: 'chunks', options: '' }));

    expect([(await jobItem(text))?.steps, (await jobItem(chunks))?.steps]).toMatchObject([
      [{ target: 'text' }],
      [{ target: 'chunks' }],
    ]);
  });

  test('runs the steps of a form, each as an operation next to the upload', async () => {
    const steps = [
      { name: 'report', to: 'pdf', output: true },
      { to: 'png', inputs: ['report'] },
      { format: 'text', inputs: ['source'] },
    ];
    const sent = { ...form({ steps: JSON.stringify([steps[0], { format: 'text' }]) }) };

    const answer = await send('convert', sent, { 'Idempotency-Key': 'key-1' });
    const again = await send('convert', sent, { 'Idempotency-Key': 'key-1' });
    const other = await send('convert', form({ steps: JSON.stringify([{ to: 'pdf' }]) }), {
      'Idempotency-Key': 'key-1',
    });
    const unused = await send('convert', form({ steps: JSON.stringify(steps) }));

    expect([answer.status, jobIdOf(again)]).toEqual([202, jobIdOf(answer)]);
    expect([other.status, other.json.error]).toEqual([422, 'idempotency_mismatch']);
    expect([unused.status, unused.json.message]).toEqual([
      400,
      'steps.1: no later step reads its result. Name it in the inputs of one, set "output" to true, or remove it.',
    ]);
    expect(await charged()).toEqual({ operations: 3, activeJobs: 1, refunds: 0 });
    const [fileId] = await files();
    expect(await jobItem(answer)).toMatchObject({
      file_id: fileId,
      key_id: tenant.keyId,
      steps: [
        { name: 'report', target: 'pdf' },
        { name: 'step_2', target: 'text' },
      ],
    });
  });

  test('reports wrong steps before the file is charged and stored', async () => {
    await tenant.change({ max_operations: 0 });
    const unreadable = JSON.stringify([{ format: 'text' }, { to: 'pdf' }]);

    const wrong = await send('convert', form({ steps: unreadable }));
    const right = await send('convert', form({ steps: '[{"to":"pdf"}]' }));

    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringContaining('steps.1.inputs: "step_1" is an extraction'),
    ]);
    expect(right.status).toBe(429);
  });

  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    ['that are no JSON', { steps: '[' }, 400, 'steps: must be a JSON array, such as [{'],
    ['that are no list', { steps: '{"to":"pdf"}' }, 400, 'steps: '],
    ['without any', { steps: '[]' }, 400, 'steps: '],
    ['with more than 64 KB', { steps: `[${' '.repeat(65_536)}]` }, 400, 'steps: has more than 65536 bytes'],
    [
      'of which one has no target',
      { steps: '[{"to":"pdf"},{}]' },
      400,
      'steps.1: one of to and format is required',
    ],
    ['next to a target', { to: 'pdf', steps: '[{"to":"pdf"}]' }, 400, 'steps: cannot be combined with to'],
    [
      'next to options',
      { options: '{}', steps: '[{"to":"pdf"}]' },
      400,
      'options: cannot be combined with steps',
    ],
    [
      'with an unknown option',
      { steps: '[{"to":"pdf"},{"to":"pdf","options":{"colour":1}}]' },
      400,
      'steps.1.options.colour (step "step_2"): unknown option',
    ],
    [
      'that convert to nothing',
      { steps: '[{"to":"pdf"},{"to":"mp3"}]' },
      422,
      'steps.1.to (step "step_2"): cannot convert pdf to "mp3"',
    ],
    [
      'with an unknown input',
      { steps: '[{"to":"pdf","inputs":["file_1"]}]' },
      400,
      'steps.0.inputs: "file_1" is no earlier step. Known: source.',
    ],
    ['from another format', { from: 'docx', steps: '[{"to":"pdf"}]' }, 422, 'from: the content of '],
  ])('is refused for steps %s, and counts as nothing', async (_, fields, status, message) => {
    const answer = await send('convert', form(fields));

    expect([answer.status, answer.json.message.slice(0, message.length)]).toEqual([status, message]);
    expect(await charged()).toEqual({ operations: 0, activeJobs: 0, refunds: 0 });
    expect(await files()).toEqual([]);
  });

  test.each<[string, TestRequest, number, string]>([
    ['without a target', form({}), 400, 'invalid_request'],
    ['to an unknown format', form({ to: 'wpd' }), 422, 'unsupported_conversion'],
    ['from another format', form({ to: 'pdf', from: 'docx' }), 422, 'format_mismatch'],
    ['with an unknown option', form({ to: 'pdf', options: '{"colour":"red"}' }), 400, 'invalid_request'],
    ['with options that are no JSON', form({ to: 'pdf', options: '{' }), 400, 'invalid_request'],
    ['with options that are no object', form({ to: 'pdf', options: '7' }), 400, 'invalid_request'],
    [
      'with more than 64 KB of options',
      form({ to: 'pdf', options: `{"title":"${'x'.repeat(65_536)}"}` }),
      400,
      'invalid_request',
    ],
    ['without a file', form({ to: 'pdf' }, ''), 400, 'missing_file'],
    ['with an empty file', form({ to: 'pdf' }, '\u0000'.repeat(9)), 415, 'unsupported_file_type'],
    [
      'in another media type',
      { text: 'x', headers: { 'Content-Type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
  ])('is refused %s, and counts as nothing', async (_, request, status, code) => {
    const answer = await send('convert', request);

    expect([answer.status, answer.json.error]).toEqual([status, code]);
    expect(await charged()).toEqual({ operations: 0, activeJobs: 0, refunds: 0 });
    expect(await files()).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['the last operation of the month', { max_operations: 1 }],
    ['no slot', { max_active_jobs: 0 }],
  ])('is taken back whole with %s, without using a refund', async (_, limits) => {
    await send('upload', form({}));
    const before = await charged();
    const kept = await files();
    await tenant.change({ ...limits, ...('max_operations' in limits ? { max_operations: 2 } : {}) });

    const answer = await send('convert', form({ to: 'pdf' }), { 'Idempotency-Key': 'key-1' });

    expect([answer.status, Object.keys(answer.json)]).toEqual([429, ['error']]);
    expect(await charged()).toEqual(before);
    expect(await files()).toEqual(kept);
    await tenant.change({ max_operations: 100, max_active_jobs: 3 });
    expect((await send('convert', form({ to: 'pdf' }), { 'Idempotency-Key': 'key-1' })).status).toBe(202);
  });

  test('of which ten are sent at once with one key creates one file and one job', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('convert', form({ to: 'pdf' }), { 'Idempotency-Key': 'key-1' })),
    );

    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted.map(jobIdOf)).size).toBe(1);
    expect(
      answers.every(({ status, json }) => status === 202 || json.error === 'idempotency_in_flight'),
    ).toBe(true);
    const again = await send('convert', form({ to: 'pdf' }), { 'Idempotency-Key': 'key-1' });
    expect([jobIdOf(again), again.headers['Idempotency-Replayed']]).toEqual([
      jobIdOf(accepted[0] ?? again),
      'true',
    ]);
    expect(await charged()).toEqual({ operations: 2, activeJobs: 1, refunds: 0 });
    expect(await files()).toHaveLength(1);
  });

  test.each<[string, TestRequest]>([
    ['another file', form({ to: 'pdf' }, 'Other text.')],
    ['another target', form({ to: 'html' })],
  ])('is refused with the key of a request for %s, which keeps its file', async (_, other) => {
    await send('convert', form({ to: 'pdf' }), { 'Idempotency-Key': 'key-1' });
    const kept = await files();

    const answer = await send('convert', other, { 'Idempotency-Key': 'key-1' });

    expect([answer.status, answer.json.error]).toEqual([422, 'idempotency_mismatch']);
    expect(await charged()).toEqual({ operations: 2, activeJobs: 1, refunds: 0 });
    expect(await files()).toEqual(kept);
  });

  test('whose file a job uses is not taken back', async () => {
    await send('convert', form({ to: 'pdf' }), { 'Idempotency-Key': 'key-1' });
    const [fileId = ''] = await files();
    const store = fileStore(service.table);
    const file = (await store.get(tenant.accountId, fileId)) ?? expect.fail();

    expect(await store.withdraw(file, undefined, Date.now())).toBe(false);
    expect(await charged()).toEqual({ operations: 2, activeJobs: 1, refunds: 0 });
  });
});

describe('a request whose job cannot be created because the table is busy', () => {
  itLong.each([
    ['convert', 'UpdateItem', 1],
    ['extract', 'UpdateItem', 1],
    ['convert', 'PutItem', 0],
    ['convert', 'PutItem', 1],
  ] as const)('costs nothing and keeps no file (%s, %s %i)', async (name, operation, skip) => {
    service.dynamodb.refuse(operation, 'ThrottlingException', { skip, times: 5 });

    const answer = await send(name, form(name === 'convert' ? { to: 'pdf' } : {}));

    expect([answer.status, answer.json.error]).toEqual([503, 'temporarily_unavailable']);
    expect(await charged()).toEqual({ operations: 0, activeJobs: 0, refunds: 0 });
    expect(await files()).toEqual([]);
  });

  test('can be sent again with its key, and counts once', async () => {
    const key = { 'Idempotency-Key': 'key-1' };
    service.dynamodb.refuse('TransactWriteItems', 'InternalServerError', { times: 5 });

    const first = await send('convert', form({ to: 'pdf' }), key);
    const second = await send('convert', form({ to: 'pdf' }), key);

    expect([first.status, second.status]).toEqual([500, 202]);
    expect(await charged()).toEqual({ operations: 2, activeJobs: 1, refunds: 0 });
    expect(await files()).toHaveLength(1);
  });
});

describe('a request for a job that prefers to wait', () => {
  test.each([
    ['the job cannot be read', 'GetItem', 1],
    // After those of the token, of the charge, and of the lease that the worker's call gives back.
    ['its waiting call cannot be counted', 'UpdateItem', 3],
  ])('is accepted if %s', async (_, operation, skip) => {
    passTimeFaster();
    service.dynamodb.refuse(operation, 'InternalServerError', { skip, times: 5 });

    const answer = await send('convert', form({ to: 'pdf' }), { Prefer: 'wait=20' });

    expect([answer.status, answer.json.status]).toEqual([202, 'queued']);
    expect(answer.headers['Retry-After']).toBe('1');
    expect(await charged()).toEqual({ operations: 2, activeJobs: 1, refunds: 0 });
  });

  const octets = { Accept: 'application/pdf, application/octet-stream' };

  /** Cancels the job of the account once its message is sent. */
  const cancelNext = async (): Promise<void> => {
    const { job_id: jobId } = await vi.waitUntil(
      async () => {
        const messages = (await service.takeMessages()) as { account_id: string; job_id: string }[];
        return messages.find(({ account_id }) => account_id === tenant.accountId);
      },
      { timeout: 20_000 },
    );
    await cancelStore(service.table).cancel(tenant.accountId, jobId, Date.now());
  };

  test('is answered with the job once it has ended', async () => {
    const calling = send('convert', form({ to: 'pdf' }), { Prefer: 'respond-async, wait=20' });
    const [answer] = await Promise.all([calling, cancelNext()]);

    expect([answer.status, answer.json.status]).toEqual([200, 'cancelled']);
    expect(answer.headers).toMatchObject({
      Location: `/v1/job/${jobIdOf(answer)}`,
      'Preference-Applied': 'wait=20',
    });
    const waits = await readItem(service.table, keys.waits(tenant.accountId));
    expect(waits?.calls).toBeUndefined();
  });

  test('is refused if it accepts only a result and there is none', async () => {
    const calling = send('extract', form({ format: 'markdown' }), { Prefer: 'wait=20', ...octets });
    const [answer] = await Promise.all([calling, cancelNext()]);

    expect([answer.status, answer.json]).toEqual([
      422,
      {
        error: 'job_failed',
        message: expect.stringMatching(/^job_\w+ has no result: it is cancelled$/),
        job_id: expect.any(String),
      },
    ]);
  });

  test.each([
    ['the job has not ended in time', {}, 'wait=1', '1'],
    ['it asks for more than 25 seconds and too many calls wait', { waits: 50 }, 'wait=99', '25'],
    ['it prefers not to wait', {}, 'wait=0', undefined],
  ])('is accepted as any other if %s', async (_, { waits = 0 }: { waits?: number }, prefer, applied) => {
    passTimeFaster();
    const store = waitingCalls(service.table);
    const until = Date.now() + 60_000;
    for (let at = 0; at < waits; at += 1)
      await store.add(tenant.accountId, { id: `call-${at}`, until }, waits, Date.now());

    const answer = await send('convert', form({ to: 'pdf' }), { Prefer: prefer, ...octets });

    expect([answer.status, answer.json.status]).toEqual([202, 'queued']);
    expect(answer.headers['Preference-Applied']).toBe(applied === undefined ? undefined : `wait=${applied}`);
  });
});
