import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import type { TestAnswer } from '../support/api-event.ts';
import { changeItem } from '../support/table.ts';
import { call, service, tenant, uploadFile, useApi } from './use-api.ts';

useApi('pro');

let fileId: string;

beforeEach(async () => {
  fileId = await uploadFile();
});

const convert = (body: object, headers = {}): Promise<TestAnswer> =>
  call('convert', { method: 'POST', json: { file_id: fileId, ...body }, headers });

const steps = [
  { name: 'report', to: 'pdf', output: true },
  { to: 'pdf', options: { user_password: 'secret' } },
  { format: 'text', options: { password: 'secret' } },
];

const outputOf = (attempt: number) => ({
  objectKey: `accounts/${tenant.accountId}/results/x/${attempt}`,
  filename: `${attempt}.pdf`,
  mimeType: 'application/pdf',
  sizeBytes: attempt,
  sha256: '0'.repeat(64),
});

const described = (attempt: number) => ({
  filename: `${attempt}.pdf`,
  mime_type: 'application/pdf',
  size_bytes: attempt,
  sha256: '0'.repeat(64),
});

const resultsOf = (...attempts: readonly number[]) =>
  attempts.map((attempt) => ({
    attempt,
    output: outputOf(attempt),
    report: { engine: `engine ${attempt}` },
    endedAt: 1,
  }));

const submitted = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
  const id = (await convert({ steps })).json.job_id;
  await changeItem(service.table, keys.job(tenant.accountId, id), values);
  return id;
};

describe('a job with steps', () => {
  it('is one job in one slot that counts each step', async () => {
    const answer = await convert({ steps });

    expect([answer.status, answer.json.status]).toEqual([202, 'queued']);
    expect(await tenant.account()).toMatchObject({ operations: 4, activeJobs: 1 });
  });

  it('is described with its steps', async () => {
    const id = await submitted({
      job_status: 'processing',
      step_results: resultsOf(1),
      progress: { done: 2, total: 5, unit: 'pages' },
    });

    const { json } = await call('get-job', { id });

    expect(json).toMatchObject({
      type: 'extraction',
      from: 'text',
      format: 'text',
      progress: { done: 1, total: 3, unit: 'steps' },
      error: null,
    });
    expect(json.steps).toEqual([
      {
        name: 'report',
        from: 'text',
        to: 'pdf',
        status: 'complete',
        progress: null,
        output: null,
        report: { engine: 'engine 1' },
      },
      {
        name: 'step_2',
        from: 'pdf',
        to: 'pdf',
        status: 'processing',
        progress: { done: 2, total: 5, unit: 'pages' },
        output: null,
        report: null,
      },
      {
        name: 'step_3',
        from: 'pdf',
        format: 'text',
        status: 'queued',
        progress: null,
        output: null,
        report: null,
      },
    ]);
    expect(JSON.stringify(json)).not.toContain('secret');
  });

  it('that failed names the step, and cancels those after it', async () => {
    const error = { code: 'corrupt_document', message: 'Step "step_2": It broke.', step: 'step_2' };
    const id = await submitted({
      job_status: 'failed',
      step_results: resultsOf(1),
      job_error: error,
      report: { engine: 'engine 2' },
    });

    const { json } = await call('get-job', { id });

    expect(json.error).toEqual({ ...error, retryable: false });
    expect(json.steps.map(({ status, report }: Record<string, unknown>) => [status, report])).toEqual([
      ['complete', { engine: 'engine 1' }],
      ['failed', { engine: 'engine 2' }],
      ['cancelled', null],
    ]);
  });

  it('that is complete has the results of its last step and of those with output', async () => {
    const id = await submitted({
      job_status: 'complete',
      step_results: resultsOf(1, 2),
      job_output: outputOf(3),
    });

    const { json } = await call('get-job', { id });
    const answers = await Promise.all(
      [undefined, 'report', 'step_2', 'step_3', 'nonsense'].map((step) =>
        call('get-result', { id, ...(step === undefined ? {} : { query: { step } }) }),
      ),
    );

    expect(json.output).toEqual(described(3));
    expect(json.steps.map(({ output }: { output: unknown }) => output)).toEqual([
      described(1),
      null,
      described(3),
    ]);
    expect(
      json.steps.map(({ output_url: url }: { output_url?: string }) => url?.split('?')[0]?.at(-1)),
    ).toEqual(['1', undefined, '3']);
    expect(
      answers.map(({ status, headers, json: body }) => [
        status,
        String(headers.Location).split('?')[0]?.at(-1),
        body?.message,
      ]),
    ).toEqual([
      [303, '3', undefined],
      [303, '1', undefined],
      [
        400,
        expect.anything(),
        'step: no result is kept of the step "step_2". Use the last step, or one with "output": true.',
      ],
      [303, '3', undefined],
      [
        400,
        expect.anything(),
        `step: ${id} has no step "nonsense". Use the last step, or one with "output": true.`,
      ],
    ]);
  });

  it('is created once for calls with one idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'key-1' };

    const answers = [await convert({ steps }, headers), await convert({ steps }, headers)];
    const other = await convert({ steps: steps.slice(0, 2) }, headers);
    const changed = await convert({ steps: [steps[0], { to: 'pdf' }, steps[2]] }, headers);
    const plain = await convert({ to: 'pdf' }, headers);

    expect(new Set(answers.map(({ json }) => json.job_id)).size).toBe(1);
    expect(answers[1]?.headers['Idempotency-Replayed']).toBe('true');
    expect([other, changed, plain].map(({ json }) => json.error)).toEqual(
      Array.from({ length: 3 }, () => 'idempotency_mismatch'),
    );
    expect((await tenant.account()).operations).toBe(4);
  });

  it('is cancelled with its options', async () => {
    const id = (await convert({ steps })).json.job_id;

    const { json } = await call('cancel-job', { method: 'POST', id });

    expect(json.steps.map(({ status }: { status: string }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
  });

  it('is described by a dry run', async () => {
    const { status, json } = await convert({ steps, dry_run: true });

    expect([status, json.operations.counted]).toEqual([200, 3]);
    expect(json.steps).toEqual([
      {
        name: 'report',
        from: 'text',
        to: 'pdf',
        engines: expect.arrayContaining(['typst-text-to-pdf']),
        text_recognition: 'never',
      },
      {
        name: 'step_2',
        from: 'pdf',
        to: 'pdf',
        engines: ['qpdf-pdf-to-pdf'],
        text_recognition: 'never',
      },
      {
        name: 'step_3',
        from: 'pdf',
        format: 'text',
        engines: expect.any(Array),
        text_recognition: 'if_needed',
      },
    ]);
  });
});

describe('a request with steps is refused', () => {
  it.each<[string, object, string]>([
    ['without steps', { steps: [] }, 'steps: '],
    ['with more than ten', { steps: Array.from({ length: 11 }, () => ({ to: 'pdf' })) }, 'steps: '],
    ['with to', { steps, to: 'pdf' }, 'steps: cannot be combined with to. Send only one of to, steps'],
    ['with neither', {}, 'one of to and steps is required'],
    ['with options of its own', { steps, options: {} }, 'options: cannot be combined with steps'],
    ['with an empty step', { steps: [{}] }, 'steps.0: one of to and format is required'],
    [
      'with to and format',
      { steps: [{ to: 'pdf', format: 'text' }] },
      'steps.0.format: cannot be combined with to',
    ],
    [
      'with a reserved name',
      { steps: [{ name: 'source', to: 'pdf' }] },
      'steps.0.name: must not be "source"',
    ],
    [
      'with a bad name',
      { steps: [{ name: 'A b', to: 'pdf' }] },
      'steps.0.name: must be 1 to 32 lowercase letters',
    ],
    ['with an unknown member', { steps: [{ too: 'pdf' }] }, 'steps.0.too: unknown field. Did you mean "to"?'],
    ['with no inputs', { steps: [{ to: 'pdf', inputs: [] }] }, 'steps.0.inputs: '],
    [
      'with a prototype as a name',
      { steps: [{ to: 'pdf', inputs: ['constructor'] }] },
      'steps.0.inputs: "constructor"',
    ],
  ])('%s', async (_, body, message) => {
    const answer = await convert(body);

    expect([answer.status, answer.json.error, answer.json.message]).toEqual([
      400,
      'invalid_request',
      expect.stringContaining(message),
    ]);
    expect((await tenant.account()).operations).toBe(1);
  });
});
