import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { runsOf } from '../../../support/long-run.ts';
import { getText, put, s3, streaming, useTestS3 } from './stored-objects.ts';
import { bucket, failureOf } from './support.ts';

const md5 = (data: string | Uint8Array) => createHash('md5').update(data).digest('hex');

useTestS3();

describe('objects', () => {
  it('returns a stored object with its headers', async () => {
    const answer = await put('full', 'hello', {
      ContentType: 'text/plain',
      ContentDisposition: 'attachment; filename="a.txt"',
      CacheControl: 'no-store',
    });
    const { Body, $metadata, LastModified, ...got } = await s3.client.send(
      new GetObjectCommand({ Bucket: bucket, Key: 'full' }),
    );

    expect(answer).toMatchObject({
      ETag: `"${md5('hello')}"`,
      ChecksumCRC32: 'NhCmhg==',
      ServerSideEncryption: 'AES256',
    });
    expect(await Body?.transformToString()).toBe('hello');
    expect($metadata.httpStatusCode).toBe(200);
    expect(Math.abs(Date.now() - Number(LastModified))).toBeLessThan(60_000);
    expect(got).toEqual({
      AcceptRanges: 'bytes',
      CacheControl: 'no-store',
      ChecksumCRC32: 'NhCmhg==',
      ChecksumType: 'FULL_OBJECT',
      ContentDisposition: 'attachment; filename="a.txt"',
      ContentLength: 5,
      ContentType: 'text/plain',
      ETag: `"${md5('hello')}"`,
      Metadata: {},
      ServerSideEncryption: 'AES256',
    });
  });

  it('has the tags that it was given, until it is stored again or deleted', async () => {
    const Key = 'tagged';
    const tagsOf = async () =>
      (await s3.client.send(new GetObjectTaggingCommand({ Bucket: bucket, Key }))).TagSet;
    const Tagging = { TagSet: [{ Key: 'a', Value: 'one' }] };
    await put(Key, 'one');

    await s3.client.send(new PutObjectTaggingCommand({ Bucket: bucket, Key, Tagging }));
    const given = await tagsOf();
    await put(Key, 'two');
    const stored = await tagsOf();
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    const tagging = s3.client.send(new PutObjectTaggingCommand({ Bucket: bucket, Key, Tagging }));
    const failures = [await failureOf(tagging), await failureOf(tagsOf())];

    expect([given, stored]).toEqual([Tagging.TagSet, []]);
    expect(failures).toMatchObject([{ code: 'NoSuchKey' }, { code: 'NoSuchKey' }]);
  });

  it('answers HEAD with the same headers and no body, and 404 for a missing key', async () => {
    await put('head', 'hello');

    const head = await s3.client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'head' }));
    const missing = await failureOf(s3.client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'none' })));

    expect(head).toMatchObject({
      ContentLength: 5,
      ETag: `"${md5('hello')}"`,
      ContentType: 'application/octet-stream',
    });
    expect(missing).toEqual({ code: 'NotFound', status: 404 });
  });

  it('stores an empty object', async () => {
    await put('empty', '');

    expect(await getText('empty')).toBe('');
  });

  it('stores a large object from a stream', async () => {
    const data = randomBytes(runsOf(2_000_000, 26_214_400));

    await streaming.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'big',
        Body: Readable.from([data.subarray(0, 7), data.subarray(7)]),
        ContentLength: data.length,
      }),
    );
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'big' }));

    expect(md5((await Body?.transformToByteArray()) ?? '')).toBe(md5(data));
  });

  it.each([
    'plain.txt',
    'with space',
    'plus+and&=?#%',
    'ünï/日本/😀',
    'a//b',
    '/leading',
    'trailing/',
    '../../etc/passwd',
    'a/../b',
    './.',
    'quote\'"<>',
    '*()!~',
    'line\nbreak',
    'k'.repeat(1024),
  ])('stores the key %j as it is', async (key) => {
    await put(key, `content of ${key}`);

    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }));

    expect(await getText(key)).toBe(`content of ${key}`);
    expect(Contents?.map((each) => each.Key)).toContain(key);
    expect((await readdir(join(s3.directory, '..'))).includes('etc')).toBe(false);
  });

  it('refuses a key of more than 1,024 bytes', async () => {
    expect(await failureOf(put('é'.repeat(513), 'x'))).toEqual({ code: 'KeyTooLongError', status: 400 });
  });

  it('answers NoSuchKey for a missing key and NoSuchBucket for a missing bucket', async () => {
    expect(await failureOf(getText('none'))).toEqual({ code: 'NoSuchKey', status: 404 });
    expect(await failureOf(getText('none', { Bucket: 'elsewhere' }))).toEqual({
      code: 'NoSuchBucket',
      status: 404,
    });
    expect(await failureOf(put('x', 'x', { Bucket: 'elsewhere' }))).toEqual({
      code: 'NoSuchBucket',
      status: 404,
    });
  });

  it('stores one complete version when two puts of a key race', async () => {
    const [left, right] = [Buffer.alloc(3_000_000, 'l'), Buffer.alloc(3_000_000, 'r')];

    await Promise.all([put('race', left), put('race', right)]);

    expect([md5(left), md5(right)]).toContain(md5((await getText('race')) ?? ''));
  });

  it('lets exactly one of ten concurrent If-None-Match puts succeed', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        failureOf(put('once', `writer ${index}`, { IfNoneMatch: '*' })),
      ),
    );

    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(results.filter(Boolean)).toEqual(Array(9).fill({ code: 'PreconditionFailed', status: 412 }));
  });

  it('deletes a key, whether it exists or not', async () => {
    for (const key of ['d/1', 'd/2']) await put(key, 'x');

    const first = await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'd/1' }));
    const again = await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'd/1' }));
    const left = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'd/' }));

    expect([first.$metadata.httpStatusCode, again.$metadata.httpStatusCode]).toEqual([204, 204]);
    expect(left.Contents?.map((each) => each.Key)).toEqual(['d/2']);
  });
});

describe('ranges', () => {
  beforeAll(() => put('ten', '0123456789'));

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-', '3456789', 'bytes 3-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('answers %s with that range', async (Range, text, contentRange) => {
    const { Body, ContentRange, ContentLength, $metadata } = await s3.client.send(
      new GetObjectCommand({ Bucket: bucket, Key: 'ten', Range }),
    );

    expect([await Body?.transformToString(), ContentRange, ContentLength, $metadata.httpStatusCode]).toEqual([
      text,
      contentRange,
      text.length,
      206,
    ]);
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1'])(
    'answers %s with the whole object',
    async (Range) => {
      expect(await getText('ten', { Range })).toBe('0123456789');
    },
  );

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])(
    'refuses %s, which is outside the object',
    async (Range) => {
      expect(await failureOf(getText('ten', { Range }))).toEqual({ code: 'InvalidRange', status: 416 });
    },
  );

  it('refuses any range of an empty object', async () => {
    await put('nothing', '');

    expect(await failureOf(getText('nothing', { Range: 'bytes=0-' }))).toEqual({
      code: 'InvalidRange',
      status: 416,
    });
  });

  it('sends the whole object to a cache that revalidates and to a client that resumes', async () => {
    const etag = `"${md5('0123456789')}"`;
    const url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: bucket, Key: 'ten' }));
    const headers = { range: 'bytes=3-', 'if-range': '"other"' };

    const resumed = await fetch(url, { headers });

    expect(await getText('ten', { IfNoneMatch: etag })).toBe('0123456789');
    expect([resumed.status, await resumed.text()]).toEqual([200, '0123456789']);
  });
});
