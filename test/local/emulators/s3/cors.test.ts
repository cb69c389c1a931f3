import { CreateBucketCommand, PutBucketCorsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../../../../local/access/access.ts';
import { startS3 } from '../../../../local/emulators/s3.ts';
import { temporaryDirectory } from '../emulator-process.ts';
import { bucket, createClient, credentials, readAnswer, startTestS3 } from './support.ts';

let s3: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());

const setRules = (client = s3.client) =>
  client.send(
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
            MaxAgeSeconds: 600,
          },
        ],
      },
    }),
  );
const preflight = (origin: string, method: string, headers = {}, endpoint = s3.endpoint) =>
  fetch(`${endpoint}/${bucket}/key`, {
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
        'access-control-max-age': '600',
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

  it('is allowed by the same rules after a restart', async () => {
    const directory = await temporaryDirectory();
    const first = await startS3({ directory, access: createAccess(credentials) });
    const client = createClient(first.endpoint);
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    await setRules(client);
    client.destroy();
    await first.close();

    const second = await startS3({ directory, access: createAccess(credentials) });
    const answer = await preflight('http://localhost:3000', 'GET', {}, second.endpoint);

    expect(answer.status).toBe(200);
    await second.close();
  });
});
