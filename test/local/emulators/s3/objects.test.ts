import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, createClient, failureOf, startTestS3 } from './support.ts';

let s3: Awaited<ReturnType<typeof startTestS3>>;
/** Sends streams as the service does, without aws-chunked. */
let streaming: ReturnType<typeof createClient>;
beforeAll(async () => {
  s3 = await startTestS3();
  streaming = createClient(s3.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
});
afterAll(async () => {
  streaming.destroy();
  await s3.close();
});

const list = (more = {}) => s3.client.send(new ListObjectsV2Command({ Bucket: bucket, ...more }));
const put = (key: string, body: string | Uint8Array | Readable, more = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...more }));
const getText = async (key: string, more = {}) => {
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...more }));
  return Body?.transformToString();
};
const md5 = (data: string | Uint8Array) => createHash('md5').update(data).digest('hex');

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

  it('stores 25 MB from a stream', async () => {
    const data = randomBytes(26_214_400);

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

describe('buckets', () => {
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
