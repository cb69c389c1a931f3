import { request } from 'node:http';
import { GetObjectCommand, PutObjectCommand, type S3ClientConfig } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bucket, createClient, credentials, failureOf, readAnswer, startTestS3 } from './support.ts';

let s3: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  s3 = await startTestS3();
  await s3.client.send(
    new PutObjectCommand({ Bucket: bucket, Key: 'a b', Body: 'signed', ContentType: 'text/html' }),
  );
});
afterEach(() => s3.setOffset(0));
afterAll(() => s3.close());

type Sent = { headers: Record<string, string>; path: string };

/** Sends a GET that is changed after it was signed. */
async function getTampered(tamper: (sent: Sent) => void, config: S3ClientConfig = {}) {
  const client = createClient(s3.endpoint, config);
  client.middlewareStack.add(
    (next) => (args) => {
      tamper(args.request as Sent);
      return next(args);
    },
    { step: 'deserialize' },
  );
  const failure = await failureOf(client.send(new GetObjectCommand({ Bucket: bucket, Key: 'a b' })));
  client.destroy();
  return failure;
}

describe('the authorization header', () => {
  it('accepts a request as it was signed', async () => {
    expect(await getTampered(() => undefined)).toBeUndefined();
  });

  it.each<[string, (sent: Sent) => void, string, number]>([
    [
      'another path',
      (sent) => Object.assign(sent, { path: `/${bucket}/other` }),
      'SignatureDoesNotMatch',
      403,
    ],
    [
      'another query',
      (sent) => Object.assign(sent, { query: { 'x-id': 'PutObject' } }),
      'SignatureDoesNotMatch',
      403,
    ],
    ['another method', (sent) => Object.assign(sent, { method: 'DELETE' }), 'SignatureDoesNotMatch', 403],
    [
      'another signature',
      (sent) => replaceAuthorization(sent, /Signature=./, 'Signature=g'),
      'AuthorizationHeaderMalformed',
      400,
    ],
    [
      'another scope',
      (sent) => replaceAuthorization(sent, 'eu-central-1', 'us-east-1'),
      'SignatureDoesNotMatch',
      403,
    ],
    [
      'another service',
      (sent) => replaceAuthorization(sent, '/s3/', '/sqs/'),
      'AuthorizationHeaderMalformed',
      400,
    ],
    [
      'a header that was not signed',
      (sent) => Object.assign(sent.headers, { 'x-amz-meta-a': '1' }),
      'AccessDenied',
      403,
    ],
    ['no date', (sent) => void delete sent.headers['x-amz-date'], 'AccessDenied', 403],
    ['no signature at all', (sent) => void delete sent.headers.authorization, 'AccessDenied', 403],
  ])('refuses %s', async (_what, tamper, code, status) => {
    expect(await getTampered(tamper)).toEqual({ code, status });
  });

  it('refuses an unknown key, a wrong secret and a session token', async () => {
    const failures = await Promise.all([
      getTampered(() => undefined, { credentials: { ...credentials, accessKeyId: 'OTHER' } }),
      getTampered(() => undefined, { credentials: { ...credentials, secretAccessKey: 'wrong' } }),
      getTampered(() => undefined, { credentials: { ...credentials, sessionToken: 'token' } }),
    ]);

    expect(failures).toEqual([
      { code: 'InvalidAccessKeyId', status: 403 },
      { code: 'SignatureDoesNotMatch', status: 403 },
      { code: 'InvalidToken', status: 400 },
    ]);
  });

  it.each([-930_000, 930_000])('refuses a clock that is %i ms off', async (offset) => {
    s3.setOffset(offset);
    // With more than one attempt the SDK would correct its clock.
    expect(await getTampered(() => undefined)).toEqual({ code: 'RequestTimeTooSkewed', status: 403 });
  });

  it('refuses a body that does not match the signed hash', async () => {
    const client = createClient(s3.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    client.middlewareStack.add(
      (next) => (args) =>
        next({ ...args, request: Object.assign(args.request as object, { body: 'wrong' }) }),
      { step: 'deserialize' },
    );

    const failure = await failureOf(
      client.send(new PutObjectCommand({ Bucket: bucket, Key: 'tampered', Body: 'right' })),
    );

    expect(failure).toEqual({ code: 'XAmzContentSHA256Mismatch', status: 400 });
    expect(await getMissing('tampered')).toBe('NoSuchKey');
    client.destroy();
  });
});

describe('a presigned URL', () => {
  const presign = (input: Partial<GetObjectCommand['input']> = {}, expiresIn = 60) =>
    getSignedUrl(s3.client, new GetObjectCommand({ Bucket: bucket, Key: 'a b', ...input }), { expiresIn });

  it('returns the object with the signed Content-Disposition', async () => {
    const response = await fetch(
      await presign({
        ResponseContentDisposition: 'attachment; filename="x.html"',
      }),
    );

    expect(await response.text()).toBe('signed');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="x.html"');
    expect(response.headers.get('content-type')).toBe('text/html');
  });

  it('expires after its lifetime', async () => {
    const url = await presign({}, 3600);

    s3.setOffset(3_598_000);
    const before = await fetch(url).then(readAnswer);
    s3.setOffset(3_601_000);
    const after = await fetch(url).then(readAnswer);

    expect([before.status, after.status, after.code]).toEqual([200, 403, 'AccessDenied']);
    expect(after.text).toContain('<Message>Request has expired</Message>');
  });

  it('is not valid before its date', async () => {
    const url = await presign({}, 3600);
    s3.setOffset(-930_000);

    expect(await fetch(url).then(readAnswer)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it.each<[string, (url: URL) => void, string, number]>([
    [
      'for another key',
      (url) => Object.assign(url, { pathname: `/${bucket}/other` }),
      'SignatureDoesNotMatch',
      403,
    ],
    [
      'for another bucket',
      (url) => Object.assign(url, { pathname: '/elsewhere/a b' }),
      'SignatureDoesNotMatch',
      403,
    ],
    [
      'with a longer life',
      (url) => url.searchParams.set('X-Amz-Expires', '61'),
      'SignatureDoesNotMatch',
      403,
    ],
    [
      'with more than a week',
      (url) => url.searchParams.set('X-Amz-Expires', '604801'),
      'AuthorizationQueryParametersError',
      400,
    ],
    [
      'with a disposition added',
      (url) => url.searchParams.set('response-content-disposition', 'inline'),
      'SignatureDoesNotMatch',
      403,
    ],
    [
      'without a signature',
      (url) => url.searchParams.delete('X-Amz-Signature'),
      'AuthorizationQueryParametersError',
      400,
    ],
    ['with a token', (url) => url.searchParams.set('X-Amz-Security-Token', 'x'), 'InvalidToken', 400],
  ])('is refused %s', async (_what, tamper, code, status) => {
    const url = new URL(await presign());
    tamper(url);

    expect(await fetch(url).then(readAnswer)).toMatchObject({ code, status });
  });

  it('is refused with another method or an x-amz- header that was not signed', async () => {
    const url = await presign();

    const removed = await fetch(url, { method: 'DELETE' }).then(readAnswer);
    const added = await fetch(url, { headers: { 'x-amz-checksum-mode': 'ENABLED' } }).then(readAnswer);

    expect([removed.code, added.code]).toEqual(['SignatureDoesNotMatch', 'AccessDenied']);
  });

  it('accepts an upload and checks it against a signed checksum', async () => {
    const client = createClient(s3.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: 'upload' }));
    const bound = await getSignedUrl(
      client,
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'bound',
        ChecksumSHA256: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
      }),
      { unhoistableHeaders: new Set(['x-amz-checksum-sha256']) },
    );
    const headers = { 'x-amz-checksum-sha256': 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=' };

    const free = await fetch(url, { method: 'PUT', body: 'anything' });
    const right = await fetch(bound, { method: 'PUT', body: 'hello', headers });
    const wrong = await fetch(bound, { method: 'PUT', body: 'other', headers }).then(readAnswer);

    expect([free.status, right.status, wrong.status, wrong.code]).toEqual([200, 200, 400, 'BadDigest']);
    client.destroy();
  });

  it('cannot leave the folder with a bucket named ..', async () => {
    const path = '/../../etc/passwd';
    const status = await new Promise((resolve) => {
      request(s3.endpoint, { path, agent: false }, (response) => resolve(response.resume().statusCode)).end();
    });

    expect(status).toBe(403);
  });
});

async function getMissing(key: string) {
  return (await failureOf(s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))))?.code;
}

function replaceAuthorization(sent: Sent, from: string | RegExp, to: string) {
  sent.headers.authorization = (sent.headers.authorization ?? '').replace(from, to);
}
