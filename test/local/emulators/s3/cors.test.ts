import { PutBucketCorsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, readAnswer, startTestS3 } from './support.ts';

let s3: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());

const setRules = () =>
  s3.client.send(
    new PutBucketCorsCommand({
      Bucket: bucket,
      CORSConfiguration: {
        CORSRules: [
          { AllowedOrigins: ['https://*.example.com'], AllowedMethods: ['POST'] },
          {
            AllowedOrigins: ['http://localhost:3000'],
            AllowedMethods: ['PUT', 'GET'],
            AllowedHeaders: ['content-type', 'x-amz-*'],
            ExposeHeaders: ['ETag'],
          },
        ],
      },
    }),
  );
const preflight = (origin: string, method: string, headers = {}) =>
  fetch(`${s3.endpoint}/${bucket}/key`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, ...headers },
  });
const allowed = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));

describe('a web page of another origin', () => {
  it('is refused by a bucket without rules', async () => {
    const answer = await readAnswer(await preflight('http://localhost:3000', 'PUT'));

    expect([answer.status, answer.code]).toEqual([403, 'AccessForbidden']);
  });

  it('may do what a rule allows, and can read errors', async () => {
    await setRules();
    const url = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket: bucket, Key: 'key' }));
    const headers = { origin: 'http://localhost:3000' };

    const asked = await preflight('http://localhost:3000', 'PUT', {
      'access-control-request-headers': 'Content-Type,x-amz-date',
    });
    const refused = await fetch(`${url}x`, { method: 'PUT', body: 'x', headers });

    expect([asked.status, allowed(asked)]).toEqual([
      200,
      {
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'content-type, x-amz-date',
        'access-control-allow-methods': 'PUT, GET',
        'access-control-allow-origin': 'http://localhost:3000',
        'access-control-expose-headers': 'ETag',
      },
    ]);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      403,
      'http://localhost:3000',
    ]);
  });

  it.each([
    ['http://localhost:3001', 'PUT', {}],
    ['http://localhost:3000', 'DELETE', {}],
    ['http://localhost:3000', 'PUT', { 'access-control-request-headers': 'x-other' }],
    ['https://example.com', 'POST', {}],
    ['https://a.example.com.evil', 'POST', {}],
  ])('from %s may not %s with %j', async (origin, method, headers) => {
    const answer = await preflight(origin, method, headers);

    expect([answer.status, allowed(answer)]).toEqual([403, {}]);
  });

  it('is allowed by a pattern that matches its origin', async () => {
    const answer = await preflight('https://a.example.com', 'POST');

    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://a.example.com',
    ]);
  });
});
