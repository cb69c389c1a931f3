import { readEnvironment, readPublicBucketEndpoint } from '../env.ts';
import { attachment, encodeUri } from '../files/attachment.ts';
import type { Downloads } from '../files/objects.ts';
import { bucketUrl } from './bucket-url.ts';
import { objectAddress, regionOf, type SigningConfig, s3Signer } from './s3-requests.ts';
import type { Table } from './table.ts';

/** Signs downloads from a bucket, as the SDK's `getSignedUrl` does. */
export const downloadSigner = (bucket: string, config: SigningConfig): Downloads['signDownload'] => {
  const signer = s3Signer(config);
  return async (key, { filename, seconds }) => {
    const url = bucketUrl(bucket, await regionOf(config), readPublicBucketEndpoint());
    const address = objectAddress(url, key);
    const { protocol, path, headers, query } = await signer.presign(
      {
        ...address,
        method: 'GET',
        query: { 'response-content-disposition': attachment(filename), 'x-id': 'GetObject' },
        headers: { ...address.headers, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
      },
      { expiresIn: seconds },
    );
    const parameters = Object.entries(query ?? {}).map(
      ([name, value]) => `${encodeUri(name)}=${encodeUri(String(value))}`,
    );
    return `${protocol}//${headers.host}${path}?${parameters.join('&')}`;
  };
};

/** Opens the downloads of the bucket that the environment names, with the table's region and credentials. */
export const openDownloads = ({ client }: Table): Downloads => ({
  signDownload: downloadSigner(readEnvironment('bucketName'), client.config),
});
