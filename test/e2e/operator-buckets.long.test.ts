import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { synthesize } from '../../local/assembly.ts';
import { localSettings } from '../../local/local-settings.ts';
import { type RunningStack, startStack } from '../../local/stack.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

const root = join(import.meta.dirname, '..', '..');
const Bucket = 'operator-bucket';

let stack: RunningStack | undefined;
let folder: string;
let s3: S3Client;
let tenant: Tenant;
let token: string;

// The functions receive a wider list than the policies, so that the policies are what refuses a key outside of the prefixes.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-buckets-'));
  const { directory } = await synthesize(root, join(root, 'build', 'assembly-buckets'), {
    ...localSettings,
    buckets: { sources: [`${Bucket}/in/{account}`], targets: [`${Bucket}/out/{account}`] },
  });
  stack = await startStack({
    assemblyDirectory: directory,
    dataDirectory: join(folder, 'data'),
    port: 0,
    graceMilliseconds: 0,
    environment: { SOURCE_BUCKETS: Bucket, TARGET_BUCKETS: Bucket },
  });
  const { region, credentials, endpoints } = stack.describe();
  s3 = new S3Client({
    region,
    credentials,
    endpoint: endpoints.s3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await s3.send(new CreateBucketCommand({ Bucket }));
  tenant = await createTenant(stack.describe());
  token = await tenant.authorize();
});

afterAll(async () => {
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

const extract = async (source: string, target: string) => {
  await s3.send(new PutObjectCommand({ Bucket, Key: source, Body: 'The harvest of 2026.' }));
  const body = { file_url: `s3://${Bucket}/${source}`, deliver_to: `s3://${Bucket}/${target}` };
  return tenant.finish(token, await tenant.submit(token, '/extract', body));
};

test('a document is read from a bucket of the operator, and its result is written to one', async () => {
  const job = await extract(`in/${tenant.accountId}/a.txt`, `out/${tenant.accountId}/b.txt`);

  expect([job.status, job.error, job.delivery]).toEqual([
    'complete',
    null,
    { status: 'delivered', http_status: 200 },
  ]);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `out/${tenant.accountId}/b.txt` }));
  expect(await Body?.transformToString()).toContain('The harvest of 2026.');
});

test('the policy of the worker refuses to read a key outside of the prefixes, if the rule does not', async () => {
  for (const source of ['secret/a.txt', `out/${tenant.accountId}/a.txt`]) {
    const job = await extract(source, `out/${tenant.accountId}/b.txt`);

    expect([job.status, job.error.code, job.error.message]).toEqual([
      'failed',
      'source_unreachable',
      'file_url: S3 refused the object (AccessDenied). Check that it exists and that the bucket lets the service read it.',
    ]);
  }
});

test('the policy of the worker refuses to write a key outside of the prefixes, if the rule does not', async () => {
  for (const target of ['secret/b.txt', `in/${tenant.accountId}/b.txt`]) {
    const job = await extract(`in/${tenant.accountId}/a.txt`, target);

    expect([job.status, job.delivery.status, job.delivery.http_status]).toEqual(['complete', 'failed', 403]);
    expect(job.delivery.message).toContain('AccessDenied');
  }
});
