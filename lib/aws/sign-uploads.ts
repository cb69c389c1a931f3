import { readEnvironment, readPublicBucketEndpoint } from '../env.ts';
import type { Uploads } from '../files/objects.ts';
import { base64Sha256 } from './base64-sha256.ts';
import { bucketUrl } from './bucket-url.ts';
import { regionOf, type SigningConfig, s3Signer } from './s3-requests.ts';
import type { Table } from './table.ts';

/** A time without milliseconds (ISO 8601). */
const isoSeconds = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, -5)}Z`;

/**
 * Signs forms that upload to a bucket, as the SDK's `createPresignedPost` does, which needs an S3 client.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export const uploadSigner =
  (bucket: string, config: SigningConfig): Uploads['signUpload'] =>
  async (key, { maxBytes, sha256, seconds }) => {
    const now = Date.now();
    const region = await regionOf(config);
    const { accessKeyId, sessionToken } =
      typeof config.credentials === 'function' ? await config.credentials() : config.credentials;
    const time = isoSeconds(now).replaceAll(/[-:]/g, '');
    const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
    const fields = {
      ...(sha256 === undefined
        ? {}
        : { 'x-amz-checksum-algorithm': 'SHA256', 'x-amz-checksum-sha256': base64Sha256(sha256) }),
      bucket,
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': [accessKeyId, ...scope].join('/'),
      'X-Amz-Date': time,
      ...(sessionToken === undefined ? {} : { 'X-Amz-Security-Token': sessionToken }),
      key,
    };
    const conditions = [
      ['content-length-range', 1, maxBytes],
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ];
    const policy = { expiration: isoSeconds(now + seconds * 1000), conditions };
    const encodedPolicy = Buffer.from(JSON.stringify(policy)).toString('base64');
    const signature = await s3Signer(config).sign(encodedPolicy, { signingDate: new Date(now) });
    return {
      url: bucketUrl(bucket, region, readPublicBucketEndpoint()).href,
      fields: { ...fields, Policy: encodedPolicy, 'X-Amz-Signature': signature },
    };
  };

/** Opens the uploads to the bucket that the environment names, with the table's region and credentials. */
export const openUploads = ({ client }: Table): Uploads => ({
  signUpload: uploadSigner(readEnvironment('bucketName'), client.config),
});
