import { randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, expect, inject, test } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import { itLong } from '../support/long-run.ts';
import { readItem } from '../support/table.ts';
import { type Receiver, receiverHost, startReceiver } from './support/webhook-receiver.ts';
import { withFile } from './support/with-file.ts';

const stack = inject('stack');
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

const newReceiver = async (): Promise<Receiver> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
};

/** A client of the local S3, at its address or at the host name of the local receivers. */
const s3At = (endpoint: string) =>
  new S3Client({
    region: stack.region,
    credentials: stack.credentials,
    endpoint,
    forcePathStyle: true,
    // Otherwise the address demands the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
const s3 = s3At(stack.endpoints.s3);
const s3OfResults = s3At(`http://${receiverHost}:${new URL(stack.endpoints.s3).port}`);

const Bucket = stack.outputs.BucketName ?? '';

/** An address to which the local S3 accepts a PUT of an object. */
const presignedPut = (Key: string, type?: string): Promise<string> =>
  getSignedUrl(s3OfResults, new PutObjectCommand({ Bucket, Key, ContentType: type }), {
    signableHeaders: new Set(type === undefined ? [] : ['content-type']),
  });

test('the result is put to the address with its media type before the job ends', async () => {
  const { tenant, token, fileId } = await withFile('The harvest of 2026.\n', 'harvest.txt');
  const receiver = await newReceiver();

  const jobId = await tenant.submit(token, '/extract', {
    file_id: fileId,
    deliver_to: `${receiver.url}?signature=secret`,
  });
  const job = await tenant.finish(token, jobId);

  expect(job).toMatchObject({
    status: 'complete',
    delivery: { status: 'delivered', http_status: 204 },
    report: { warnings: [], timings_ms: { deliver: expect.any(Number) } },
  });
  const [request] = receiver.received;
  const result = (await tenant.download(job)).toString();
  expect(receiver.received).toHaveLength(1);
  expect(request).toMatchObject({
    method: 'PUT',
    body: result,
    headers: { 'content-type': job.output.mime_type, 'content-length': `${job.output.size_bytes}` },
  });
  const item = await readItem(tenant.table, keys.job(tenant.accountId, jobId));
  expect(JSON.stringify(item)).not.toContain(receiverHost);
});

itLong('only the last result of a job with steps is put, by the worker that has it, into S3', async () => {
  const { tenant, token, fileId } = await withFile('The harvest of 2026.\n', 'harvest.txt');
  const key = `e2e/${randomUUID()}/result.pdf`;

  const jobId = await tenant.submit(token, '/convert', {
    file_id: fileId,
    steps: [{ to: 'docx', output: true }, { to: 'pdf' }],
    deliver_to: await presignedPut(key, 'application/pdf'),
  });
  const job = await tenant.finish(token, jobId);

  expect([job.status, job.delivery]).toEqual(['complete', { status: 'delivered', http_status: 200 }]);
  const { Body, ContentType } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
  expect(ContentType).toBe('application/pdf');
  expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(await tenant.download(job));
});

test('a target that refuses leaves the job complete, with its result and a warning without the address', async () => {
  const { tenant, token, fileId } = await withFile('The harvest of 2026.\n', 'harvest.txt');
  const address = await presignedPut(`e2e/${randomUUID()}`, 'application/pdf');

  const jobId = await tenant.submit(token, '/extract', { file_id: fileId, deliver_to: address });
  const job = await tenant.finish(token, jobId);

  expect(job.delivery).toEqual({
    status: 'failed',
    http_status: 403,
    message: expect.stringMatching(
      /^The target of deliver_to responded with status 403 \(SignatureDoesNotMatch\)\. .*signs is text\/plain/,
    ),
  });
  expect([job.status, job.error, job.report.warnings]).toEqual(['complete', null, [job.delivery.message]]);
  expect((await tenant.download(job)).toString()).toContain('The harvest');
  expect(JSON.stringify(job.delivery)).not.toContain(receiverHost);
});
