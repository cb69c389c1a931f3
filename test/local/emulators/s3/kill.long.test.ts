import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { createAccess } from '../../../../local/access/access.ts';
import { startS3 } from '../../../../local/emulators/s3.ts';
import { startEmulatorProcess, temporaryDirectory } from '../emulator-process.ts';
import { bucket, createClient, credentials, failureOf } from './support.ts';

it('has every acknowledged object complete, and no partial one, after a kill during uploads', async () => {
  const directory = await temporaryDirectory();
  const killed = await startEmulatorProcess('s3', directory);
  const before = createClient(killed.endpoint);
  await before.send(new CreateBucketCommand({ Bucket: bucket }));
  const bodyOf = (index: number) => Buffer.alloc(2_000_000, `${index} `);
  const answered: number[] = [];
  const uploads = Array.from({ length: 30 }, async (_, index) => {
    const put = new PutObjectCommand({
      Bucket: bucket,
      Key: `${index}`,
      Body: bodyOf(index),
      ContentType: 'text/plain',
    });
    if ((await failureOf(before.send(put))) === undefined) answered.push(index);
    if (answered.length === 5) await killed.kill();
  });
  await Promise.all(uploads);

  const server = await startS3({ directory, access: createAccess(credentials) });
  const after = createClient(server.endpoint);
  const { Contents = [] } = await after.send(new ListObjectsV2Command({ Bucket: bucket }));
  const bodies = await Promise.all(
    Contents.map(async ({ Key }) => {
      const { Body, ContentType } = await after.send(new GetObjectCommand({ Bucket: bucket, Key }));
      return (
        ContentType === 'text/plain' &&
        bodyOf(Number(Key)).equals((await Body?.transformToByteArray()) ?? Buffer.of())
      );
    }),
  );

  expect(Contents.map(({ Key }) => Number(Key))).toEqual(expect.arrayContaining(answered));
  expect(new Set(bodies)).toEqual(new Set([true]));
  expect([await readdir(join(directory, '.incomplete')), killed.printed()]).toEqual([[], '']);
  for (const client of [before, after]) client.destroy();
  await server.close();
});

it('does not serve an object whose file a power failure cut short', async () => {
  const directory = await temporaryDirectory();
  const server = await startS3({ directory, access: createAccess(credentials) });
  const client = createClient(server.endpoint);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'cut', Body: 'some bytes' }));
  const [file = ''] = await readdir(join(directory, bucket));

  await truncate(join(directory, bucket, file), 40);

  expect(await failureOf(client.send(new GetObjectCommand({ Bucket: bucket, Key: 'cut' })))).toEqual({
    code: 'NoSuchKey',
    status: 404,
  });
  expect((await client.send(new ListObjectsV2Command({ Bucket: bucket }))).KeyCount).toBe(0);
  client.destroy();
  await server.close();
});
