import type { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { bucket, createClient, startTestS3 } from './support.ts';

export let s3: Awaited<ReturnType<typeof startTestS3>>;

/** Sends streams as the service does, without aws-chunked. */
export let streaming: ReturnType<typeof createClient>;

export const put = (key: string, body: string | Uint8Array | Readable, more = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...more }));

export const getText = async (key: string, more = {}) => {
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...more }));
  return Body?.transformToString();
};

/** Starts the server with an empty bucket. */
export const useTestS3 = (): void => {
  beforeAll(async () => {
    s3 = await startTestS3();
    streaming = createClient(s3.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
  });
  afterAll(async () => {
    streaming.destroy();
    await s3.close();
  });
};
