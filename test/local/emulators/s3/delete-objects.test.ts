import { createHash } from 'node:crypto';
import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, createClient, failureOf, startTestS3 } from './support.ts';

let s3: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());

describe('an XML body', () => {
  it.each([
    ['nothing', ''],
    ['no object', '<Delete></Delete>'],
    ['an object without a key', '<Delete><Object></Object></Delete>'],
    ['a version of an object', '<Delete><Object><Key>a</Key><VersionId>1</VersionId></Object></Delete>'],
    ['an end that is missing', '<Delete><Object><Key>a</Key></Object>'],
    ['a reference that is none', '<Delete><Object><Key>&nothing;</Key></Object></Delete>'],
    ['a million beginnings', '<Object>'.repeat(1_000_000)],
    ['more than a thousand keys', `<Delete>${'<Object><Key>a</Key></Object>'.repeat(1001)}</Delete>`],
  ])('that asks to delete with %s is refused', async (_what, body) => {
    const client = createClient(s3.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    // An object of another shape than the SDK would send, signed after it was put in.
    client.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { body: unknown; headers: Record<string, string> };
        request.body = body;
        request.headers['content-length'] = String(body.length);
        delete request.headers['x-amz-checksum-crc32'];
        request.headers['content-md5'] = createHash('md5').update(body).digest('base64');
        return next(args);
      },
      { step: 'build', priority: 'low' },
    );

    const failure = await failureOf(
      client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: [{ Key: 'a' }] } })),
    );

    expect(failure).toEqual({ code: 'MalformedXML', status: 400 });
    client.destroy();
  });
});
