import { DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { DeletedCounts } from '../accounts/delete-account.ts';
import { readBucketEndpoint, readEnvironment } from '../env.ts';

/** Opens the deletion of all objects of an account, with the region and credentials of the environment. */
export const openAccountObjects = (): ((accountId: string) => Promise<DeletedCounts>) => {
  const Bucket = readEnvironment('bucketName');
  const s3 = new S3Client({ forcePathStyle: readBucketEndpoint() !== undefined });
  return async (accountId) => {
    const pages = paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: `accounts/${accountId}/` });
    let objects = 0;
    let bytes = 0;
    for await (const { Contents = [] } of pages) {
      const waiting = [...Contents];
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          await s3.send(new DeleteObjectCommand({ Bucket, Key: next.Key }));
          objects += 1;
          bytes += next.Size ?? 0;
        }
      };
      await Promise.all(Array.from({ length: 10 }, worker));
    }
    return objects === 0 ? {} : { objects, object_bytes: bytes };
  };
};
