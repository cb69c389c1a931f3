import { createReadStream, type ReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { readEnvironment } from '../env.ts';
import type { ObjectMetadata, ObjectStore } from '../files/objects.ts';
import { base64Sha256 } from './base64-sha256.ts';
import { noAddedChecksums } from './s3-checksums.ts';
import { downloadSigner } from './sign-downloads.ts';
import { uploadSigner } from './sign-uploads.ts';

/**
 * The error of a conditional put that races another write of its key; S3 asks the client to retry (Amazon S3 user guide,
 * "Add preconditions to S3 operations with conditional requests").
 */
const conditionalConflict = 'ConditionalRequestConflict';
const conflictAttempts = 5;

/** Stores an object unless its key exists. Returns whether it was stored. */
async function putIfNew(client: S3Client, input: PutObjectCommandInput): Promise<boolean> {
  const command = new PutObjectCommand({ ...input, IfNoneMatch: '*' });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(command);
      return true;
    } catch (error) {
      if (!(error instanceof S3ServiceException)) throw error;
      if (error.name === 'PreconditionFailed') return false;
      if (error.name !== conditionalConflict || attempt === conflictAttempts) throw error;
    }
  }
}

/** Attempts to send a file, and the pause before the second one in milliseconds, which doubles. */
const fileAttempts = 4;
const filePauseMilliseconds = 100;

const isTransient = (error: unknown): boolean => {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === undefined || status === 429 || status >= 500;
};

/** Retries what sends a file after a transient fault. The SDK does not retry a stream, which it cannot read again. */
async function retryTransient(send: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === fileAttempts || !isTransient(error)) throw error;
      await sleep(filePauseMilliseconds * 2 ** (attempt - 1));
    }
  }
}

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

/** Opens the bucket that the environment names. Call it once per container. */
export const openObjectStore = (): ObjectStore => {
  const bucket = readEnvironment('bucketName');
  const client = new S3Client({ ...noAddedChecksums, maxAttempts: 5 });
  const putInput = (
    key: string,
    bytes: Uint8Array | ReadStream,
    { mimeType, sha256 }: ObjectMetadata,
  ): PutObjectCommandInput => ({
    Bucket: bucket,
    Key: key,
    Body: bytes,
    ContentType: mimeType,
    ChecksumSHA256: base64Sha256(sha256),
  });
  return {
    put: async (key, bytes, metadata) => {
      await client.send(new PutObjectCommand(putInput(key, bytes, metadata)));
    },

    putFile: (key, { path, length }, metadata) =>
      retryTransient(async () => {
        const input = putInput(key, createReadStream(path), metadata);
        await client.send(new PutObjectCommand({ ...input, ContentLength: length }));
      }),

    putNew: (key, bytes, metadata) => putIfNew(client, putInput(key, bytes, metadata)),

    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    remove: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    signDownload: downloadSigner(bucket, client.config),

    signUpload: uploadSigner(bucket, client.config),

    keyOf: (address) => objectKey(bucket, address),
  };
};
