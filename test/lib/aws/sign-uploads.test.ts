import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadSigner } from '../../../lib/aws/sign-uploads.ts';

const key = 'incoming/acct_1/file_1';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token/+=' };
const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const checksumFields = {
  'x-amz-checksum-algorithm': 'SHA256',
  'x-amz-checksum-sha256': 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=',
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:12:00.123Z') });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe.each([
  ['AWS', 'us-east-1', ''],
  ['a region of China', 'cn-north-1', ''],
  ['another endpoint', 'eu-central-1', 'http://127.0.0.1:4566'],
])('uploadSigner on %s', (_, region, endpoint) => {
  it.each([
    ['with a checksum', credentials, sha256, checksumFields],
    ['without one', credentials, undefined, {}],
    ['with credentials of a user', { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }, undefined, {}],
  ] as const)('signs a form %s as the SDK does', async (_title, keys, checksum, Fields) => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
    const client = new S3Client({ region, credentials: keys });

    const signUpload = uploadSigner('files-bucket', client.config);
    const form = await signUpload(key, { maxBytes: 1_000_000, sha256: checksum, seconds: 900 });

    const expected = await createPresignedPost(client, {
      Bucket: 'files-bucket',
      Key: key,
      Conditions: [['content-length-range', 1, 1_000_000]],
      Fields,
      Expires: 900,
    });
    expect(form).toEqual(expected);
  });
});
