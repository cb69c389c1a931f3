import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { getText, put, s3, streaming, useTestS3 } from './stored-objects.ts';
import { bucket, failureOf, startTestS3 } from './support.ts';

const list = (more = {}) => s3.client.send(new ListObjectsV2Command({ Bucket: bucket, ...more }));

function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(s3.endpoint).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

useTestS3();

describe('buckets', () => {
  beforeAll(async () => {
    await put('ten', '0123456789');
  });

  it('creates a bucket once and reports whether one exists', async () => {
    await s3.client.send(new CreateBucketCommand({ Bucket: bucket }));

    expect((await s3.client.send(new HeadBucketCommand({ Bucket: bucket }))).BucketRegion).toBe(
      'eu-central-1',
    );
    expect(await failureOf(s3.client.send(new HeadBucketCommand({ Bucket: 'elsewhere' })))).toEqual({
      code: 'NotFound',
      status: 404,
    });
  });

  it.each(['a_b', 'UPPER', 'a', '.incomplete'])('refuses the bucket name %j', async (Bucket) => {
    expect(await failureOf(s3.client.send(new CreateBucketCommand({ Bucket })))).toEqual({
      code: 'InvalidBucketName',
      status: 400,
    });
  });

  it('lists the keys below a prefix in the order of their bytes', async () => {
    await s3.client.send(new CreateBucketCommand({ Bucket: 'listing' }));
    const keys = ['a', 'p/1', 'p/10', 'p/2', 'p/<Z>', 'p/é', 'p/😀', 'q'];
    for (const key of [...keys].reverse()) await put(key, key, { Bucket: 'listing' });

    const page = await s3.client.send(new ListObjectsV2Command({ Bucket: 'listing', Prefix: 'p/' }));

    expect(page.Contents?.map(({ Key }) => Key)).toEqual(keys.slice(1, -1));
    expect([page.KeyCount, page.IsTruncated]).toEqual([6, false]);
  });

  const body = () => Readable.from(['0123456789']);
  it.each<[string, () => Promise<unknown>]>([
    [
      'a multipart upload',
      () => s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'x' })),
    ],
    ['an ACL', () => put('x', 'x', { ACL: 'public-read' })],
    ['a version', () => getText('ten', { VersionId: '1' })],
    ['user metadata', () => put('x', 'x', { Metadata: { owner: 'a' } })],
    ['an aws-chunked body', () => put('x', body(), { ContentLength: 10 })],
    ['If-Match on a write', () => put('x', 'x', { IfMatch: '"e"' })],
    ['If-None-Match with an ETag on a write', () => put('x', 'x', { IfNoneMatch: '"e"' })],
    ['If-Match on a read', () => getText('ten', { IfMatch: '"e"' })],
    ['If-Unmodified-Since on a read', () => getText('ten', { IfUnmodifiedSince: new Date() })],
    ['a replaced content type', () => getText('ten', { ResponseContentType: 'text/html' })],
    [
      'a copy',
      () => s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'x', CopySource: `${bucket}/ten` })),
    ],
    [
      'a deletion of several keys',
      () =>
        s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: [{ Key: 'ten' }] } })),
    ],
    ['a listing by delimiter', () => list({ Delimiter: '/' })],
    ['a listing in pages', () => list({ MaxKeys: 1 })],
  ])('answers 501 to %s', async (_what, call) => {
    expect(await failureOf(call())).toEqual({ code: 'NotImplemented', status: 501 });
    expect(await getText('ten')).toBe('0123456789');
    expect(await failureOf(getText('x'))).toEqual({ code: 'NoSuchKey', status: 404 });
  });
});

describe('the server', () => {
  it('leaves nothing of an upload whose client disconnects', async () => {
    const before = await readdir(join(s3.directory, bucket));
    const controller = new AbortController();
    const slow = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        controller.abort();
        yield Buffer.alloc(100_000);
      })(),
    );

    const upload = streaming.send(
      new PutObjectCommand({ Bucket: bucket, Key: 'gone', Body: slow, ContentLength: 10_000_000 }),
      { abortSignal: controller.signal },
    );

    expect((await failureOf(upload))?.code).toBe('AbortError');
    await expect.poll(() => readdir(join(s3.directory, '.incomplete'))).toEqual([]);
    expect(await readdir(join(s3.directory, bucket))).toEqual(before);
    expect(await failureOf(getText('gone'))).toEqual({ code: 'NoSuchKey', status: 404 });
  });

  it.each([
    'garbage\r\n\r\n',
    'GET http://elsewhere/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /documents/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /documents/a?x=1&x=2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'POST /documents HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab',
    'POST /documents HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9\r\nConnection: close\r\n\r\n--b\r\nfoo\r\n',
  ])('answers %j with 400 and keeps running', async (text) => {
    const answer = await sendRaw(text);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await failureOf(put('after garbage', 'x'))).toBeUndefined();
  });

  it('refuses an upload over its limit', async () => {
    const small = await startTestS3({ maxObjectBytes: 100 });

    const at = await failureOf(
      small.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'at', Body: Buffer.alloc(100) })),
    );
    const above = await failureOf(
      small.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'above', Body: Buffer.alloc(101) })),
    );

    expect([at, above]).toEqual([undefined, { code: 'EntityTooLarge', status: 400 }]);
    await small.close();
  });
});
