import { type ChecksumAlgorithm, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChecksum } from '../../../../local/emulators/s3/checksums.ts';
import { bucket, failureOf, startTestS3 } from './support.ts';

let s3: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());

it.each([
  ['crc32', 'cbf43926'],
  ['md5', '25f9e794323b453885f5181f1b624d0b'],
] as const)('computes the check value of %s over several chunks', (algorithm, expected) => {
  const checksum = createChecksum(algorithm);
  for (const part of ['1234', '', '56789']) checksum.update(Buffer.from(part));

  expect(checksum.digest().toString('hex')).toBe(expected);
});

it.each<ChecksumAlgorithm & ('CRC32' | 'SHA256')>(['CRC32', 'SHA256'])(
  'accepts the %s that the SDK sends and returns it',
  async (algorithm) => {
    const Key = `sum/${algorithm}`;
    const put = await s3.client.send(
      new PutObjectCommand({ Bucket: bucket, Key, Body: 'hello', ChecksumAlgorithm: algorithm }),
    );
    const got = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key, ChecksumMode: 'ENABLED' }));

    const name = `Checksum${algorithm}` as const;
    const checksum = createChecksum(algorithm === 'CRC32' ? 'crc32' : 'sha256');
    checksum.update(Buffer.from('hello'));
    expect(put[name]).toBe(checksum.digest().toString('base64'));
    expect([got[name], await got.Body?.transformToString()]).toEqual([put[name], 'hello']);
  },
);

it.each([
  ['a wrong CRC32', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest', 400],
  ['a wrong SHA-256', { ChecksumSHA256: `${'A'.repeat(43)}=` }, 'BadDigest', 400],
  ['an MD5', { ContentMD5: 'XUFAKrxLKna5cZ2REBfFkg==' }, 'NotImplemented', 501],
  ['an invalid CRC32', { ChecksumCRC32: 'nonsense!' }, 'InvalidRequest', 400],
  [
    'two checksums',
    { ChecksumCRC32: 'AAAAAA==', ChecksumSHA256: `${'A'.repeat(43)}=` },
    'InvalidRequest',
    400,
  ],
  ['an unsupported algorithm', { ChecksumSHA1: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }, 'NotImplemented', 501],
])('refuses %s and stores nothing', async (_what, input, code, status) => {
  const put = s3.client.send(
    new PutObjectCommand({ Bucket: bucket, Key: 'refused', Body: 'hello', ...input }),
  );

  expect(await failureOf(put)).toEqual({ code, status });
  expect(await failureOf(s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'refused' })))).toEqual({
    code: 'NoSuchKey',
    status: 404,
  });
});
