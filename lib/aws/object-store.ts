import { createReadStream } from 'node:fs';
import { readEnvironment } from '../env.ts';
import type { ObjectMetadata, ObjectStore } from '../files/objects.ts';
import { base64Sha256 } from './base64-sha256.ts';
import { objectRequests, S3Error } from './s3-requests.ts';
import { downloadSigner } from './sign-downloads.ts';
import { uploadSigner } from './sign-uploads.ts';
import type { Table } from './table.ts';

/**
 * The headers of an object to store. S3 compares the body with both of its hashes, of which it keeps the checksum. A download has the
 * stored Cache-Control, so that no proxy or browser keeps a document.
 */
const putHeaders = ({ mimeType, sha256 }: ObjectMetadata, length: number): Record<string, string> => ({
  'content-type': mimeType,
  'cache-control': 'private, no-store',
  'content-length': String(length),
  'x-amz-content-sha256': sha256,
  'x-amz-checksum-sha256': base64Sha256(sha256),
});

/** Returns undefined if S3 refuses a request with an error of this code. */
const unless = async <Result>(code: string, request: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof S3Error && error.name === code) return undefined;
    throw error;
  }
};

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** The key of an object in the bucket by its URL, virtual-hosted or path-style; undefined for any other URL. */
function objectKey(bucket: string, address: string): string | undefined {
  const { hostname, pathname } = new URL(address);
  if (hostname.startsWith(`${bucket}.s3.`)) return decodePath(pathname.slice(1));
  return pathname.startsWith(`/${bucket}/`) ? decodePath(pathname.slice(bucket.length + 2)) : undefined;
}

/** Opens the bucket that the environment names, with the table's region and credentials. Call it once per container. */
export const openObjectStore = ({ client }: Table): ObjectStore => {
  const bucket = readEnvironment('bucketName');
  const request = objectRequests(bucket, client.config);
  return {
    put: async (key, bytes, metadata, signal) => {
      await request({
        method: 'PUT',
        key,
        headers: putHeaders(metadata, bytes.length),
        body: () => bytes,
        signal,
      });
    },

    putFile: async (key, { path, length }, metadata, signal) => {
      await request({
        method: 'PUT',
        key,
        headers: putHeaders(metadata, length),
        body: () => createReadStream(path),
        signal,
      });
    },

    putNew: async (key, bytes, metadata) => {
      const headers = { ...putHeaders(metadata, bytes.length), 'if-none-match': '*' };
      const stored = request({ method: 'PUT', key, headers, body: () => bytes });
      return (await unless('PreconditionFailed', stored)) !== undefined;
    },

    get: (key) => unless('NoSuchKey', request({ method: 'GET', key })),

    remove: async (key) => {
      await request({ method: 'DELETE', key });
    },

    signDownload: downloadSigner(bucket, client.config),

    signUpload: uploadSigner(bucket, client.config),

    keyOf: (address) => objectKey(bucket, address),
  };
};
