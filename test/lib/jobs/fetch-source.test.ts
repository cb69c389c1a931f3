import { describe, expect, it } from 'vitest';
import type { BucketReader } from '../../../lib/files/fetch-s3.ts';
import type { StoredFile } from '../../../lib/files/file.ts';
import { sourceFetcher } from '../../../lib/jobs/fetch-source.ts';
import type { Job, JobOutput } from '../../../lib/jobs/job.ts';
import type { JobStep, StepInput, StepResult } from '../../../lib/jobs/job-steps.ts';
import { newJob, textFile } from '../../support/jobs.ts';

const now = Date.UTC(2026, 10, 20);
const { signal } = new AbortController();

const step = (inputs: readonly StepInput[], from: string | undefined = 'pdf'): JobStep => ({
  name: 'joined',
  type: 'conversion',
  target: 'pdf',
  from,
  options: {},
  worker: 'standard',
  inputs,
  isOutput: false,
});

const result = (attempt: number, values: Partial<JobOutput> = {}): StepResult => ({
  attempt,
  output: {
    objectKey: `results/${attempt}`,
    filename: `${attempt}.pdf`,
    mimeType: 'application/pdf',
    sizeBytes: 4,
    sha256: '',
    ...values,
  },
  report: {},
  endedAt: now,
});

const jobOf = (current: JobStep, ...done: readonly StepResult[]): Job =>
  newJob({ accountId: 'acct' }, now, {
    sourceUrl: undefined,
    fileId: 'file_1',
    from: 'text',
    steps: { list: [...done.map(() => step([{ file: 0 }])), current], done },
  });

const stored = new Map([
  ['results/1', 'one'],
  ['results/3', 'three'],
  ['accounts/acct/files/file_1', 'file'],
]);

const readBucket: BucketReader = async ({ bucket, key }) =>
  key === 'in/a.txt' ? { bytes: Buffer.from(bucket) } : { problem: 'refused', code: 'NoSuchKey' };

const fetch = async (job: Job, files: readonly (StoredFile | undefined)[] = []) => {
  const objects = {
    get: async (key: string) => (stored.has(key) ? Buffer.from(stored.get(key) ?? '') : undefined),
  };
  const { bytes, further, filename, from } = await sourceFetcher(objects, readBucket)(job, files, signal);
  return { texts: [bytes, ...further].map((each) => Buffer.from(each).toString()), filename, from };
};

const failure = (job: Job, files?: readonly (StoredFile | undefined)[]): Promise<unknown> =>
  fetch(job, files).then(
    () => 'fetched',
    ({ code, message }) => [code, message],
  );

describe('a document in a bucket of the operator', () => {
  const at = (sourceUrl: string) =>
    newJob({ accountId: 'acct' }, now, { sourceUrl, fileId: undefined, from: 'text' });

  it('is read by its address', async () => {
    expect(await fetch(at('s3://my-bucket/in/a.txt'))).toEqual({
      texts: ['my-bucket'],
      filename: 'a.txt',
      from: 'text',
    });
  });

  it.each([
    [
      's3://my-bucket/in/b.txt',
      'file_url: S3 refused the object (NoSuchKey). Check that it exists and that the bucket lets the service read it.',
    ],
    ['s3://my-bucket', 'file_url: the s3 address is malformed.'],
  ])('fails the job if S3 refuses it (%s)', async (address, message) => {
    expect(await failure(at(address))).toEqual(['source_unreachable', message]);
  });
});

describe('a step', () => {
  it('reads the results of earlier steps, in the order of its inputs', async () => {
    const job = jobOf(step([{ step: 1 }, { step: 0 }]), result(1), result(3));

    expect(await fetch(job)).toEqual({ texts: ['three', 'one'], filename: '3.pdf', from: 'pdf' });
  });

  it('reads files of the request in its own format', async () => {
    const file = { ...textFile({ accountId: 'acct' }, 'file_1', now), format: 'text' };

    expect(await fetch(jobOf(step([{ file: 0 }], 'markdown')), [file])).toEqual({
      texts: ['file'],
      filename: 'a.txt',
      from: 'markdown',
    });
  });

  it.each<[string, Job, unknown]>([
    [
      'that is a ZIP',
      jobOf(step([{ step: 0 }]), result(1, { mimeType: 'application/zip' })),
      ['unsupported_content', expect.stringContaining('The result of "joined" is a ZIP of several files')],
    ],
    [
      'that is missing',
      jobOf(step([{ step: 0 }]), result(2)),
      ['internal_error', 'The result of an earlier step is missing. Submit the job again.'],
    ],
    [
      'over 100 MB',
      jobOf(step([{ step: 0 }]), result(1, { sizeBytes: 104_857_601 })),
      ['too_complex', 'The documents are larger than 100 MB in total. Send fewer or smaller ones.'],
    ],
    [
      'of another format',
      jobOf(step([{ step: 0 }], 'png'), result(1)),
      ['unsupported_content', 'Document 1 is pdf, not png. Send documents of one format.'],
    ],
  ])('does not read a result %s', async (_, job, expected) => {
    expect(await failure(job)).toEqual(expected);
  });

  it('does not read a file that was deleted', async () => {
    expect(await failure(jobOf(step([{ file: 0 }])), [undefined])).toEqual([
      'source_unreachable',
      'The file was deleted before the job read it. Upload it again.',
    ]);
  });
});
