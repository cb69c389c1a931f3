import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { parseS3Address } from '../api/s3-address.ts';
import type { BucketReader } from '../files/fetch-s3.ts';
import type { PutResult } from '../jobs/put-result.ts';
import { closingIdle } from './dynamodb.ts';

/** Reads and writes objects in buckets of the operator. */
export type OperatorBuckets = { readonly read: BucketReader; readonly put: PutResult };

/** S3 redirects to the region of a bucket, which need not be that of the service. By default the SDK would add checksums. */
const clientSettings = (idleMs: number | undefined) =>
  ({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: true,
    requestHandler: { connectionTimeout: 3000, ...closingIdle(idleMs) },
  }) as const;

/** The refusal of a request by S3; undefined for a fault. */
const refusalOf = (error: unknown): { readonly status: number; readonly code: string } | undefined => {
  if (!(error instanceof S3ServiceException)) return undefined;
  const { httpStatusCode: status = 500 } = error.$metadata;
  return { status, code: error.name };
};

/** Opens the buckets of the operator. Call it once per container. */
export const openOperatorBuckets = (idleMs?: number): OperatorBuckets => {
  const reader = new S3Client({ ...clientSettings(idleMs), maxAttempts: 5 });
  // A delivery has tries of its own.
  const writer = new S3Client({ ...clientSettings(idleMs), maxAttempts: 1 });
  return {
    read: async ({ bucket, key }, { maxBytes, signal }) => {
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key });
        const { Body, ContentLength = 0 } = await reader.send(command, { abortSignal: signal });
        if (ContentLength <= maxBytes)
          return { bytes: (await Body?.transformToByteArray()) ?? Buffer.alloc(0) };
        await Body?.transformToWebStream().cancel();
        return { problem: 'too_large' };
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined || refusal.status === 429 || refusal.status >= 500) throw error;
        return { problem: 'refused', code: refusal.code };
      }
    },

    put: async (address, { bytes, mimeType }, signal) => {
      const target = parseS3Address(address);
      if (target === undefined) return { problem: 'The s3 address is malformed.', mayRetry: false };
      const body = bytes instanceof Uint8Array ? bytes : createReadStream(bytes.path);
      const command = new PutObjectCommand({
        Bucket: target.bucket,
        Key: target.key,
        Body: body,
        ContentLength: bytes.length,
        ContentType: mimeType,
      });
      try {
        const { $metadata } = await writer.send(command, { abortSignal: signal });
        return { status: $metadata.httpStatusCode ?? 200, code: undefined };
      } catch (error) {
        return refusalOf(error) ?? { problem: 'The connection to S3 failed.', mayRetry: true };
      } finally {
        // The client leaves a stream open that it has not read, and with it the space of the deleted file.
        if (body instanceof Readable) body.destroy();
      }
    },
  };
};
