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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, failureOf, startTestS3 } from './support.ts';

let s3: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());

const put = (key: string, body: string | Uint8Array, more = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...more }));
const getText = async (key: string, more = {}) => {
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...more }));
  return Body?.transformToString();
};
const md5 = (data: string | Uint8Array) => createHash('md5').update(data).digest('hex');

describe('objects', () => {
  it('gives back what was put, with its headers and metadata', async () => {
    const answer = await put('full', 'hello', {
      ContentType: 'text/plain',
      ContentDisposition: 'attachment; filename="a.txt"',
      CacheControl: 'no-store',
      Metadata: { owner: 'acc 1' },
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
      Metadata: { owner: 'acc 1' },
      ServerSideEncryption: 'AES256',
    });
  });

  it('answers a head with the same headers and no body, and 404 for a key that is not there', async () => {
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

  it('takes 25 MB from a stream of unknown pace and gives the same bytes back', async () => {
    const data = randomBytes(26_214_400);

    await s3.client.send(
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
  ])('keeps the key %j apart from every other', async (key) => {
    await put(key, `content of ${key}`);

    const { Contents } = await s3.client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: key, MaxKeys: 1 }),
    );

    expect(await getText(key)).toBe(`content of ${key}`);
    expect(Contents?.map((each) => each.Key)).toEqual([key]);
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

  it('keeps one whole version when two puts of the same key race', async () => {
    const [left, right] = [Buffer.alloc(3_000_000, 'l'), Buffer.alloc(3_000_000, 'r')];

    await Promise.all([put('race', left), put('race', right)]);

    expect([md5(left), md5(right)]).toContain(md5((await getText('race')) ?? ''));
  });

  it('lets exactly one of ten puts win where each wants the key absent', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        failureOf(put('once', `writer ${index}`, { IfNoneMatch: '*' })),
      ),
    );

    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(results.filter(Boolean)).toEqual(Array(9).fill({ code: 'PreconditionFailed', status: 412 }));
  });

  it('deletes one key, whether it is there or not, and many at once', async () => {
    for (const key of ['d/1', 'd/2 <&>', 'd/3']) await put(key, 'x');

    const single = await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'd/1' }));
    const again = await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'd/1' }));
    const many = await s3.client.send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Objects: [{ Key: 'd/2 <&>' }, { Key: 'none' }] },
      }),
    );
    const left = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'd/' }));

    expect([single.$metadata.httpStatusCode, again.$metadata.httpStatusCode]).toEqual([204, 204]);
    expect(many.Deleted).toEqual([{ Key: 'd/2 <&>' }, { Key: 'none' }]);
    expect(left.Contents?.map((each) => each.Key)).toEqual(['d/3']);
  });

  it('copies an object with its headers, or with new ones', async () => {
    await put('from ü', 'copied', { ContentType: 'text/plain', Metadata: { a: '1' } });

    const source = `${bucket}/${encodeURIComponent('from ü')}`;
    await s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'to', CopySource: source }));
    await s3.client.send(
      new CopyObjectCommand({
        Bucket: bucket,
        Key: 'to2',
        CopySource: source,
        MetadataDirective: 'REPLACE',
        ContentType: 'text/html',
      }),
    );
    const heads = await Promise.all(
      ['to', 'to2'].map((Key) => s3.client.send(new HeadObjectCommand({ Bucket: bucket, Key }))),
    );

    expect(heads.map((head) => [head.ContentType, head.Metadata, head.ETag])).toEqual([
      ['text/plain', { a: '1' }, `"${md5('copied')}"`],
      ['text/html', {}, `"${md5('copied')}"`],
    ]);
    expect(await getText('to2')).toBe('copied');
  });
});

describe('ranges and conditions', () => {
  beforeAll(() => put('ten', '0123456789'));

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-', '3456789', 'bytes 3-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('answers %s with that part', async (Range, text, contentRange) => {
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

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('refuses %s, which holds nothing', async (Range) => {
    expect(await failureOf(getText('ten', { Range }))).toEqual({ code: 'InvalidRange', status: 416 });
  });

  it('refuses any range of an empty object', async () => {
    await put('nothing', '');

    expect(await failureOf(getText('nothing', { Range: 'bytes=0-' }))).toEqual({
      code: 'InvalidRange',
      status: 416,
    });
  });

  it('honours If-Match and If-None-Match on a read', async () => {
    const etag = `"${md5('0123456789')}"`;

    expect(await getText('ten', { IfMatch: etag })).toBe('0123456789');
    expect(await failureOf(getText('ten', { IfMatch: '"other"' }))).toEqual({
      code: 'PreconditionFailed',
      status: 412,
    });
    expect((await failureOf(getText('ten', { IfNoneMatch: etag })))?.status).toBe(304);
  });
});

describe('buckets', () => {
  it('creates a bucket as often as it is asked to and knows which exist', async () => {
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

  it('lists in the order of bytes, in pages, below a prefix', async () => {
    await s3.client.send(new CreateBucketCommand({ Bucket: 'listing' }));
    const keys = ['a', 'p/1', 'p/10', 'p/2', 'p/Z', 'p/é', 'p/😀', 'q'];
    for (const key of [...keys].reverse()) await put(key, key, { Bucket: 'listing' });

    const pages: Array<Array<string | undefined>> = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.client.send(
        new ListObjectsV2Command({ Bucket: 'listing', Prefix: 'p/', MaxKeys: 4, ContinuationToken }),
      );
      pages.push(page.Contents?.map((each) => each.Key) ?? []);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    const grouped = await s3.client.send(
      new ListObjectsV2Command({ Bucket: 'listing', Delimiter: '/', StartAfter: 'a' }),
    );

    expect(pages).toEqual([
      ['p/1', 'p/10', 'p/2', 'p/Z'],
      ['p/é', 'p/😀'],
    ]);
    expect([grouped.Contents?.map((each) => each.Key), grouped.CommonPrefixes]).toEqual([
      ['q'],
      [{ Prefix: 'p/' }],
    ]);
  });

  it('answers 501 for what it does not do', async () => {
    const upload = s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'x' }));

    expect(await failureOf(upload)).toEqual({ code: 'NotImplemented', status: 501 });
    expect(await failureOf(put('x', 'x', { ACL: 'public-read' }))).toEqual({
      code: 'NotImplemented',
      status: 501,
    });
    expect(await failureOf(getText('full', { VersionId: '1' }))).toEqual({
      code: 'NotImplemented',
      status: 501,
    });
  });
});

describe('the server', () => {
  it('leaves nothing of an upload whose client goes away, and serves on', async () => {
    const before = await readdir(join(s3.directory, bucket));
    const controller = new AbortController();
    const slow = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        controller.abort();
        yield Buffer.alloc(100_000);
      })(),
    );

    const upload = s3.client.send(
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
  ])('answers %j with 400 and serves on', async (text) => {
    const answer = await sendRaw(text);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await failureOf(put('after garbage', 'x'))).toBeUndefined();
  });

  it('refuses an upload beyond its limit', async () => {
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
