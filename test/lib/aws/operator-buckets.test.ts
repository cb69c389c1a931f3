import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorBuckets, openOperatorBuckets } from '../../../lib/aws/operator-buckets.ts';
import { bucketName, startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let buckets: OperatorBuckets;
let s3: S3Client;
const { signal } = new AbortController();
const limits = { maxBytes: 10, signal };

beforeAll(async () => {
  service = await startTestService();
  buckets = openOperatorBuckets();
  s3 = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
});
afterAll(() => service.close());

const at = (key: string) => ({ bucket: bucketName, key });
const store = (Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket: bucketName, Key, Body }));
const stored = async (Key: string) => {
  const { Body, ContentType } = await s3.send(new GetObjectCommand({ Bucket: bucketName, Key }));
  return { type: ContentType, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
};

it('reads an object up to the limit, whatever characters its key has', async () => {
  await store('in/ä %20?#+.txt', '1234567890');
  await store('in/large.txt', '12345678901');

  const found = await buckets.read(at('in/ä %20?#+.txt'), limits);

  expect('bytes' in found && Buffer.from(found.bytes).toString()).toBe('1234567890');
  expect(await buckets.read(at('in/large.txt'), limits)).toEqual({ problem: 'too_large' });
});

it('returns the code of a refusal, and throws other faults', async () => {
  expect(await buckets.read(at('in/missing.txt'), limits)).toEqual({ problem: 'refused', code: 'NoSuchKey' });
  expect(await buckets.read({ bucket: 'no-such-bucket', key: 'a' }, limits)).toEqual({
    problem: 'refused',
    code: 'NoSuchBucket',
  });
  await expect(buckets.read(at('in/a'), { maxBytes: 1, signal: AbortSignal.abort() })).rejects.toThrow();
});

it('writes bytes and files with their media type', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'operator-buckets-'));
  const path = join(folder, 'result');
  await writeFile(path, 'a,b');
  const large = { path, length: 3, sha256: '', discard: async () => undefined };
  const address = (key: string) => `s3://${bucketName}/out/${key}`;

  const outcomes = [
    await buckets.put(address('a.md'), { bytes: Buffer.from('# A'), mimeType: 'text/markdown' }, signal),
    await buckets.put(address('a.csv'), { bytes: large, mimeType: 'text/csv' }, signal),
  ];

  expect(outcomes).toEqual([
    { status: 200, code: undefined },
    { status: 200, code: undefined },
  ]);
  expect(await stored('out/a.md')).toEqual({ type: 'text/markdown', bytes: Buffer.from('# A') });
  expect(await stored('out/a.csv')).toEqual({ type: 'text/csv', bytes: Buffer.from('a,b') });
  await rm(folder, { recursive: true });
});

it('closes the file of a result that could not be sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'operator-buckets-'));
  const path = join(folder, 'result');
  await writeFile(path, 'a,b');
  const large = { path, length: 3, sha256: '', discard: async () => undefined };
  const isOpen = async (): Promise<boolean> => {
    const descriptors = await readdir('/proc/self/fd');
    const files = descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => ''));
    return (await Promise.all(files)).includes(path);
  };

  const body = { bytes: large, mimeType: 'text/csv' };
  const outcome = await buckets.put(`s3://${bucketName}/a`, body, AbortSignal.abort());

  expect(outcome).toMatchObject({ mayRetry: true });
  await expect.poll(isOpen).toBe(false);
  await rm(folder, { recursive: true });
});

it('reports why an object was not written', async () => {
  const body = { bytes: Buffer.from('a'), mimeType: 'text/plain' };

  expect(await buckets.put('s3://no-such-bucket/a', body, signal)).toEqual({
    status: 404,
    code: 'NoSuchBucket',
  });
  expect(await buckets.put('s3://no-such-bucket', body, signal)).toEqual({
    problem: 'The s3 address is malformed.',
    mayRetry: false,
  });
  expect(await buckets.put(`s3://${bucketName}/a`, body, AbortSignal.abort())).toEqual({
    problem: 'The connection to S3 failed.',
    mayRetry: true,
  });
});
