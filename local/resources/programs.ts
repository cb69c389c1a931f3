import { readFile } from 'node:fs/promises';
import { CreateBucketCommand, HeadBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { AwsSettings } from '../function-host/environment.ts';
import type { Program } from '../template/containers.ts';

/** Publishes the programs of containers, as a deployment does before it creates the stack. */
export async function publishPrograms(programs: readonly Program[], aws: AwsSettings): Promise<void> {
  if (programs.length === 0) return;
  const client = new S3Client({
    region: aws.region,
    credentials: { ...aws.credentials },
    endpoint: aws.endpoints.s3,
    forcePathStyle: true,
  });
  try {
    for (const { bucket: Bucket, key: Key, path } of programs) {
      await client
        .send(new HeadBucketCommand({ Bucket }))
        .catch(() => client.send(new CreateBucketCommand({ Bucket })));
      await client.send(new PutObjectCommand({ Bucket, Key, Body: await readFile(path) }));
    }
  } finally {
    client.destroy();
  }
}
