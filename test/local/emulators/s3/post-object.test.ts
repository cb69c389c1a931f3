import { createHmac } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runsOf } from '../../../support/long-run.ts';
import { bucket, credentials, failureOf, readAnswer, startTestS3 } from './support.ts';

const limit = 1000;
let s3: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterEach(() => s3.setOffset(0));
afterAll(() => s3.close());

async function presign(options: Partial<PresignedPostOptions> = {}) {
  return createPresignedPost(s3.client, {
    Bucket: bucket,
    Key: 'posted',
    Expires: 600,
    Conditions: [['content-length-range', 10, limit]],
    ...options,
  });
}

async function post(
  url: string,
  fields: Record<string, string>,
  file: string | Uint8Array<ArrayBuffer>,
  name = 'a.txt',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([file]), name);
  return fetch(url, { method: 'POST', body: form });
}

/** Signs a policy as the SDK does. */
function signPolicy(fields: Record<string, string>, policy: unknown): Record<string, string> {
  const text = Buffer.from(typeof policy === 'string' ? policy : JSON.stringify(policy)).toString('base64');
  const [, ...scope] = (fields['X-Amz-Credential'] ?? '').split('/');
  const key = scope.reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  return { ...fields, Policy: text, 'X-Amz-Signature': createHmac('sha256', key).update(text).digest('hex') };
}

const exists = async (key: string) =>
  (await failureOf(s3.client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })))) === undefined;

describe('an upload from a form', () => {
  it('stores the file and answers 204', async () => {
    const { url, fields } = await presign({ Key: 'form', Fields: { 'Content-Type': 'text/plain' } });

    const response = await post(url, fields, 'hello, form');
    const { Body, ContentType } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'form' }));

    expect([response.status, await response.text()]).toEqual([204, '']);
    expect([await Body?.transformToString(), ContentType]).toEqual(['hello, form', 'text/plain']);
  });

  it.each<[string, Partial<PresignedPostOptions>]>([
    ['user metadata', { Fields: { 'x-amz-meta-owner': 'me' } }],
    ['another status for success', { Fields: { success_action_status: '201' } }],
    ['a redirect', { Fields: { success_action_redirect: 'https://elsewhere.example' } }],
    [
      'the name of the file as key',
      { Key: `named/\${filename}`, Conditions: [['eq', '$key', `named/\${filename}`]] },
    ],
    ['a condition on the start of a field', { Conditions: [['starts-with', '$Content-Type', 'image/']] }],
  ])('answers 501 to %s', async (_what, options) => {
    const { url, fields } = await presign({ Key: 'unsupported', ...options });

    const answer = await readAnswer(await post(url, fields, 'ten bytes!'));

    expect([answer.status, answer.code, await exists('unsupported')]).toEqual([501, 'NotImplemented', false]);
  });

  it.each([
    [9, 400, 'EntityTooSmall'],
    [10, 204, undefined],
    [limit, 204, undefined],
    [limit + 1, 400, 'EntityTooLarge'],
    [5_000_000, 400, 'EntityTooLarge'],
  ])('answers a file of %i bytes with %i', async (size, status, code) => {
    const key = `size/${size}`;
    const { url, fields } = await presign({ Key: key });

    const answer = await readAnswer(await post(url, fields, new Uint8Array(size)));

    expect([answer.status, answer.code, await exists(key)]).toEqual([status, code, status === 204]);
  });

  it('stores a large file that is full of prefixes of the boundary', async () => {
    const { url, fields } = await presign({
      Key: 'large',
      Conditions: [['content-length-range', 1, 26_214_400]],
    });
    const file = new Uint8Array(Buffer.alloc(runsOf(2_000_000, 26_214_400), '\r\n------'));

    const response = await post(url, fields, file);
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'large' }));

    expect(response.status).toBe(204);
    expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(file)).toBe(true);
  });

  it('checks the file against the checksum in the form', async () => {
    const hash = 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=';
    const options = { Key: 'sum', Conditions: [], Fields: { 'x-amz-checksum-sha256': hash } };
    const { url, fields } = await presign(options);

    const wrong = await readAnswer(await post(url, fields, 'other'));
    const right = await post(url, fields, 'hello');

    expect([wrong.status, wrong.code, right.status, right.headers.get('x-amz-checksum-sha256')]).toEqual([
      400,
      'BadDigest',
      204,
      hash,
    ]);
  });
});

describe('the policy of a form', () => {
  it.each<[string, (fields: Record<string, string>) => Record<string, string>, string, number]>([
    ['another key', (fields) => ({ ...fields, key: 'other' }), 'AccessDenied', 403],
    ['another bucket in the form', (fields) => ({ ...fields, bucket: 'elsewhere' }), 'AccessDenied', 403],
    ['a field that it does not cover', (fields) => ({ ...fields, 'x-amz-meta-a': '1' }), 'AccessDenied', 403],
    [
      'a content type that it does not cover',
      (fields) => ({ ...fields, 'Content-Type': 'text/html' }),
      'AccessDenied',
      403,
    ],
    [
      'another policy',
      (fields) => ({
        ...fields,
        Policy: Buffer.from('{"expiration":"2999-01-01T00:00:00Z","conditions":[]}').toString('base64'),
      }),
      'SignatureDoesNotMatch',
      403,
    ],
    [
      'another signature',
      (fields) => ({ ...fields, 'X-Amz-Signature': '0'.repeat(64) }),
      'SignatureDoesNotMatch',
      403,
    ],
    ['no policy', ({ Policy: _, ...fields }) => fields, 'AccessDenied', 403],
    ['no signature', ({ 'X-Amz-Signature': _, ...fields }) => fields, 'InvalidArgument', 400],
    [
      'another credential',
      (fields) => ({
        ...fields,
        'X-Amz-Credential': (fields['X-Amz-Credential'] ?? '').replace('AKID', 'OTHR'),
      }),
      'InvalidAccessKeyId',
      403,
    ],
    ['no key', ({ key: _, ...fields }) => fields, 'InvalidArgument', 400],
    ['the same field twice', (fields) => ({ ...fields, KEY: 'other' }), 'InvalidArgument', 400],
    [
      'fields of more than 20 KB',
      (fields) => ({ ...fields, 'x-ignore-a': 'x'.repeat(20_480) }),
      'MaxPostPreDataLengthExceededError',
      400,
    ],
    ['a policy that is not JSON', (fields) => signPolicy(fields, 'not JSON'), 'InvalidPolicyDocument', 400],
    [
      'a policy without conditions',
      (fields) => signPolicy(fields, { expiration: '2999-01-01T00:00:00Z' }),
      'InvalidPolicyDocument',
      400,
    ],
    [
      'a policy without an expiration',
      (fields) => signPolicy(fields, { conditions: [] }),
      'InvalidPolicyDocument',
      400,
    ],
    [
      'a policy that covers nothing',
      (fields) => signPolicy(fields, { expiration: '2999-01-01T00:00:00Z', conditions: [] }),
      'AccessDenied',
      403,
    ],
  ])('refuses %s', async (_what, tamper, code, status) => {
    const { url, fields } = await presign({ Key: 'refused' });

    const answer = await readAnswer(await post(url, tamper(fields), 'ten bytes!'));

    expect([answer.status, answer.code, await exists('refused')]).toEqual([status, code, false]);
  });

  it('is not valid for another bucket', async () => {
    const { url, fields } = await presign();

    const answer = await readAnswer(await post(url.replace(bucket, 'elsewhere'), fields, 'ten bytes!'));

    expect([answer.status, answer.code]).toEqual([403, 'AccessDenied']);
  });

  it('expires', async () => {
    const { url, fields } = await presign();

    s3.setOffset(598_000);
    const before = await post(url, fields, 'ten bytes!');
    s3.setOffset(601_000);
    const after = await readAnswer(await post(url, fields, 'ten bytes!'));

    expect([before.status, after.status, after.code]).toEqual([204, 403, 'AccessDenied']);
    expect(after.text).toContain('Policy expired');
  });

  it('is required even if the form has no file or is truncated', async () => {
    const { url } = await presign();
    const form = new FormData();
    form.append('key', 'x');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const body = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nno end';

    const noFile = await fetch(url, { method: 'POST', body: form }).then(readAnswer);
    const noKey = await fetch(url, { method: 'POST', headers, body }).then(readAnswer);

    expect([noFile.code, noKey.code]).toEqual(['InvalidArgument', 'InvalidArgument']);
  });

  it('stores nothing of a form that ends inside its file', async () => {
    const { url, fields } = await presign({ Key: 'broken' });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nno end at all`;

    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    }).then(readAnswer);

    expect([answer.status, answer.code, await exists('broken')]).toEqual([400, 'IncompleteBody', false]);
  });
});
