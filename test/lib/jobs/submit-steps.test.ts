import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../lib/api/routes.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import type { StoredFile } from '../../../lib/files/file.ts';
import { newId } from '../../../lib/ids.ts';
import { createFormatTable } from '../../../lib/jobs/format-table.ts';
import type { Job, JobMessage } from '../../../lib/jobs/job.ts';
import type { JobRequest } from '../../../lib/jobs/job-request.ts';
import { stepsOf } from '../../../lib/jobs/step-requests.ts';
import { submitJob } from '../../../lib/jobs/submit-job.ts';
import { operationOf } from '../../../lib/limits/operation.ts';
import { limitsOf } from '../../../lib/plans.ts';

const now = Date.UTC(2026, 10, 20);
const table = createFormatTable();

let files: Map<string, StoredFile>;
let created: Job[];
let sent: [JobMessage, string][];

beforeEach(() => {
  files = new Map();
  created = [];
  sent = [];
});

const fileOf = (format: string, values: Partial<StoredFile> = {}): string => {
  const fileId = newId('file', now);
  files.set(fileId, {
    accountId: 'acct',
    fileId,
    filename: 'a',
    format,
    sizeBytes: 10,
    sha256: '0'.repeat(64),
    createdAt: now,
    expiresAt: now + 1000,
    ...values,
  });
  return fileId;
};

type Step = NonNullable<Parameters<typeof stepsOf>[0]['steps']>[number];

const submit = async (
  steps: readonly Step[],
  request: Partial<JobRequest> = {},
): Promise<Job | [string, string]> => {
  try {
    await submitJob(
      {
        ...operationOf(routes.convert, { accountId: 'acct', limits: limitsOf('pro') }),
        fileIds: [],
        fileUrl: undefined,
        from: undefined,
        steps: stepsOf({ steps }),
        ...request,
      },
      {
        getFile: async (_accountId, fileId) => files.get(fileId),
        finalize: () => Promise.reject(new Error('unexpected')),
        create: async (job) => {
          created.push(job);
          return 'created';
        },
        calls: { find: async () => undefined },
        send: async (message, worker) => void sent.push([message, worker]),
        ownFile: () => undefined,
        onUnsent: () => undefined,
      },
      table,
      now,
    );
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.message];
    throw error;
  }
  return created[0] ?? expect.fail();
};

describe('steps', () => {
  it('read the step before, and each has the worker of its pair', async () => {
    const job = await submit(
      [{ to: 'pdf' }, { to: 'pdf', options: { watermark: 'Draft' } }, { format: 'text' }],
      { fileIds: [fileOf('html')] },
    );

    expect(job).toMatchObject({
      from: 'html',
      steps: {
        done: [],
        list: [
          { name: 'step_1', target: 'pdf', from: 'html', worker: 'browser', inputs: [{ file: 0 }] },
          {
            name: 'step_2',
            target: 'pdf',
            from: 'pdf',
            worker: 'standard',
            inputs: [{ step: 0 }],
            options: { watermark: 'Draft' },
          },
          { name: 'step_3', type: 'extraction', from: 'pdf', worker: 'standard', inputs: [{ step: 1 }] },
        ],
      },
    });
    expect(sent).toEqual([[expect.objectContaining({ step: 0 }), 'browser']]);
  });

  it('read earlier steps and single files by their names', async () => {
    const [html, docx] = [fileOf('html'), fileOf('docx')];

    const job = await submit(
      [
        { name: 'cover', to: 'pdf', inputs: [html] },
        { name: 'body', to: 'pdf', inputs: [docx] },
        { to: 'pdf', inputs: ['cover', 'body'] },
      ],
      { fileIds: [html, docx] },
    );

    expect(job).toMatchObject({
      steps: {
        list: [{ inputs: [{ file: 0 }] }, { inputs: [{ file: 1 }] }, { inputs: [{ step: 0 }, { step: 1 }] }],
      },
    });
  });

  it('combine all files of the request', async () => {
    const job = await submit([{ to: 'pdf' }, { to: 'png' }], { fileIds: [fileOf('pdf'), fileOf('pdf')] });

    expect(job).toMatchObject({
      steps: { list: [{ inputs: [{ file: 0 }, { file: 1 }] }, { inputs: [{ step: 0 }] }] },
    });
  });

  it('read a public URL whose format is unknown', async () => {
    const job = await submit([{ to: 'pdf' }, { to: 'png' }], { fileUrl: 'https://docs.example/a' });

    expect(job).toMatchObject({
      from: undefined,
      sourceUrl: 'https://docs.example/a',
      steps: { list: [{ from: undefined, worker: 'standard' }, { from: 'pdf' }] },
    });
  });

  it('accept aliases of formats', async () => {
    expect(await submit([{ to: 'jpg' }, { to: 'pdf' }], { fileIds: [fileOf('pdf')] })).toMatchObject({
      steps: { list: [{ target: 'jpeg' }, { from: 'jpeg' }] },
    });
  });
});

describe('steps are refused', () => {
  const pdf = 'pdf';

  it.each<[string, readonly Step[], string, string]>([
    [
      'for a pair without a route',
      [{ to: pdf }, { to: 'csv' }, { to: 'odp' }],
      'unsupported_conversion',
      'steps.2.to (step "step_3"): cannot convert csv to "odp". Supported: ',
    ],
    [
      'for an extraction that the format does not have',
      [{ to: pdf }, { format: 'nonsense' }],
      'unsupported_conversion',
      'steps.1.format (step "step_2"): cannot extract "nonsense" from pdf. Supported: ',
    ],
    [
      'for an option',
      [{ to: pdf }, { to: pdf, options: { watermark: '' } }],
      'invalid_request',
      'steps.1.options.watermark (step "step_2"): must not be empty.',
    ],
    [
      'for an unknown name',
      [{ to: pdf }, { to: pdf, inputs: ['cover'] }],
      'invalid_request',
      'steps.1.inputs: "cover" is no earlier step. Known: source, step_1.',
    ],
    [
      'for its own name',
      [{ name: 'a', to: pdf, inputs: ['a'] }],
      'invalid_request',
      'steps.0.inputs: "a" is no earlier step',
    ],
    [
      'for a later name',
      [
        { to: pdf, inputs: ['b'] },
        { name: 'b', to: pdf },
      ],
      'invalid_request',
      'steps.0.inputs: "b" is no earlier step',
    ],
    [
      'for a name that is there twice',
      [{ to: pdf }, { name: 'step_1', to: pdf }],
      'invalid_request',
      'steps.1.name: an earlier step has the name "step_1" too.',
    ],
    [
      'for a document that is there twice',
      [
        { name: 'a', to: pdf },
        { to: pdf, inputs: ['a', 'a'] },
      ],
      'invalid_request',
      'steps.1.inputs: contains the same document twice.',
    ],
    [
      'for several inputs that cannot be combined',
      [
        { name: 'a', to: pdf },
        { name: 'b', to: pdf, inputs: ['source'] },
        { to: 'png', inputs: ['a', 'b'] },
      ],
      'invalid_request',
      'steps.2.inputs (step "step_3"): pdf files cannot be combined into one png.',
    ],
    [
      'for inputs of several formats',
      [
        { name: 'a', to: pdf },
        { name: 'b', to: 'png' },
        { to: pdf, inputs: ['a', 'b'] },
      ],
      'format_mismatch',
      'steps.2.inputs (step "step_3"): "b" is png, but the first document is pdf. Send documents of one format, or convert',
    ],
    [
      'for an extraction that a step reads',
      [{ format: 'text' }, { to: pdf }],
      'invalid_request',
      'steps.1.inputs: "step_1" is an extraction, whose result no step can read.',
    ],
    [
      'for a step that nothing reads',
      [{ to: 'png' }, { to: pdf, inputs: ['source'] }],
      'invalid_request',
      'steps.0: no later step reads its result.',
    ],
  ])('%s', async (_, steps, code, message) => {
    const outcome = await submit(steps, { fileIds: [fileOf('docx')] });

    expect(outcome).toEqual([code, expect.stringContaining(message)]);
    expect(created).toEqual([]);
  });

  it('for a file that no step reads', async () => {
    const [one, other] = [fileOf('docx'), fileOf('html')];

    expect(await submit([{ to: 'pdf', inputs: [one] }], { fileIds: [one, other] })).toEqual([
      'invalid_request',
      `file_ids: no step reads ${other}. Remove it, or add it to the inputs of a step.`,
    ]);
  });

  it('for an unknown name next to several files', async () => {
    const [, message] = (await submit([{ to: 'pdf', inputs: ['cover'] }], {
      fileIds: [fileOf('docx'), fileOf('docx')],
    })) as [string, string];

    expect(message).toBe(
      'steps.0.inputs: "cover" is no earlier step and no file of file_ids. Known: source, and the ids in file_ids.',
    );
  });

  it('for a file of another format than "from"', async () => {
    expect((await submit([{ to: 'pdf' }], { fileIds: [fileOf('docx')], from: 'html' }))[0 as never]).toBe(
      'format_mismatch',
    );
  });

  it('for a text that is too long for a step', async () => {
    const fileIds = [fileOf('text', { characters: 12_000_001 })];

    expect(await submit([{ to: 'pdf' }, { to: 'png' }], { fileIds })).toEqual([
      'too_complex',
      'The text has 12000001 characters; the limit for pdf is 12000000. Split the file.',
    ]);
  });

  it('for more documents than a job may have', async () => {
    const fileIds = Array.from({ length: 20 }, () => fileOf('pdf'));

    expect(
      await submit(
        [
          { name: 'all', to: 'pdf' },
          { to: 'pdf', inputs: ['source', 'all'] },
        ],
        { fileIds },
      ),
    ).toEqual(['invalid_request', 'steps.1.inputs: has 21 documents; the limit is 20. Send fewer.']);
  });
});

it('keeps a step that nothing reads if its result is kept', async () => {
  const steps = [
    { format: 'text', output: true },
    { to: 'pdf', inputs: ['source'] },
  ];

  expect(await submit(steps, { fileIds: [fileOf('docx')] })).toMatchObject({
    steps: {
      list: [
        { type: 'extraction', isOutput: true },
        { type: 'conversion', target: 'pdf' },
      ],
    },
  });
});
