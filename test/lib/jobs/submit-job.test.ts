import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../lib/api/routes.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import type { ReadyFile, StoredFile } from '../../../lib/files/file.ts';
import { newId } from '../../../lib/ids.ts';
import { createFormatTable } from '../../../lib/jobs/format-table.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import type { JobRequest } from '../../../lib/jobs/job-request.ts';
import { stepsOf } from '../../../lib/jobs/step-requests.ts';
import { type JobSubmission, submitJob } from '../../../lib/jobs/submit-job.ts';
import { operationOf } from '../../../lib/limits/operation.ts';
import { limitsOf } from '../../../lib/plans.ts';

const now = Date.UTC(2026, 10, 20);
const table = createFormatTable();

let files: Map<string, StoredFile>;
let created: { job: Job; formats: readonly string[] }[];

beforeEach(() => {
  files = new Map();
  created = [];
});

const storedFile = (values: Partial<StoredFile>): string => {
  const fileId = newId('file', now);
  files.set(fileId, {
    accountId: 'acct',
    fileId,
    filename: 'a',
    format: 'text',
    sizeBytes: 10,
    sha256: '0'.repeat(64),
    createdAt: now,
    expiresAt: now + 1000,
    ...values,
  });
  return fileId;
};

const submission = (values: Partial<JobSubmission> = {}): JobSubmission => ({
  getFile: async (_accountId, fileId) => files.get(fileId),
  finalize: async () => {
    throw new ApiError('file_not_uploaded', 'It has not arrived.');
  },
  create: async (job, read) => {
    created.push({ job, formats: read.map(({ format }) => format) });
    return 'created';
  },
  calls: { find: async () => undefined },
  send: async () => undefined,
  ownFile: () => undefined,
  onUnsent: () => undefined,
  ...values,
});

const submit = (
  { to = 'pdf', options, ...request }: Partial<JobRequest> & Parameters<typeof stepsOf>[0],
  access = submission(),
  formats = table,
): Promise<[string, string]> =>
  submitJob(
    {
      ...operationOf(routes.convert, { accountId: 'acct', limits: limitsOf('pro') }),
      fileIds: [],
      fileUrl: undefined,
      from: undefined,
      ...request,
      steps: stepsOf({ to, options }),
    },
    access,
    formats,
    now,
  ).then(
    ({ isRepeat }) => ['accepted', isRepeat ? 'again' : 'new'],
    (error: unknown) => (error instanceof ApiError ? [error.code, error.message] : ['fault', String(error)]),
  );

describe('a text', () => {
  const limit = 12_000_000;

  it.each([
    [limit - 1, 'accepted'],
    [limit, 'accepted'],
    [limit + 1, 'too_complex'],
  ])('of %i characters is %s as a PDF', async (characters, expected) => {
    const [outcome] = await submit({ fileIds: [storedFile({ characters })] });

    expect(outcome).toBe(expected);
    expect(created).toHaveLength(expected === 'accepted' ? 1 : 0);
  });

  it('is refused with the limit in the message', async () => {
    expect(await submit({ fileIds: [storedFile({ characters: limit + 1 })], to: 'png' })).toEqual([
      'too_complex',
      'The text has 12000001 characters; the limit for png is 12000000. Split the file.',
    ]);
  });

  it('has no limit if no engine sets one', async () => {
    const fileIds = [storedFile({ characters: 26_000_000 })];

    expect((await submit({ fileIds, to: 'html' }))[0]).toBe('accepted');
  });

  it('stored before characters were counted is accepted', async () => {
    expect((await submit({ fileIds: [storedFile({ characters: undefined })] }))[0]).toBe('accepted');
  });
});

describe('a URL', () => {
  it.each([
    ['http://127.0.0.1/a', '127.0.0.1'],
    ['http://2130706433/a', '127.0.0.1'],
    ['https://[::1]:8443/a', '::1'],
    ['https://[::ffff:10.0.0.1]/a', '::ffff:a00:1'],
    ['http://192.168.1.1/a', '192.168.1.1'],
    ['http://localhost/a', 'localhost'],
    ['http://a.LOCALHOST./a', 'a.localhost.'],
  ])('that is obviously local is refused immediately: %s', async (fileUrl, host) => {
    expect(await submit({ fileUrl })).toEqual([
      'invalid_request',
      `file_url: ${host} is not on the public internet. Upload the file instead and send its file_id.`,
    ]);
    expect(created).toEqual([]);
  });

  it.each(['https://example.com/a', 'https://8.8.8.8/a', 'https://localhost.example.com/a'])(
    'of the public internet is accepted: %s',
    async (fileUrl) => {
      expect((await submit({ fileUrl }))[0]).toBe('accepted');
      expect(created[0]?.formats).toEqual([]);
    },
  );
});

describe('a file', () => {
  it('that is deleted between the read and the write is reported', async () => {
    const fileId = storedFile({});
    const create = async () => {
      files.delete(fileId);
      return 'file_changed' as const;
    };

    expect(await submit({ fileIds: [fileId] }, submission({ create }))).toEqual([
      'file_not_found',
      `file_id: no file "${fileId}" in this account. Upload it first.`,
    ]);
  });

  it('that was presigned and has not arrived is refused', async () => {
    const fileIds = [storedFile({ format: undefined })];

    expect((await submit({ fileIds }))[0]).toBe('file_not_uploaded');
  });

  it('that another request finalized meanwhile is accepted', async () => {
    const fileId = storedFile({ format: undefined });
    const finalize = async (file: StoredFile): Promise<ReadyFile> => {
      files.set(fileId, { ...file, format: 'text' });
      throw new ApiError('file_not_uploaded', 'It has not arrived.');
    };

    expect((await submit({ fileIds: [fileId] }, submission({ finalize })))[0]).toBe('accepted');
  });

  it('goes to the worker of its format', async () => {
    await submit({ fileIds: [storedFile({ format: 'html' })] });
    await submit({ fileIds: [storedFile({ format: 'docx' })] });

    expect(created.map(({ job, formats }) => [...formats, job.steps.list[0]?.worker])).toEqual([
      ['html', 'browser'],
      ['docx', 'office'],
    ]);
  });
});

describe('a request', () => {
  const counting = () => {
    const planned: string[] = [];
    const plan: typeof table.plan = (type, from, target, options) => {
      planned.push(`${from} to ${target}`);
      return table.plan(type, from, target, options);
    };
    return { planned, formats: { ...table, plan } };
  };

  it.each([{}, { from: 'text' }])('plans its pair of formats once: %o', async (request) => {
    const { planned, formats } = counting();

    const [outcome] = await submit({ ...request, fileIds: [storedFile({})] }, submission(), formats);

    expect(outcome).toBe('accepted');
    expect(planned).toEqual(['text to pdf']);
  });

  it('of a file_url without "from" plans each source format once', async () => {
    const { planned, formats } = counting();

    await submit({ fileUrl: 'https://example.com/a' }, submission(), formats);

    expect(planned).toEqual(table.sources('conversion', 'pdf').map((from) => `${from} to pdf`));
  });

  it('whose file is not of the format in "from" is refused after its options', async () => {
    const fileIds = [storedFile({ format: 'html' })];

    expect((await submit({ fileIds, from: 'text', options: { unknown: 1 } }))[0]).toBe('invalid_request');
    expect((await submit({ fileIds, from: 'text' }))[0]).toBe('format_mismatch');
  });

  it.each([
    ['markdown', true],
    ['csv', true],
    ['docx', false],
    ['json', false],
  ])('whose file is detected as text may call it %s: %s', async (from, isAccepted) => {
    const fileIds = [storedFile({ format: 'text' })];

    expect((await submit({ fileIds, from }))[0] !== 'format_mismatch').toBe(isAccepted);
  });
});
