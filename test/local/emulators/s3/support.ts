import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { createAccess } from '../../../../local/access/access.ts';
import { startS3 } from '../../../../local/emulators/s3.ts';

export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };
export const bucket = 'documents';

/** Starts a server with a new folder and one bucket. */
export async function startTestS3(options: { maxObjectBytes?: number } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 's3-test-'));
  const time = { offset: 0 };
  const clock = () => Date.now() + time.offset;
  const server = await startS3({ directory, access: createAccess(credentials), clock, ...options });
  const client = createClient(server.endpoint);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    ...server,
    directory,
    client,
    /** Shifts the server's clock. */
    setOffset: (milliseconds: number) => {
      time.offset = milliseconds;
    },
    async close() {
      client.destroy();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

export function createClient(endpoint: string, options: S3ClientConfig = {}) {
  return new S3Client({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1, ...options });
}

/** Reads the status, error code and text of a response. */
export async function readAnswer(response: Response) {
  const text = await response.text();
  return { status: response.status, code: /<Code>(.*?)<\/Code>/.exec(text)?.[1], text };
}

/** Returns the S3 error code and status of a failed call, undefined if it succeeds. */
export async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason as { name: string; $metadata?: { httpStatusCode?: number } },
  );
  return error && { code: error.name, status: error.$metadata?.httpStatusCode };
}
