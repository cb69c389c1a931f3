import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChecksumAlgorithm,
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../../../../local/access/access.ts';
import { createChecksum } from '../../../../local/emulators/s3/checksums.ts';
import { startS3 } from '../../../../local/emulators/s3.ts';
import { createClient, failureOf } from './support.ts';

// The worked examples of AWS's own documentation, with its credentials and its clock (sigv4-streaming,
// sigv4-streaming-trailers): signatures that nobody here computed.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const time = Date.parse('2013-05-24T00:00:00Z');
const host = 's3.amazonaws.com';
const amzDate = '20130524T000000Z';
const chunks = ['a'.repeat(65_536), 'a'.repeat(1024), ''];

let directory: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 's3-test-'));
  s3 = await startS3({ directory, access: createAccess(credentials), clock: () => time });
  client = createClient(s3.endpoint, { credentials, systemClockOffset: time - Date.now() });
  await client.send(new CreateBucketCommand({ Bucket: 'examplebucket' }));
});
afterAll(async () => {
  client.destroy();
  await s3.close();
  await rm(directory, { recursive: true });
});

const common = {
  host,
  'content-encoding': 'aws-chunked',
  'x-amz-date': amzDate,
  'x-amz-decoded-content-length': '66560',
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
};
const authorization = (signedHeaders: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;

const plain = {
  headers: {
    ...common,
    'content-length': '66824',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    authorization: authorization(
      'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
      '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    ),
  },
  body: `${signedChunks([
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ])}\r\n`,
};
const withTrailer = {
  headers: {
    ...common,
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    'x-amz-trailer': 'x-amz-checksum-crc32c',
    authorization: authorization(
      'content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer',
      '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    ),
  },
  body: `${signedChunks([
    'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
    '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
  ])}x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n`,
};

function signedChunks(signatures: readonly string[]): string {
  return chunks
    .map(
      (data, index) =>
        `${data.length.toString(16)};chunk-signature=${signatures[index]}\r\n${data}${data && '\r\n'}`,
    )
    .join('');
}

function send({ headers, body }: { headers: Record<string, string>; body: string }, key = 'chunkObject.txt') {
  return new Promise<{ status: number | undefined; code: string | undefined }>((resolve, reject) => {
    const sent = request(
      s3.endpoint,
      { method: 'PUT', path: `/examplebucket/${key}`, headers, agent: false },
      async (response) => {
        const text = (await response.toArray()).join('');
        resolve({ status: response.statusCode, code: /<Code>(.*?)<\/Code>/.exec(text)?.[1] });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('a signed aws-chunked upload', () => {
  it.each([
    ['without a trailer', plain],
    ['with a trailer', withTrailer],
  ])('is stored without its framing, %s', async (_what, example) => {
    const answer = await send(example);
    const { Body, ContentEncoding } = await client.send(
      new GetObjectCommand({ Bucket: 'examplebucket', Key: 'chunkObject.txt' }),
    );

    expect(answer).toEqual({ status: 200, code: undefined });
    expect([await Body?.transformToString(), ContentEncoding]).toEqual([chunks.join(''), undefined]);
  });

  it.each([
    [
      'one byte of the first chunk changed',
      plain,
      plain.body.replace('\r\na', '\r\nb'),
      'SignatureDoesNotMatch',
    ],
    [
      'the signature of the last chunk changed',
      plain,
      plain.body.replace('b6c6', 'b6c7'),
      'SignatureDoesNotMatch',
    ],
    ['a chunk size that is none', plain, plain.body.replace('10000;', '1000x;'), 'InvalidChunkSizeError'],
    ['the trailer changed', withTrailer, withTrailer.body.replace('sOO8', 'sOO9'), 'SignatureDoesNotMatch'],
    [
      'the trailer left out',
      withTrailer,
      withTrailer.body.replace(/x-amz-checksum[\s\S]*$/, '\r\n'),
      'SignatureDoesNotMatch',
    ],
    ['the trailer cut off', withTrailer, withTrailer.body.slice(0, -4), 'IncompleteBody'],
    ['bytes behind its end', withTrailer, `${withTrailer.body}x`, 'IncompleteBody'],
    [
      'a chunk left out',
      withTrailer,
      withTrailer.body.replace(/400;[\s\S]*?\r\na+\r\n/, ''),
      'SignatureDoesNotMatch',
    ],
  ])('is refused with %s', async (_what, { headers }, body, code) => {
    const length = 'content-length' in headers ? {} : { 'content-length': String(body.length) };

    expect(await send({ headers: { ...headers, ...length }, body })).toEqual({
      status: expect.any(Number),
      code,
    });
  });

  it('is refused for another key', async () => {
    expect(await send(plain, 'other')).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
  });
});

describe('checksums', () => {
  it.each([
    ['crc32', 'cbf43926'],
    ['crc32c', 'e3069283'],
    ['crc64nvme', 'ae8b14860a799888'],
    ['md5', '25f9e794323b453885f5181f1b624d0b'],
  ] as const)('computes the check value of %s over several chunks', (algorithm, expected) => {
    const checksum = createChecksum(algorithm);
    for (const part of ['1234', '', '56789']) checksum.update(Buffer.from(part));

    expect(checksum.digest().toString('hex')).toBe(expected);
  });

  it.each<ChecksumAlgorithm>(['CRC32', 'CRC32C', 'SHA1', 'SHA256'])(
    'takes what the SDK sends as %s, and gives it back',
    async (algorithm) => {
      const Key = `sum/${algorithm}`;

      const put = await client.send(
        new PutObjectCommand({ Bucket: 'examplebucket', Key, Body: 'hello', ChecksumAlgorithm: algorithm }),
      );
      const got = await client.send(
        new GetObjectCommand({ Bucket: 'examplebucket', Key, ChecksumMode: 'ENABLED' }),
      );

      const name = `Checksum${algorithm}` as 'ChecksumCRC32';
      expect(put[name]).toBe(createChecksumOf(algorithm.toLowerCase() as 'crc32', 'hello'));
      expect([got[name], await got.Body?.transformToString()]).toEqual([put[name], 'hello']);
    },
  );

  it.each([
    ['a wrong CRC32', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
    ['a wrong SHA-256', { ChecksumSHA256: `${'A'.repeat(43)}=` }, 'BadDigest'],
    ['a wrong CRC64NVME', { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }, 'BadDigest'],
    ['a wrong MD5', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }, 'BadDigest'],
    ['an MD5 that is none', { ContentMD5: 'nonsense' }, 'InvalidDigest'],
    ['a CRC32 that is none', { ChecksumCRC32: 'nonsense!' }, 'InvalidRequest'],
    [
      'two checksums',
      { ChecksumCRC32: 'AAAAAA==', ChecksumSHA1: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
      'InvalidRequest',
    ],
  ])('refuses %s and stores nothing', async (_what, input, code) => {
    const put = client.send(
      new PutObjectCommand({ Bucket: 'examplebucket', Key: 'refused', Body: 'hello', ...input }),
    );

    expect(await failureOf(put)).toEqual({ code, status: 400 });
    expect(
      await failureOf(client.send(new GetObjectCommand({ Bucket: 'examplebucket', Key: 'refused' }))),
    ).toEqual({ code: 'NoSuchKey', status: 404 });
  });
});

function createChecksumOf(algorithm: Parameters<typeof createChecksum>[0], text: string) {
  const checksum = createChecksum(algorithm);
  checksum.update(Buffer.from(text));
  return checksum.digest().toString('base64');
}
