import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadSigner } from '../../../lib/aws/sign-downloads.ts';

/** Settings with which the SDK signs no checksum of its own. */
const noAddedChecksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

const key = 'accounts/acct_1/results/job_1/1';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token/+=' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:12:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The parts of a signed URL, whose parameters have no order. */
const partsOf = (address: string) => {
  const { origin, pathname, searchParams } = new URL(address);
  return { origin, pathname, query: Object.fromEntries(searchParams) };
};

const dispositionOf = (address: string): string =>
  new URL(address).searchParams.get('response-content-disposition') ?? '';

describe.each([
  ['AWS', 'us-east-1', ''],
  ['a region of China', 'cn-north-1', ''],
  ['another endpoint', 'eu-central-1', 'http://127.0.0.1:4566'],
])('downloadSigner on %s', (_, region, endpoint) => {
  it.each(['report.pdf', 'it\'s (ä) "100%"!*.pdf', '報告.pdf'])(
    'signs %s as the SDK does',
    async (filename) => {
      vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
      const client = new S3Client({ region, credentials, ...noAddedChecksums });

      const signed = await downloadSigner('files-bucket', client.config)(key, { filename, seconds: 600 });

      const command = new GetObjectCommand({
        Bucket: 'files-bucket',
        Key: key,
        ResponseContentDisposition: dispositionOf(signed),
      });
      const expected = await getSignedUrl(client, command, { expiresIn: 600 });
      expect(dispositionOf(signed)).toContain('attachment; filename=');
      expect(partsOf(signed)).toEqual(partsOf(expected));
    },
  );
});

it('signs for the endpoint that clients reach, if that is another one', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:4566');
  vi.stubEnv('PUBLIC_S3_ENDPOINT', 'https://docs.example.com');
  const client = new S3Client({ region: 'us-east-1', credentials, ...noAddedChecksums });

  const signed = await downloadSigner('files-bucket', client.config)(key, { filename: 'a.pdf', seconds: 60 });

  expect(signed).toMatch(/^https:\/\/docs\.example\.com\/files-bucket\//);
});

it('signs keys with characters that URLs encode', async () => {
  const client = new S3Client({
    region: 'us-east-1',
    credentials,
    ...noAddedChecksums,
  });
  const odd = "a b/ä'(1)+.pdf";

  const signed = await downloadSigner('files-bucket', client.config)(odd, { filename: 'a.pdf', seconds: 60 });

  const command = new GetObjectCommand({
    Bucket: 'files-bucket',
    Key: odd,
    ResponseContentDisposition: dispositionOf(signed),
  });
  expect(partsOf(signed)).toEqual(partsOf(await getSignedUrl(client, command, { expiresIn: 60 })));
});
